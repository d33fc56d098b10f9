/** The part of Starlark in which `*.rules` files are usually written: calls whose arguments are literals. */

/** `prefix_rule(pattern = ["git", ["push", "pull"]], decision = "forbidden")`. */
export interface PrefixRule {
  /** The words that are meant at each place. */
  readonly pattern: readonly (readonly string[])[];
  readonly decision: "allow" | "prompt" | "forbidden";
}

type Value = string | readonly Value[];

/** Reads a file; undefined when anything in it is no such call. */
export function readRuleFile(text: string): PrefixRule[] | undefined {
  const reader: Reader = { tokens: tokensOf(text), at: 0 };
  const rules: PrefixRule[] = [];
  while (reader.at < reader.tokens.length) {
    const call = readCall(reader);
    if (!call) return undefined;
    if (call.name !== "prefix_rule") continue;
    const rule = ruleOf(call.args);
    if (!rule) return undefined;
    rules.push(rule);
  }
  return rules;
}

interface Reader {
  readonly tokens: readonly string[];
  at: number;
}

const TOKEN = /\s+|#[^\n]*|"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\w+|[\s\S]/g;

function tokensOf(text: string): string[] {
  return (text.match(TOKEN) ?? []).filter((token) => !/^(?:\s|#)/.test(token) && token !== ";");
}

interface Call {
  readonly name: string;
  readonly args: ReadonlyMap<string, Value>;
}

/** Calls that this reader may pass over: they give no command a verdict. */
const KNOWN = new Set(["prefix_rule", "network_rule", "host_executable"]);

function readCall(reader: Reader): Call | undefined {
  const name = next(reader);
  if (!KNOWN.has(name) || next(reader) !== "(") return undefined;
  const args = new Map<string, Value>();
  while (peek(reader) !== ")") {
    const isNamed = reader.tokens[reader.at + 1] === "=";
    const key = isNamed ? next(reader) : ["pattern", "decision"][args.size] ?? "";
    if (isNamed) next(reader);
    const value = readValue(reader);
    if (value === undefined) return undefined;
    args.set(key, value);
    if (peek(reader) === ",") next(reader);
    else if (peek(reader) !== ")") return undefined;
  }
  next(reader);
  return { name, args };
}

function readValue(reader: Reader): Value | undefined {
  const token = next(reader);
  if (token === "[" || token === "(") {
    const end = token === "[" ? "]" : ")";
    const items: Value[] = [];
    while (peek(reader) !== end) {
      const item = readValue(reader);
      if (item === undefined) return undefined;
      items.push(item);
      if (peek(reader) === ",") next(reader);
      else if (peek(reader) !== end) return undefined;
    }
    next(reader);
    return items;
  }
  return stringOf(token);
}

/** A string literal; undefined for another token, and for escapes that would need more than taking the backslash away. */
function stringOf(token: string): string | undefined {
  const [, , content] = /^("""|'''|"|')([\s\S]*)\1$/.exec(token) ?? [];
  if (content === undefined || /\\[^\\"']/.test(content)) return undefined;
  return content.replaceAll(/\\(.)/g, "$1");
}

function next(reader: Reader): string {
  return reader.tokens[reader.at++] ?? "";
}

function peek(reader: Reader): string {
  return reader.tokens[reader.at] ?? "";
}

function ruleOf(args: ReadonlyMap<string, Value>): PrefixRule | undefined {
  const decision = args.get("decision") ?? "allow";
  const pattern = args.get("pattern");
  if (decision !== "allow" && decision !== "prompt" && decision !== "forbidden") return undefined;
  if (!Array.isArray(pattern) || pattern.length === 0) return undefined;
  const places: string[][] = [];
  for (const place of pattern as readonly Value[]) {
    const choices = typeof place === "string" ? [place] : place;
    if (!choices.every((choice) => typeof choice === "string")) return undefined;
    places.push([...choices]);
  }
  return { pattern: places, decision };
}
