/** YAML files of hosts. */
import { parse } from "yaml";
import { isRecord } from "./agent.ts";
import { readText } from "./host_files.ts";

/** What a file holds; `broken` where it is no YAML, or no mapping. */
export type YamlFile =
  | { readonly kind: "absent" | "broken"; readonly path: string }
  | { readonly kind: "object"; readonly path: string; readonly value: Readonly<Record<string, unknown>> };

/** Reads a file as YAML 1.1, in which `off` and `no` are false, as Python's reader does; never throws. */
export function readYaml(path: string): YamlFile {
  const text = readText(path);
  if (text === undefined) return { kind: "absent", path };
  try {
    const value: unknown = parse(text, { version: "1.1", merge: true, logLevel: "error" });
    if (value === null || value === undefined) return { kind: "absent", path };
    return isRecord(value) ? { kind: "object", path, value } : { kind: "broken", path };
  } catch {
    return { kind: "broken", path };
  }
}
