/** Variables that reach rtk itself before the tool, and what an assignment to one means for the rest of a line. */
import type { Word } from "../syntax/nodes.ts";

/**
 * `environment`: rtk might not be found or not start. `path`: PATH grows, so names may resolve that did not before.
 * `disabled`, `enabled`: the user's own switch.
 */
export type VariableEffect = "environment" | "path" | "disabled" | "enabled";

/** A value as far as it is known: `literal` is undefined where only the shell knows it; `text` is its source. */
export interface AssignedValue {
  readonly literal: string | undefined;
  readonly text: string;
  readonly append: boolean;
}

/**
 * The loader's and Deno's own variables (with a bad value of the latter 2.9.6 does not start, or complains first), what names
 * are looked up in, and the options of shells. zsh's `path` is PATH, and its ARGV0 replaces argv[0] of what is started.
 */
const NAMES =
  "(?:LD|DYLD|DENO|OTEL_DENO|NODE_CHANNEL)_\\w*|OTEL_DENO|OTEL_SDK_DISABLED|RUST_MIN_STACK|GLIBC_TUNABLES|" +
  "PATH|path|ARGV0|SHELLOPTS|BASHOPTS|EXECIGNORE|BASH_CMDS|BASH_ALIASES|commands|functions|aliases|galiases|saliases";
const REACHES_RTK = new RegExp(`^(?:${NAMES})$`);
// Deno loads modules that NODE_OPTIONS names (seen with 2.9.6); memory limits and warnings do not touch it.
const LOADS_MODULES = /(?:^|[\s"'])(?:-r|--require|--import|--loader|--experimental-loader)\b/;
const OLD_PATH = /(?<!\\)\$(?:PATH(?![A-Za-z0-9_])|\{PATH\})|(?<!\\)\$path\b/;

/** What an assignment in front of a command, or among the operands of `env`, means for that command. */
export function prefixEffect(name: string, value: AssignedValue): VariableEffect | undefined {
  if (name === "RTK_DISABLED") return isOff(value) ? "enabled" : "disabled";
  if (name === "NODE_OPTIONS") {
    const loads = value.literal === undefined || LOADS_MODULES.test(value.literal);
    return loads ? "environment" : undefined;
  }
  return REACHES_RTK.test(name) ? "environment" : undefined;
}

/** What an assignment that lasts means for the commands behind it. */
export function lastingEffect(name: string, value: AssignedValue): VariableEffect | undefined {
  const effect = prefixEffect(name, value);
  if (effect !== "environment" || !/^path$/i.test(name)) return effect;
  const keeps = value.append || (value.literal === undefined && OLD_PATH.test(unquotedSingle(value.text)));
  return keeps ? "path" : "environment";
}

/** Whether losing or filling the variable otherwise than by an assignment reaches rtk. */
export function isProtected(name: string): boolean {
  return REACHES_RTK.test(name) || name === "NODE_OPTIONS" || name === "RTK_DISABLED";
}

/** What an expansion that assigns begins with. */
const EXPANSION = /\$\{|\(\(|[\w$]\[/;

/**
 * Whether an expansion in the text may assign to such a variable: `${NAME:=value}`, `((NAME=1))`, `a[NAME=1]`, and by way of
 * another one `${!x:=value}`. Quoting is not looked at.
 */
export function mayAssignInExpansion(source: string): boolean {
  if (!EXPANSION.test(source)) return false;
  const name = `(?:${NAMES}|NODE_OPTIONS|RTK_DISABLED)`;
  const arithmetic = "(?:\\(\\((?:[^()]|\\([^()]{0,99}\\)){0,400}?|[\\w$]\\[[^\\]]{0,60}?)";
  return new RegExp(
    `\\$\\{${name}(?:\\[[^\\]]{0,60}\\])?:{0,2}=|\\$\\{!\\w+:?=|` +
      `${arithmetic}(?:(?:\\+\\+|--)\\s*${name}|(?<![\\w$])${name}\\s*(?:(?:[-+*/%&^|]|<<|>>)?=(?!=)|\\+\\+|--))`,
  ).test(source);
}

/** The value of an assignment word of the prefix. */
export function assignedValue(value: Word, append: boolean): AssignedValue {
  return { literal: value.value, text: value.text, append };
}

function isOff({ literal, append }: AssignedValue): boolean {
  return !append && (literal === "" || literal === "0");
}

/** What stands in single quotes is no expansion. */
function unquotedSingle(text: string): string {
  return text.replaceAll(/'[^']*'/g, "");
}
