/** OpenCode's permission rules and how it holds them against a text. Read in the source of 1.18.33. */
import { isRecord } from "../agent.ts";

export type Action = "allow" | "ask" | "deny";

/** One rule of a list; the last that matches counts. */
export interface PermissionRule {
  /** The tool that it is about; a pattern too. */
  readonly permission: string;
  readonly pattern: string;
  readonly action: Action;
}

/** What `permission` in a configuration says: tools by name, each with an action or with actions by pattern. */
export type Permissions = Readonly<Record<string, Action | Readonly<Record<string, Action>>>>;

/** Reads `permission` and an agent's older `tools`, which it outranks; undefined where they hold anything else. */
export function permissionsOf(config: Readonly<Record<string, unknown>>): Permissions | undefined {
  const { permission = {}, tools = {} } = config;
  if (isAction(permission)) return { ...toolPermissions(tools), "*": permission };
  if (!isRecord(permission)) return undefined;
  const isReadable = Object.values(permission).every((value) =>
    isAction(value) || isRecord(value) && Object.values(value).every(isAction)
  );
  return isReadable ? merged(toolPermissions(tools), permission as Permissions) : undefined;
}

/** Switches of single tools, as they were written before there were permissions. */
export function toolPermissions(tools: unknown): Permissions {
  if (!isRecord(tools)) return {};
  return Object.fromEntries(Object.entries(tools).map(([name, isOn]) => [name, isOn ? "allow" : "deny"]));
}

function isAction(value: unknown): value is Action {
  return value === "allow" || value === "ask" || value === "deny";
}

/** Two configurations together: a later word takes the place of the earlier one, new ones come last. */
export function merged(earlier: Permissions, later: Permissions): Permissions {
  const result: Record<string, Permissions[string]> = { ...earlier };
  for (const [name, value] of Object.entries(later)) {
    const known = result[name];
    result[name] = isRecord(known) && isRecord(value) ? { ...known, ...value } : value;
  }
  return result;
}

/** The rules in their order; `~` and `$HOME` at the beginning of a pattern are the home folder. */
export function ruleList(permissions: Permissions, home: string): PermissionRule[] {
  return Object.entries(permissions).flatMap(([permission, value]): PermissionRule[] =>
    isAction(value) ? [{ permission, pattern: "*", action: value }] : Object.entries(value).map((
      [pattern, action],
    ) => ({ permission, pattern: pattern.replace(/^(?:~(?=\/|$)|\$HOME)/, () => home), action }))
  );
}

/** The rules of one agent, with a memory: a line is held against them in many spellings. */
export class RuleList {
  private readonly found = new Map<string, PermissionRule | undefined>();

  constructor(private readonly rules: readonly PermissionRule[]) {}

  /** The rule that decides about a text; undefined where none matches, which OpenCode takes for `ask`. */
  ruleFor(permission: string, text: string): PermissionRule | undefined {
    const key = `${permission}\0${text}`;
    if (!this.found.has(key)) {
      this.found.set(
        key,
        this.rules.findLast((rule) =>
          expressionOf(rule.permission).test(permission) && matchesPattern(rule, text)
        ),
      );
    }
    return this.found.get(key);
  }

  /** The rules about a tool with an action. */
  rulesWith(tool: string, action: Action): PermissionRule[] {
    return this.rules.filter((rule) => rule.action === action && expressionOf(rule.permission).test(tool));
  }

  /** Whether the agent is offered a tool at all: not where the last rule about it denies everything. */
  offers(tool: string): boolean {
    const last = this.rules.findLast((rule) => expressionOf(rule.permission).test(tool));
    return last?.pattern !== "*" || last.action !== "deny";
  }

  /** Whether it allows a tool whatever the call. */
  allowsAll(tool: string): boolean {
    const about = this.rules.filter((rule) => expressionOf(rule.permission).test(tool));
    return about.some(({ pattern }) => pattern === "*") && about.every(({ action }) => action === "allow");
  }
}

/** Whether a rule is about a text, though a later one may decide. */
export function matchesPattern({ pattern }: PermissionRule, text: string): boolean {
  return expressionOf(pattern).test(slashed(text));
}

const expressions = new Map<string, RegExp>();

/** `*` is any text, `?` any character; ` *` at the end may be missing. */
function expressionOf(pattern: string): RegExp {
  const known = expressions.get(pattern);
  if (known) return known;
  const source = slashed(pattern).replaceAll(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*").replaceAll(
    "?",
    ".",
  ).replace(/ \.\*$/, "( .*)?");
  const expression = new RegExp(`^${source}$`, "s");
  expressions.set(pattern, expression);
  return expression;
}

function slashed(text: string): string {
  return text.replaceAll("\\", "/");
}
