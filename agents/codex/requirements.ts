/**
 * What administrators ask of Codex: `[rules]` of `requirements.toml`, on the machine and in what a server of an
 * organisation said last. Form: documented and read in its source; seen with 0.171.0.
 */
import { isRecord } from "../agent.ts";
import { readJsonc } from "../jsonc.ts";
import { memberOf, textsOf } from "../members.ts";
import { parseToml, readToml, type TomlFile } from "../toml.ts";
import type { PrefixRule } from "./rule_file.ts";

/** Rules with the file that holds them. */
export interface Requirements {
  readonly path: string;
  /** Undefined where they cannot be read. */
  readonly rules: readonly PrefixRule[] | undefined;
}

/**
 * Reads them; never throws.
 * @param user the folder of Codex's own files.
 * @param system that of the machine's.
 */
export function readRequirements(user: string, system: string): Requirements[] {
  return [readToml(`${system}/requirements.toml`), ...serverFiles(`${user}/cloud-config-bundle-cache.json`)]
    .map((file) => ({ path: file.path, rules: rulesOf(file) }));
}

/** Texts of TOML in a file that Codex keeps; who signs out leaves it behind. */
function serverFiles(path: string): TomlFile[] {
  const file = readJsonc(path);
  if (file.kind !== "object") return file.kind === "broken" ? [file] : [];
  const list = memberOf(
    file.value,
    "signed_payload",
    "bundle",
    "requirements_toml",
    "enterprise_managed",
  );
  const texts = Array.isArray(list) ? list.map((one) => memberOf(one, "contents")) : [];
  return textsOf(texts).map((text) => parseToml(text, path));
}

function rulesOf(file: TomlFile): PrefixRule[] | undefined {
  if (file.kind !== "object") return file.kind === "absent" ? [] : undefined;
  const list = memberOf(file.value, "rules", "prefix_rules") ?? [];
  if (!Array.isArray(list)) return undefined;
  const rules = list.map(ruleOf);
  return rules.every((rule) => rule !== undefined) ? rules : undefined;
}

/** `{ pattern = [{ token = "git" }, { any_of = ["push", "fetch"] }], decision = "forbidden" }`; nothing can be allowed. */
function ruleOf(value: unknown): PrefixRule | undefined {
  const places = memberOf(value, "pattern");
  const decision = DECISIONS.get(memberOf(value, "decision"));
  if (!Array.isArray(places) || places.length === 0 || !decision) return undefined;
  const pattern = places.map(choicesOf);
  return pattern.every((choices) => choices.length > 0) ? { pattern, decision } : undefined;
}

const DECISIONS: ReadonlyMap<unknown, PrefixRule["decision"]> = new Map([
  ["forbidden", "forbidden"],
  ["prompt", "prompt"],
  // The user is asked, whoever else may approve in the session.
  ["prompt-user", "prompt"],
]);

function choicesOf(place: unknown): string[] {
  if (!isRecord(place)) return [];
  return typeof place.token === "string" ? [place.token] : textsOf(place.any_of);
}
