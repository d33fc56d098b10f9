/** The settings files that Droid 0.215.0 puts together, and what they list. */
import { isThere } from "../../core/config/files.ts";
import type { Surroundings } from "../agent.ts";
import { homeFolder, withParents } from "../host_files.ts";
import { type JsoncFile, readJsoncStrictly } from "../jsonc.ts";
import { memberOf, textsOf } from "../members.ts";

type Env = Surroundings["env"];
type List = "commandAllowlist" | "commandBlocklist" | "commandDenylist";

/** A text of a list, and the file that holds it. */
export interface Listed {
  readonly text: string;
  readonly source: string;
}

/** What the files say together: lists of all levels are joined, and nothing takes anything out of them. */
export interface DroidSettings {
  readonly files: readonly JsoncFile[];
  /** Files of folders that surely count: those of other folders only make rules stricter. */
  readonly counted: readonly JsoncFile[];
}

/** FACTORY_HOME_OVERRIDE moves the folder that holds `.factory`. */
export function droidHome(env: Env, home = homeFolder(env)): string {
  return `${env("FACTORY_HOME_OVERRIDE") || home}/.factory`;
}

/** The file that an administrator puts on a machine. */
const MANAGED_FILE: string = ({
  darwin: "/Library/Application Support/Factory/settings.json",
  windows: "C:/Program Files/Factory/settings.json",
} as Readonly<Record<string, string>>)[Deno.build.os] ?? "/etc/factory/settings.json";

/** An organisation's files: its own, and what its server said last. */
export function managedSettings(env: Env, home?: string): JsoncFile[] {
  const named = env("FACTORY_ORG_MANAGED_SETTINGS_LOCAL_PATH");
  const cached = ["json", "json.backup"].map((ending) =>
    inside(
      readJsoncStrictly(`${droidHome(env, home)}/cache/org-managed-settings.${ending}`),
      "managedSettings",
    )
  );
  return [readJsoncStrictly(MANAGED_FILE), ...(named ? [readJsoncStrictly(named)] : []), ...cached];
}

/** Reads the files; never throws. */
export function droidSettings(env: Env, cwd: string): DroidSettings {
  const overlay = env("FACTORY_RUNTIME_SETTINGS_PATH");
  const projects = withParents(cwd).map((folder) => ({ folder, files: folderFiles(`${folder}/.factory`) }));
  const root = projects.findIndex(({ folder }) => isThere(`${folder}/.git`));
  const inProject = projects.slice(0, root < 0 ? 1 : root + 1);
  const everywhere = [
    ...managedSettings(env),
    ...(overlay ? [readJsoncStrictly(overlay)] : []),
  ];
  const user = folderFiles(droidHome(env));
  return {
    files: [...everywhere, ...user, ...projects.flatMap(({ files }) => files)],
    counted: [...everywhere, ...overlaid(user), ...inProject.flatMap(({ files }) => overlaid(files))],
  };
}

/** The texts of a list in some files. */
export function listed(files: readonly JsoncFile[], name: List): Listed[] {
  return files.flatMap((file) =>
    file.kind === "object"
      ? textsOf(memberOf(file.value, name)).map((text) => ({ text, source: file.path }))
      : []
  );
}

/** Droid takes comments, and ignores a file with a comma too many. */
function folderFiles(folder: string): JsoncFile[] {
  return ["settings.json", "settings.local.json"].map((name) => readJsoncStrictly(`${folder}/${name}`));
}

/** The local file's values take the place of the other's. */
function overlaid([shared, local]: readonly JsoncFile[]): JsoncFile[] {
  if (shared?.kind !== "object" || local?.kind !== "object") return [shared, local].filter((one) => !!one);
  return [{ kind: "object", path: local.path, value: { ...shared.value, ...local.value } }];
}

function inside(file: JsoncFile, key: string): JsoncFile {
  if (file.kind !== "object") return file;
  const value = memberOf(file.value, key);
  return value === undefined || value === null
    ? { kind: "absent", path: file.path }
    : { ...file, value: value as Readonly<Record<string, unknown>> };
}
