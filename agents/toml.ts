/** TOML files of hosts. */
import { parse } from "smol-toml";
import { readText } from "./host_files.ts";

/** What a file holds; `broken` where it is no TOML. */
export type TomlFile =
  | { readonly kind: "absent" | "broken"; readonly path: string }
  | { readonly kind: "object"; readonly path: string; readonly value: Readonly<Record<string, unknown>> };

/** Reads a file; never throws. */
export function readToml(path: string): TomlFile {
  const text = readText(path);
  return text === undefined ? { kind: "absent", path } : parseToml(text, path);
}

/**
 * Reads a text; never throws.
 * @param path where it stands.
 */
export function parseToml(text: string, path: string): TomlFile {
  try {
    return { kind: "object", path, value: parse(text) };
  } catch {
    return { kind: "broken", path };
  }
}
