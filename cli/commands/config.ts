/** `rtk config`: what is in effect and from where; makes and edits the user's file without touching comments. */
import { configPaths, type Surroundings } from "../../core/config/digest.ts";
import { configFolder, readText } from "../../core/config/files.ts";
import { defaultFileText } from "../../core/config/default_file.ts";
import { digestOf, loadConfig, writeDigest } from "../../core/config/digest_load.ts";
import { mergeConfig } from "../../core/config/load.ts";
import { keyNamed, KEYS, valueFault } from "../../core/config/schema.ts";
import { setTomlKey, tomlKeys, tomlValue } from "../../core/config/toml_text.ts";
import { dataFolder, readEnv } from "../../core/state/paths.ts";
import { writeFile } from "../../installer/files.ts";
import { fail, say } from "../print.ts";

/** Runs `rtk config [--create | get KEY | set KEY VALUE]`. */
export function configCommand(words: readonly string[]): number {
  const surroundings: Surroundings = { env: readEnv, cwd: Deno.cwd(), dataFolder: dataFolder(readEnv) };
  const folder = configFolder(readEnv);
  if (folder === undefined) return fail("Cannot find your home folder: set HOME");
  const [action, key, value, ...rest] = words;
  if (action === undefined) return show(surroundings);
  if (action === "--create" && key === undefined) return create(`${folder}/config.toml`);
  if (action === "get" && key !== undefined && value === undefined) return get(surroundings, key);
  if (action === "set" && key !== undefined && value !== undefined && rest.length === 0) {
    const status = set(`${folder}/config.toml`, key, value);
    if (status === 0) writeDigest(surroundings, digestOf(loadConfig(surroundings)));
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
  const paths = configPaths(surroundings);
  if (paths.every((path) => readText(path) === undefined)) say("# no file yet: rtk config --create");
  writeDigest(surroundings, digestOf(config));
  for (const { file, line, message } of config.problems) fail(`${file}:${line}: ${message}`);
  return config.problems.length > 0 ? 1 : 0;
}

function create(path: string): number {
  if (readText(path) !== undefined) return fail(`Cannot create ${path}: it is there already`);
  writeFile(path, defaultFileText());
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
  const before = readText(path) ?? "";
  try {
    const after = setTomlKey(before, name, tomlValue(value));
    const read = mergeConfig({ file: path, text: after }, undefined).settings.get(name)?.value;
    if (JSON.stringify(read) !== JSON.stringify(value)) {
      return fail(`Cannot set ${name} in ${path}: edit it by hand`);
    }
    writeFile(path, after);
  } catch (error) {
    return fail(`Cannot edit ${path}: ${(error as Error).message}`);
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
