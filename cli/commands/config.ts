/** `rtk config`: what is in effect and from where; makes and edits the user's file without touching comments. */
import { configPaths, stampOf, type Surroundings } from "../../core/config/digest.ts";
import { configFolder } from "../../core/config/files.ts";
import { defaultFileText } from "../../core/config/default_file.ts";
import { digestOf, isComplete, loadConfig, writeDigest } from "../../core/config/digest_load.ts";
import { mergeConfig, problemText } from "../../core/config/load.ts";
import { keyNamed, KEYS, valueFault } from "../../core/config/schema.ts";
import { setTomlKey, tomlKeys, tomlValue } from "../../core/config/toml_text.ts";
import { EditError } from "../../core/install/edit.ts";
import { dataFolder, readEnv } from "../../core/state/paths.ts";
import { fail, say } from "../print.ts";
import { foldersFault } from "./install_scope.ts";
import { editConfig } from "./user_config.ts";

/** Runs `rtk config [--create | get KEY | set KEY VALUE]`. */
export function configCommand(words: readonly string[]): number {
  const surroundings: Surroundings = { env: readEnv, cwd: Deno.cwd(), dataFolder: dataFolder(readEnv) };
  const folder = configFolder(readEnv);
  const misnamed = readEnv("XDG_CONFIG_HOME")?.startsWith("/") ? undefined : foldersFault();
  if (folder === undefined || misnamed) {
    return fail(misnamed?.text ?? "Cannot find your home folder: set HOME");
  }
  const [action, key, value, ...rest] = words;
  if (action === undefined) return show(surroundings);
  if (action === "--create" && key === undefined) return create(`${folder}/config.toml`);
  if (action === "get" && key !== undefined && value === undefined) return get(surroundings, key);
  if (action === "set" && key !== undefined && value !== undefined && rest.length === 0) {
    const status = set(`${folder}/config.toml`, key, value);
    const config = loadConfig(surroundings);
    if (status === 0 && isComplete(config)) writeDigest(surroundings, digestOf(config));
    return status;
  }
  return fail("Cannot use these words: rtk config [--create | get KEY | set KEY VALUE]");
}

function show(surroundings: Surroundings): number {
  const config = loadConfig(surroundings);
  for (const { name } of KEYS) {
    const setting = config.settings.get(name);
    const origin = setting?.origin ? `${setting.origin.file}:${setting.origin.line}` : "default";
    say(`${name} = ${tomlValue(setting?.value)}  # ${origin}`);
  }
  if (configPaths(surroundings).every((path) => stampOf(path).size < 0) && isComplete(config)) {
    say("# no file yet: rtk config --create");
  }
  if (isComplete(config)) writeDigest(surroundings, digestOf(config));
  for (const problem of config.problems) fail(problemText(problem));
  return config.problems.length > 0 ? 1 : 0;
}

function create(path: string): number {
  if (stampOf(path).size >= 0) return fail(`Cannot create ${path}: it is there already`);
  try {
    editConfig(path, () => defaultFileText());
  } catch (error) {
    return fail((error as Error).message);
  }
  say(path);
  return 0;
}

function get(surroundings: Surroundings, key: string): number {
  const setting = loadConfig(surroundings).settings.get(key);
  if (!setting) return fail(unknownKey(key));
  say(typeof setting.value === "string" ? setting.value : tomlValue(setting.value));
  return 0;
}

function set(path: string, name: string, text: string): number {
  const key = keyNamed(name);
  if (!key) return fail(unknownKey(name));
  const value = valueOf(text);
  const fault = valueFault(key, value);
  if (fault !== undefined) return fail(`Cannot set ${name} to ${text}: ${fault}`);
  try {
    editConfig(path, (before) => {
      const after = setTomlKey(before, name, tomlValue(value));
      const read = mergeConfig({ file: path, text: after }, undefined).settings.get(name)?.value;
      if (JSON.stringify(read) !== JSON.stringify(value)) throw new EditError(`set ${name} there by hand`);
      return after;
    });
  } catch (error) {
    return fail((error as Error).message);
  }
  return 0;
}

/** The word as TOML would read it; what is no TOML value is a string, so that `set filters.level lossless` works. */
function valueOf(text: string): unknown {
  try {
    return tomlKeys(`value = ${text}\n`)[0]?.value;
  } catch {
    return text;
  }
}

function unknownKey(name: string): string {
  return `Cannot find the key "${name}": rtk config lists them`;
}
