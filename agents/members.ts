/** Looking into values whose form is not known. */
import { isRecord } from "./agent.ts";

/** The member at a path of keys; undefined where there is none. */
export function memberOf(value: unknown, ...keys: readonly string[]): unknown {
  let member = value;
  for (const key of keys) member = isRecord(member) && Object.hasOwn(member, key) ? member[key] : undefined;
  return member;
}

/** The texts of a list; what is no text is left out. */
export function textsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
}
