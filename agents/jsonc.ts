/** JSON with comments and trailing commas, as editors and their agents write it. */
import { parse, type ParseError } from "jsonc-parser";
import { isRecord } from "./agent.ts";
import { readText } from "./host_files.ts";

/** What a file holds: `absent`, an object, or nothing that could be read. */
export type JsoncFile =
  | { readonly kind: "absent" | "broken"; readonly path: string }
  | { readonly kind: "object"; readonly path: string; readonly value: Readonly<Record<string, unknown>> };

/** What a host makes of a comma behind the last element: some ignore the file then. */
export interface JsoncForm {
  readonly trailingComma: "broken";
}

/** Reads a file; never throws. */
export function readJsonc(path: string, form?: JsoncForm): JsoncFile {
  const text = readText(path);
  if (text === undefined) return { kind: "absent", path };
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, {
    allowTrailingComma: form?.trailingComma !== "broken",
    allowEmptyContent: true,
  });
  if (errors.length === 0 && value === undefined) return { kind: "absent", path };
  return errors.length === 0 && isRecord(value) ? { kind: "object", path, value } : { kind: "broken", path };
}
