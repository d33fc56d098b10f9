/** Changes the user's `config.toml`. A file that cannot be read is not written either: its keys would be lost. */
import { configFolder } from "../../core/config/files.ts";
import { setTomlKey } from "../../core/config/toml_text.ts";
import { EditError } from "../../core/install/edit.ts";
import { readEnv } from "../../core/state/paths.ts";
import { readFile, writeFile } from "../../installer/files.ts";
import { reasonOf } from "./access.ts";

/**
 * Changes a text that may not be there yet.
 * @throws Error naming the file, the line where one is at fault, and why.
 */
export function editConfig(path: string, change: (text: string) => string): void {
  try {
    const before = readFile(path) ?? "";
    const after = change(before);
    if (after !== before) writeFile(path, after);
  } catch (error) {
    throw new Error(placed(path, error));
  }
}

/** Sets a key of the user's file. @throws Error as `editConfig` does. */
export function setUserKey(name: string, value: string): void {
  const folder = configFolder(readEnv);
  if (folder === undefined) return;
  editConfig(`${folder}/config.toml`, (text) => setTomlKey(text, name, value));
}

function placed(path: string, error: unknown): string {
  const message = (error as Error).message;
  if (error instanceof EditError) return `Cannot edit ${path}: ${message}`;
  const [, line, detail] = error instanceof SyntaxError ? /^line (\d+): ([\s\S]*)/.exec(message) ?? [] : [];
  return line === undefined
    ? `Cannot edit ${path}: ${reasonOf(error)}`
    : `Cannot edit ${path}:${line}: not valid TOML: ${detail}; mend that line, then run it again`;
}
