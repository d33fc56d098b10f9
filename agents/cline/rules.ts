/** Cline's rules that a hook can see: the variable CLINE_COMMAND_PERMISSIONS. Its documentation of August 2026. */
import type { Approval, Rule } from "../../core/permission/rule_set.ts";
import { type HostRules, isRecord, type Surroundings } from "../agent.ts";
import { lineApproval, matchesGlob, ruleSet, testRule, unreadable } from "../line_rules.ts";
import { textsOf } from "../members.ts";

const NAME = "CLINE_COMMAND_PERMISSIONS";

/** Reads the rules; never throws. */
export function clineRules({ env }: Surroundings): HostRules {
  const permissions = parse(env(NAME));
  const allow = textsOf(permissions?.allow);
  const deny: Rule[] = textsOf(permissions?.deny).map((text) =>
    testRule({ text, source: NAME }, (command) => matchesGlob(command, text))
  );
  const approve = (text: string): Approval =>
    allow.some((pattern) => matchesGlob(text, pattern)) ? "allow" : "none";
  const rules = ruleSet({
    deny,
    untouched: permissions ? [] : [unreadable(NAME)],
    approval: (text) => lineApproval(text, approve),
  });
  return { rules, defaultRewrite: "build" };
}

/** Undefined where it cannot be read. */
function parse(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
