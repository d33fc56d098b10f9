/** One policy file of Gemini CLI: `[[rule]]` tables. Read in its source of August 2026. */
import type { Rule } from "../../core/permission/rule_set.ts";
import { isRecord } from "../agent.ts";
import { beginsWith, testRule, unreadable } from "../line_rules.ts";
import { textsOf } from "../members.ts";
import type { TomlFile } from "../toml.ts";

/** A rule for the shell tool. */
export interface PolicyRule {
  readonly decision: "allow" | "deny" | "ask_user";
  /** It holds in every mode. */
  readonly isSure: boolean;
  readonly rule: Rule;
}

/** The rules of a file that are about the shell tool. `input`: what patterns over all arguments are held against. */
export function policyRules(
  file: TomlFile,
  input: Readonly<Record<string, unknown>> | undefined,
): PolicyRule[] {
  const tables = file.kind === "object" && Array.isArray(file.value.rule) ? file.value.rule : [];
  return tables.filter(isRecord).filter(isAboutShell).flatMap((table): PolicyRule[] => {
    const { decision } = table;
    if (decision !== "allow" && decision !== "deny" && decision !== "ask_user") return [];
    const isSure = table.modes === undefined && table.interactive === undefined &&
      table.subagent === undefined;
    const text = JSON.stringify(table);
    try {
      const test = testOf(table, input);
      return [{ decision, isSure, rule: testRule({ text, source: file.path }, test) }];
    } catch {
      // A pattern that JavaScript does not take: it may forbid anything.
      return decision === "allow" ? [] : [{ decision, isSure, rule: unreadable(file.path) }];
    }
  });
}

function isAboutShell({ toolName, mcpName }: Readonly<Record<string, unknown>>): boolean {
  if (mcpName !== undefined) return false;
  const names = typeof toolName === "string" ? [toolName] : textsOf(toolName);
  return toolName === undefined || names.some((name) => TOOLS.has(name));
}

const TOOLS = new Set(["*", "run_shell_command", "ShellTool"]);

type Test = (text: string) => boolean;

function testOf(
  table: Readonly<Record<string, unknown>>,
  input: Readonly<Record<string, unknown>> = {},
): Test {
  const { commandPrefix, commandRegex, argsPattern } = table;
  if (commandPrefix !== undefined) {
    const prefixes = typeof commandPrefix === "string" ? [commandPrefix] : textsOf(commandPrefix);
    return (text) => prefixes.some((prefix) => beginsWith(text, prefix.trim()));
  }
  const pattern = typeof commandRegex === "string"
    ? new RegExp(`"command":"(?:${commandRegex})`)
    : typeof argsPattern === "string"
    ? new RegExp(argsPattern)
    : undefined;
  if (!pattern) return () => true;
  return (text) =>
    pattern.test(sorted({ command: text })) || pattern.test(sorted({ ...input, command: text }));
}

/** Arguments as one text, by name. */
function sorted(input: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(input).sort(([a], [b]) => a < b ? -1 : 1)));
}
