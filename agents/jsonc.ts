/** JSON with comments and trailing commas, as editors and their agents write it. */
import { parse, type ParseError } from "jsonc-parser";
import { isRecord } from "./agent.ts";
import { readText } from "./host_files.ts";

/** What a file holds: `absent`, an object, or nothing that could be read. */
export type JsoncFile =
  | { readonly kind: "absent" | "broken"; readonly path: string }
  | { readonly kind: "object"; readonly path: string; readonly value: Readonly<Record<string, unknown>> };

/** Reads a file; never throws. */
export function readJsonc(path: string): JsoncFile {
  return read(path, true);
}

/** Reads a file of a host that ignores it for a comma behind the last element; never throws. */
export function readJsoncStrictly(path: string): JsoncFile {
  return read(path, false);
}

function read(path: string, allowTrailingComma: boolean): JsoncFile {
  const text = readText(path);
  if (text === undefined) return { kind: "absent", path };
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma, allowEmptyContent: true });
  if (errors.length === 0 && value === undefined) return { kind: "absent", path };
  return errors.length === 0 && isRecord(value) ? { kind: "object", path, value } : { kind: "broken", path };
}
