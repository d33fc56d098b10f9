/** `hooks.exclude_commands`. */
import { commandBaseName } from "../argv/command_name.ts";
import type { Word } from "../syntax/nodes.ts";
import type { Layer } from "./resolve.ts";

/** Tells whether a command's texts are among those that the user excluded. */
export type Exclusion = (words: readonly Word[], layers: readonly Layer[]) => boolean;

/** Compiles the entries; an empty one excludes nothing, and a `^regex` that does not compile neither. */
export function exclusionOf(entries: readonly string[]): Exclusion {
  const tests = entries.flatMap((entry) => testOf(entry.trim()) ?? []);
  if (tests.length === 0) return () => false;
  return (words, layers) => textsOf(words, layers).some((text) => tests.some((test) => test(text)));
}

function testOf(entry: string): ((text: string) => boolean) | undefined {
  if (entry === "") return undefined;
  if (!entry.startsWith("^")) {
    const prefix = entry.split(/\s+/).join(" ");
    return (text) => text === prefix || text.startsWith(`${prefix} `);
  }
  try {
    const pattern = new RegExp(entry);
    return (text) => pattern.test(text);
  } catch {
    return undefined;
  }
}

/** The command without assignments, then without each wrapper; with and without quotes, path and package version. */
function textsOf(words: readonly Word[], layers: readonly Layer[]): string[] {
  return [0, ...layers.map(({ at }) => at)].flatMap((at) => {
    const rest = words.slice(at);
    const name = rest[0];
    if (!name) return [];
    const values = rest.map(({ value, text }) => value ?? text);
    const base = commandBaseName((values[0] ?? "").replace(/(?<=.)@[^/]*$/, ""));
    return [
      rest.map(({ text }) => text).join(" "),
      values.join(" "),
      [base, ...values.slice(1)].join(" "),
    ];
  });
}
