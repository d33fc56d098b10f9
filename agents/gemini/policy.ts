/** One policy file of Gemini CLI: `[[rule]]` tables. Read in the bundle of 0.61.0. */
import { isRecord } from "../agent.ts";
import { textsOf } from "../members.ts";
import type { TomlFile } from "../toml.ts";

/** A rule for the shell tool, from whatever place. */
export interface PolicyRule {
  readonly decision: "allow" | "deny" | "ask_user";
  /** Tier and priority together; of the rules that match, the highest decides. */
  readonly priority: number;
  /** It is in effect, whatever cannot be seen of the session. */
  readonly isSure: boolean;
  /** It is about all commands: what the host thinks of one by itself may then change the decision. */
  readonly isPlain: boolean;
  /** As it stands in the file. */
  readonly text: string;
  readonly source: string;
  test(command: string): boolean;
}

/** Whose policies outrank whose; a priority counts in thousandths. */
export const TIER = { extension: 2, project: 3, user: 4, admin: 5 } as const;

export interface PolicyFile {
  readonly file: TomlFile;
  readonly tier: number;
  /** The file surely counts. */
  readonly isSure: boolean;
}

/** What the reader knows of the call. */
export interface PolicyCall {
  /** All of the tool's input: patterns are held against it as one text. */
  readonly input: Readonly<Record<string, unknown>> | undefined;
  /** The mode that a flag names, where the session was started in the one that allows all. */
  readonly mode: "yolo" | undefined;
}

/** The rules of a file that are about the shell tool. */
export function policyRules({ file, tier, isSure }: PolicyFile, call: PolicyCall): PolicyRule[] {
  const tables = file.kind === "object" && Array.isArray(file.value.rule) ? file.value.rule : [];
  // One table that does not fit its schema voids the file.
  const isValid = isSure && tables.every(isWellFormed);
  return tables.filter(isRecord).filter(isAboutShell).flatMap((table): PolicyRule[] => {
    const { decision } = table;
    if (decision !== "allow" && decision !== "deny" && decision !== "ask_user") return [];
    // No policy of an extension allows anything.
    if (tier === TIER.extension && decision === "allow") return [];
    const rule: Omit<PolicyRule, "isSure" | "isPlain" | "test"> = {
      decision,
      priority: tier + (typeof table.priority === "number" ? table.priority : 0) / 1000,
      text: JSON.stringify(table),
      source: file.path,
    };
    const holds = isValid && isInEffect(table, call);
    try {
      return testsOf(table, call.input, decision).map(({ test, isPlain, isExact }) => (
        { ...rule, isSure: holds && isExact, isPlain, test }
      ));
    } catch {
      // A pattern that JavaScript does not take: it may forbid anything.
      return decision === "allow" ? [] : [{ ...rule, isSure: false, isPlain: true, test: () => true }];
    }
  });
}

function isWellFormed(table: unknown): boolean {
  if (!isRecord(table)) return false;
  const { priority, toolName } = table;
  return typeof priority === "number" && Number.isInteger(priority) && priority >= 0 && priority <= 999 &&
    (typeof toolName === "string" || Array.isArray(toolName));
}

/** Whether a rule holds whatever the mode, and whoever is there to be asked. */
function isInEffect(table: Readonly<Record<string, unknown>>, { mode }: PolicyCall): boolean {
  const { modes, interactive, subagent, toolAnnotations } = table;
  const isAlways = interactive === undefined && subagent === undefined && toolAnnotations === undefined;
  const isOfMode = modes === undefined || mode !== undefined && textsOf(modes).includes(mode);
  // The older name of the tool is one of settings.
  return isAlways && isOfMode && namesOf(table).some((name) => name !== "ShellTool");
}

function namesOf({ toolName }: Readonly<Record<string, unknown>>): string[] {
  const names = toolName === undefined
    ? ["*"]
    : typeof toolName === "string"
    ? [toolName]
    : textsOf(toolName);
  return names.filter((name) => TOOLS.has(name));
}

function isAboutShell(table: Readonly<Record<string, unknown>>): boolean {
  return table.mcpName === undefined && namesOf(table).length > 0;
}

const TOOLS = new Set(["*", "run_shell_command", "ShellTool"]);

interface Test {
  readonly isPlain: boolean;
  /** The host's own reading; others are what the user may have meant. */
  readonly isExact: boolean;
  test(command: string): boolean;
}

function testsOf(
  { commandPrefix, commandRegex, argsPattern }: Readonly<Record<string, unknown>>,
  input: PolicyCall["input"] = {},
  decision: PolicyRule["decision"],
): Test[] {
  const prefixes = (typeof commandPrefix === "string" ? [commandPrefix] : textsOf(commandPrefix)).filter(
    Boolean,
  );
  if (prefixes.length > 0) {
    return prefixes.flatMap((prefix): Test[] => {
      const exact = { isPlain: false, isExact: true, test: prefixTest(prefix) };
      const meant = prefix.trim();
      const isLax = decision !== "allow" && meant !== prefix && meant !== "";
      return isLax ? [exact, { isPlain: false, isExact: false, test: prefixTest(meant) }] : [exact];
    });
  }
  // No group around it: a bar in the expression parts the whole text.
  const source = typeof commandRegex === "string" ? `"command":"${commandRegex}` : argsPattern;
  if (typeof source !== "string" || source === "") {
    return [{
      isPlain: true,
      isExact: true,
      test: () => true,
    }];
  }
  const pattern = new RegExp(source);
  // A part of a line is held against the pattern by itself, without the other arguments.
  const test = (command: string): boolean => {
    const found = [{ command }, { ...input, command }].map((one) => pattern.test(sorted(one)));
    return decision === "allow" ? !found.includes(false) : found.includes(true);
  };
  return [{ isPlain: false, isExact: true, test }];
}

/** Words at the beginning, as far as a blank, a quote or the end; tabs and newlines are escapes in the host's text. */
export function prefixTest(prefix: string): (command: string) => boolean {
  return (command) => command.startsWith(prefix) && /^(?:[^\S\t-\r]|"|$)/.test(command.slice(prefix.length));
}

/** Arguments as one text, by name, each between zeros. */
function sorted(input: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(input).filter(([, value]) => value !== undefined).sort(([a], [b]) =>
    a < b ? -1 : 1
  );
  return `{${
    members.map(([name, value]) => `\0${JSON.stringify(name)}:${JSON.stringify(value)}\0`).join(",")
  }}`;
}
