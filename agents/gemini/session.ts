/** Where Gemini CLI's rules stand for one session: its settings, flags and policy files. Read in the bundle of 0.61.0. */
import type { Surroundings } from "../agent.ts";
import { hostWords } from "../ancestors.ts";
import { filesIn, homeFolder } from "../host_files.ts";
import { type JsoncFile, readJsonc } from "../jsonc.ts";
import { memberOf, textsOf } from "../members.ts";
import { readToml } from "../toml.ts";
import { type PolicyFile, TIER } from "./policy.ts";

type Env = Surroundings["env"];

/** What the session was started with. */
export interface Session {
  /** The user's folder, and that in which the session was started. */
  readonly folder: string;
  readonly project: string;
  /** Settings files, the strongest last. */
  readonly settings: readonly JsoncFile[];
  readonly flags: Flags;
}

/** Words of its command line; undefined where a flag is not given. */
export interface Flags {
  readonly isYolo: boolean;
  readonly allowed: readonly string[] | undefined;
  readonly policies: readonly string[] | undefined;
  readonly adminPolicies: readonly string[] | undefined;
  readonly extensions: readonly string[] | undefined;
}

/** Finds them; never throws. */
export function readSession({ env, cwd, request, seen }: Surroundings): Session {
  const folder = `${env("GEMINI_CLI_HOME") || homeFolder(env)}/.gemini`;
  // Where the command runs is the call's, the rules are the session's.
  const project = env("GEMINI_PROJECT_DIR") || request?.folders?.at(-1) || cwd;
  return { folder, project, settings: settingsFiles(env, folder, project), flags: flagsOf(seen) };
}

function settingsFiles(env: Env, folder: string, project: string): JsoncFile[] {
  return [
    env("GEMINI_CLI_SYSTEM_DEFAULTS_PATH") || `${SYSTEM}/system-defaults.json`,
    `${folder}/settings.json`,
    ...[`${project}/.gemini/settings.json`].filter((path) => path !== `${folder}/settings.json`),
    env("GEMINI_CLI_SYSTEM_SETTINGS_PATH") || `${SYSTEM}/settings.json`,
  ].map(readJsonc);
}

const SYSTEM = {
  darwin: "/Library/Application Support/GeminiCli",
  windows: "C:/ProgramData/gemini-cli",
}[Deno.build.os as string] ?? "/etc/gemini-cli";

/** The texts of a list in all settings files together, file by file. */
export function listsIn({ settings }: Pick<Session, "settings">, ...at: readonly string[]): {
  readonly source: string;
  readonly texts: readonly string[];
}[] {
  return settings.flatMap((file) => {
    const list = file.kind === "object" ? memberOf(file.value, ...at) : undefined;
    return Array.isArray(list) ? [{ source: file.path, texts: textsOf(list) }] : [];
  });
}

function flagsOf(seen: string | undefined): Flags {
  const words = hostWords(seen, /(?:^|\/)gemini(?:$|-cli\b|\.js$)/) ?? [];
  const valuesOf = (name: string): string[] | undefined => {
    // Its parser takes each name in both ways of writing.
    const names = [
      `--${name}`,
      `--${name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    ];
    const values = words.flatMap((word, at) => {
      const equals = word.indexOf("=");
      if (equals > 0 && names.includes(word.slice(0, equals))) return [word.slice(equals + 1)];
      return names.includes(word) ? [words[at + 1] ?? ""] : [];
    });
    return values.length > 0 ? values : undefined;
  };
  const listOf = (name: string): string[] | undefined =>
    valuesOf(name)?.flatMap((value) => value.split(/,(?![^(]*\))/)).map((one) => one.trim()).filter(Boolean);
  const mode = valuesOf("approval-mode");
  const isYolo = ["--yolo", "-y", "--yolo=true"].some((word) => words.includes(word));
  return {
    isYolo: mode ? mode.includes("yolo") : isYolo,
    allowed: listOf("allowed-tools"),
    policies: listOf("policy"),
    adminPolicies: listOf("admin-policy"),
    extensions: words.includes("-e") ? [] : listOf("extensions"),
  };
}

interface PolicyPlace {
  readonly path: string;
  readonly tier: number;
  readonly isSure: boolean;
}

/** The policy files, in the host's order. */
export function policyFiles(env: Env, session: Session): PolicyFile[] {
  const { folder, project, flags } = session;
  const named = (key: string): string[] => listsIn(session, key).flatMap(({ texts }) => texts);
  const resolve = (path: string): string => {
    const expanded = path.replace(/^~(?=\/|$)/, homeFolder(env));
    return expanded.startsWith("/") ? expanded : `${project}/${expanded}`;
  };
  const system = `${SYSTEM}/policies`;
  const own = flags.policies ?? named("policyPaths");
  const admin = flags.adminPolicies ?? named("adminPolicyPaths");
  const hasSystem = filesIn(system, ".toml").length > 0;
  const places: readonly PolicyPlace[] = [
    { path: system, tier: TIER.admin, isSure: true },
    ...admin.map((path) => ({ path: resolve(path), tier: TIER.admin, isSure: !hasSystem })),
    ...own.map((path) => ({ path: resolve(path), tier: TIER.user, isSure: true })),
    // Paths that are named take its place.
    { path: `${folder}/policies`, tier: TIER.user, isSure: own.length === 0 },
    // 0.61.0 has those of a project switched off.
    { path: `${project}/.gemini/policies`, tier: TIER.project, isSure: false },
    ...extensionPlaces(session),
  ];
  const files = places.flatMap((place) =>
    (place.path.endsWith(".toml") ? [place.path] : filesIn(place.path, ".toml")).map((path) => ({
      ...place,
      path,
    }))
  );
  const once = new Map(files.toReversed().map((place) => [place.path, place]));
  return [...once.values()].toReversed().map(({ path, tier, isSure }) => ({
    file: readToml(path),
    tier,
    isSure,
  }));
}

/** Extensions lie in their folder, or where a link to them says. */
function extensionPlaces({ folder, flags }: Session): PolicyPlace[] {
  const extensions = `${folder}/extensions`;
  const enablement = readJsonc(`${extensions}/extension-enablement.json`);
  return filesIn(extensions, "").map((path): PolicyPlace => {
    const install = readJsonc(`${path}/.gemini-extension-install.json`);
    const about = install.kind === "object" ? install.value : {};
    const isLink = about.type === "link" && typeof about.source === "string";
    // A flag or the user's own list may leave it out.
    const isSure = flags.extensions === undefined && enablement.kind === "absent";
    return { path: `${isLink ? about.source : path}/policies`, tier: TIER.extension, isSure };
  });
}
