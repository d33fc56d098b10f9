/**
 * Oh My Pi's rules for the tool `bash`: `bash.patterns` of its configuration, held against the text that the extension leaves,
 * and the commands for which it has tools of its own. Read in the source of 18.2.3, and seen with it.
 */
import type { Approval, JudgedText, Match, Rule } from "../../core/permission/rule_set.ts";
import { type HostRules, isRecord, type Surroundings } from "../agent.ts";
import { homeFolder, readText } from "../host_files.ts";
import { readJsonc } from "../jsonc.ts";
import { matchesGlob, ruleSet, unreadable } from "../line_rules.ts";
import { memberOf, textsOf } from "../members.ts";
import { readYaml } from "../yaml.ts";
import { agentFolder } from "./folders.ts";

/** One of `bash.patterns`: the first that matches counts. */
interface Pattern {
  readonly match: string;
  readonly approval: "allow" | "deny" | "prompt";
}

/** Reads the rules; never throws. */
export function ompRules({ env, cwd }: Surroundings): HostRules {
  const folder = agentFolder(env, homeFolder(env));
  // Where it was started; a call may move its command elsewhere.
  const project = env("RTK_HOST_FOLDER") || cwd;
  const overlays = overlaysOf(env, project);
  // Later ones outrank earlier ones.
  const files = [
    readYaml(mainFile(folder)),
    readJsonc(`${project}/.omp/settings.json`),
    readYaml(`${project}/.omp/config.yml`),
    ...overlays.map(readYaml),
  ];
  const configs = files.flatMap((file) => file.kind === "object" ? [file.value] : []);
  const patterns = patternsOf(
    configs.map((one) => settingOf(one, "bash", "patterns")).findLast(Array.isArray),
  );
  const intercepts = configs.some((one) => settingOf(one, "bashInterceptor", "enabled") === true);
  return {
    rules: ruleSet({
      deny: restrictions(patterns, "deny"),
      ask: restrictions(patterns, "prompt"),
      untouched: [
        ...files.filter(({ kind }) => kind === "broken").map(({ path }) => unreadable(path)),
        ...borrowed(project).map((path) => unreadable(path)),
        // It was there when Oh My Pi started, which does not start without.
        ...overlays.filter((path) => readText(path) === undefined).map((path) => unreadable(path)),
        // Which commands these are, and which of its tools are on, is not followed.
        ...(intercepts ? [unreadable("the commands that bashInterceptor answers")] : []),
      ],
      approval: approver(patterns),
    }),
    defaultRewrite: "all",
  };
}

/** The first that is there counts alone, however little it says. */
function mainFile(folder: string): string {
  const [first = "", second = first] = ["config.yml", "config.yaml"].map((name) => `${folder}/${name}`);
  return readText(first) === undefined ? second : first;
}

/** Further files, which outrank all others: those of PI_CONFIG_FILES, then those of `--config`, of which the plugin tells. */
function overlaysOf(env: Surroundings["env"], project: string): string[] {
  const listed = (env("PI_CONFIG_FILES") ?? "").split(Deno.build.os === "windows" ? ";" : ":");
  return [...listed, ...readList(env("RTK_HOST_CONFIG"))].filter((path) => path !== "").map((path) => {
    const whole = path.replace(/^~(?=\/|$)/, () => homeFolder(env));
    return isAbsolute(whole) ? whole : `${project}/${whole}`;
  });
}

function isAbsolute(path: string): boolean {
  return /^(?:[A-Za-z]:)?[\\/]/.test(path);
}

function readList(text: string | undefined): string[] {
  try {
    return textsOf(JSON.parse(text || "[]"));
  } catch {
    return [];
  }
}

/** Files of other hosts in a project, whose settings it takes for its own. */
const BORROWED = [
  ".claude/settings.json",
  ".codex/config.toml",
  ".cursor/settings.json",
  ".gemini/settings.json",
  ".opencode/opencode.json",
  "opencode.json",
];

/** Those that may speak of commands in its words, which nobody is known to do. */
function borrowed(project: string): string[] {
  return BORROWED.map((name) => `${project}/${name}`).filter((path) =>
    /\bbashInterceptor\b|\bpatterns\b/.test(readText(path) ?? "")
  );
}

/** A setting, whose group may be a mapping or part of its name. */
function settingOf(config: Readonly<Record<string, unknown>>, group: string, name: string): unknown {
  return memberOf(config, group, name) ?? config[`${group}.${name}`];
}

function patternsOf(list: unknown): Pattern[] {
  return (Array.isArray(list) ? list : []).filter(isRecord).flatMap(({ match, approval }): Pattern[] => {
    const [text, word] = [match, approval].map((one) => typeof one === "string" ? folded(one) : "");
    const known = (["allow", "deny", "prompt"] as const).find((one) => one === word?.toLowerCase());
    return text && known ? [{ match: text, approval: known }] : [];
  });
}

function folded(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ");
}

/** An earlier pattern that allows counts in some lines only, so that a later restriction is then merely near. */
function restrictions(patterns: readonly Pattern[], approval: "deny" | "prompt"): Rule[] {
  return patterns.flatMap((pattern, at) => {
    if (pattern.approval !== approval) return [];
    const exceptions = patterns.slice(0, at).filter((earlier) => earlier.approval === "allow");
    const match: Rule["match"] = ({ texts, behindRtk }, line): Match => {
      const found = texts.filter((text) => matchesGlob(text, pattern.match));
      if (found.length === 0) return undefined;
      const isExcepted = found.every((text) => exceptions.some((one) => matchesGlob(text, one.match)));
      // It sees a typed `rtk` with what follows, and may restrict that as well.
      const isSeen = behindRtk &&
        line.some((form) => !form.behindRtk && form.texts.some((text) => matchesGlob(text, pattern.match)));
      return isExcepted || isSeen ? "near" : "covers";
    };
    return [{ text: `bash.patterns "${pattern.match}"`, source: "config.yml", match }];
  });
}

function approver(patterns: readonly Pattern[]): (text: JudgedText) => Approval {
  // What no pattern names is asked about by the mode, which flags may change: for either text alike.
  if (patterns.length === 0) return () => "none";
  return ({ source, parse }) => {
    const whole = folded(source);
    const first = patterns.find(({ match }) => matchesGlob(whole, match));
    if (first) return first.approval === "allow" && isOneCommand(source) ? "allow" : "unsure";
    if (parse.kind !== "program") return "unsure";
    const allows = patterns.filter(({ approval }) => approval === "allow");
    const commands = parse.program.lists.flatMap(({ pipelines }) =>
      pipelines.flatMap(({ stages }) => stages)
    );
    return commands.some(({ start, end }) =>
        allows.some(({ match }) => matchesGlob(folded(source.slice(start, end)), match))
      )
      ? "unsure"
      : "none";
  };
}

/** Nothing in it that makes Oh My Pi doubt that it is one plain command. */
function isOneCommand(source: string): boolean {
  return !/[\n\r;&|<>`$()\\]/.test(source.trim());
}
