/** Reads `config.toml` and a project's `.rtk/config.toml`. A faulty key costs only that key. Cold code. */
import { type Key, keyNamed, KEYS, type Value, valueFault } from "./schema.ts";
import { tomlKeys } from "./toml_text.ts";

/** Something wrong with one key or one file, in one line: file, line, what and what is used instead. */
export interface Problem {
  readonly file: string;
  /** From 1; 0 where the file cannot be read. */
  readonly line: number;
  readonly message: string;
  /** No key of the file counts. */
  readonly whole?: true;
}

/** `FILE:LINE: what is wrong`. */
export function problemText({ file, line, message }: Problem): string {
  return `${file}${line === 0 ? "" : `:${line}`}: ${message}`;
}

/** A key's value and where it comes from. */
export interface Setting {
  readonly value: Value;
  /** Undefined: the default. */
  readonly origin: { readonly file: string; readonly line: number } | undefined;
}

export interface Config {
  readonly settings: ReadonlyMap<string, Setting>;
  readonly problems: readonly Problem[];
}

/** A text and the file it came from. */
export interface ConfigFile {
  readonly file: string;
  readonly text: string;
  /** Why there is none, where the file is there but cannot be read. */
  readonly fault?: string;
}

/**
 * Merges the user's file and a project's. Lists of a project are added to the user's; its other keys only tighten.
 * Never throws: what is wrong becomes a problem and the default or the user's value stays.
 */
export function mergeConfig(user: ConfigFile | undefined, project: ConfigFile | undefined): Config {
  const problems: Problem[] = [];
  const settings = new Map<string, Setting>(
    KEYS.map((key) => [key.name, { value: key.default, origin: undefined }]),
  );
  for (const found of user ? readFile(user, problems) : []) {
    settings.set(found.key.name, { value: found.value, origin: { file: found.file, line: found.line } });
  }
  for (const found of project ? readFile(project, problems) : []) addProject(settings, problems, found);
  return { settings, problems };
}

interface Found {
  readonly key: Key;
  readonly value: Value;
  readonly file: string;
  readonly line: number;
}

function readFile({ file, text, fault }: ConfigFile, problems: Problem[]): Found[] {
  if (fault !== undefined) {
    const message = `cannot be read, the file is ignored: ${fault}`;
    problems.push({ file, line: 0, message, whole: true });
    return [];
  }
  const found: Found[] = [];
  try {
    // A byte order mark is no fault of the user's.
    for (const { name, value, line } of gathered(tomlKeys(text.replace(/^\uFEFF/, "")))) {
      const key = keyNamed(name);
      const fault = key ? valueFault(key, value) : `unknown key ${name}`;
      if (key && fault === undefined) found.push({ key, value: value as Value, file, line });
      else problems.push({ file, line, message: key ? `${name}: ${fault}` : String(fault) });
    }
  } catch (error) {
    const [, line = "1", detail = ""] = /^line (\d+): (.*)/.exec((error as Error).message) ?? [];
    const message = `not valid TOML, the file is ignored: ${detail}`;
    problems.push({ file, line: Number(line), message, whole: true });
  }
  return found;
}

/** `[filters.levels]` as a table of its own gives one key a level; together they are the value of `filters.levels`. */
function gathered(keys: ReturnType<typeof tomlKeys>): ReturnType<typeof tomlKeys> {
  const tables = KEYS.filter(({ kind }) => kind === "levels").map(({ name }) => name);
  const plain = keys.filter(({ name }) => !tables.some((table) => name.startsWith(`${table}.`)));
  for (const table of tables) {
    const members = keys.filter(({ name }) => name.startsWith(`${table}.`));
    const first = members[0];
    if (!first) continue;
    const value = Object.fromEntries(
      members.map((member) => [member.name.slice(table.length + 1), member.value]),
    );
    plain.push({ ...first, name: table, value });
  }
  return plain;
}

function addProject(
  settings: Map<string, Setting>,
  problems: Problem[],
  { key, value, file, line }: Found,
): void {
  if (!key.project) {
    problems.push({ file, line, message: `${key.name}: a project may not set this key` });
    return;
  }
  if (key.project.only !== undefined && value !== key.project.only) {
    problems.push({ file, line, message: `${key.name}: a project may set it to "${key.project.only}" only` });
    return;
  }
  const known = settings.get(key.name)?.value;
  const merged = Array.isArray(value) && Array.isArray(known) ? [...known, ...value] : value;
  settings.set(key.name, { value: merged as Value, origin: { file, line } });
}
