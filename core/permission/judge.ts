/** Holds a line and its rewritten form against a host's rules. */
import type { Part, Rewrite } from "../rewrite/rewrite.ts";
import type { Parse } from "../syntax/nodes.ts";
import { unwrap } from "./command_line.ts";
import { decide, type Outcome, type Verdict } from "./decide.ts";
import { formsOf, type NestedParser } from "./forms.ts";
import type { Form, JudgedText, Match, Rule, RuleSet } from "./rule_set.ts";

/** A rule that holds for a command of the line. */
export interface Finding {
  readonly rule: Rule;
  readonly form: Form;
  readonly match: Exclude<Match, undefined>;
}

export interface Ruling {
  /** The host's verdict on the line as it was given. */
  readonly verdict: Verdict;
  readonly outcome: Outcome;
  /** The rule behind a deny or ask. */
  readonly finding?: Finding;
  /** The line names `rtk` itself, and with it walks past this rule. */
  readonly walksPast?: Finding;
}

export interface LineToJudge {
  readonly source: string;
  readonly parse: Parse;
  readonly rewrite: Rewrite;
}

/** Judges a line. `parser` reads shell text that stands inside commands, and the rewritten text. */
export async function judge(line: LineToJudge, rules: RuleSet, parser: NestedParser): Promise<Ruling> {
  const hasRules = [rules.deny, rules.ask, rules.untouched].some((list) => list.length > 0);
  const forms = hasRules ? await formsOf(line, parser) : [];
  const deny = strongest(rules.deny, forms);
  const ask = deny ? undefined : strongest(rules.ask, forms);
  const finding = deny ?? ask;
  const walked = behindRtk(rules, forms);
  const walksPast = walked && { walksPast: walked };
  if (finding) {
    const verdict = deny ? "deny" : "ask";
    const outcome = decide({
      original: verdict,
      rewritten: verdict,
      canApprove: false,
      writesAreNamed: false,
    });
    return { verdict, outcome, finding, ...walksPast };
  }
  const verdict = rules.approval(line);
  if (line.rewrite.kind !== "rewrite") return { verdict, outcome: { kind: "raw" } };
  if (strongest(rules.untouched, forms)) {
    return { verdict, outcome: { kind: "raw", reason: "approval-lost" } };
  }
  const rewritten = await verdictOn(line.rewrite.command, rules, parser);
  const writesAreNamed = line.rewrite.parts.every((part) => isNamed(part, rules));
  const outcome = decide({ original: verdict, rewritten, canApprove: rules.canApprove, writesAreNamed });
  return { verdict, outcome };
}

async function verdictOn(source: string, rules: RuleSet, parser: NestedParser): Promise<Verdict> {
  const hasRules = rules.deny.length > 0 || rules.ask.length > 0;
  if (!hasRules && rules.mayApproveRtk === false) return "none";
  const text: JudgedText = { source, parse: await parser(source) };
  if (!hasRules) return rules.approval(text);
  // What only rtk hides from the host was judged with the original.
  const forms = (await formsOf(text, parser)).filter((form) => !form.behindRtk);
  if (strongest(rules.deny, forms)) return "deny";
  if (strongest(rules.ask, forms)) return "ask";
  return rules.mayApproveRtk === false ? "none" : rules.approval(text);
}

/** The rule that holds most surely for some of a line's forms: one that covers a command before one that is merely near it. */
function strongest(
  rules: readonly Rule[],
  forms: readonly Form[],
  line: readonly Form[] = forms,
): Finding | undefined {
  let near: Finding | undefined;
  for (const form of forms) {
    for (const rule of rules) {
      const match = rule.match(form, line);
      if (match === "covers" && form.certain) return { rule, form, match };
      if (match) near ??= { rule, form, match: "near" };
    }
  }
  return near;
}

function behindRtk({ deny, ask }: RuleSet, forms: readonly Form[]): Finding | undefined {
  const hidden = forms.filter((form) => form.behindRtk && form.certain);
  return walkedPast(deny, hidden, forms) ?? walkedPast(ask, hidden, forms);
}

function walkedPast(
  rules: readonly Rule[],
  hidden: readonly Form[],
  line: readonly Form[],
): Finding | undefined {
  for (const form of hidden) {
    const rule = rules.find((one) => one.match(form, line) === "covers" && !meetsTyped(one, form, line));
    if (rule) return { rule, form, match: "covers" };
  }
  return undefined;
}

/** The host holds the rule against the text as it was typed: what it then makes of it is its own verdict. */
function meetsTyped(rule: Rule, form: Form, line: readonly Form[]): boolean {
  const { typed = [] } = form;
  return typed.length > 0 &&
    typed.every((text) =>
      rule.names
        ? rule.names(text)
        : rule.match({ ...form, texts: [text], words: [], behindRtk: false }, line) === "covers"
    );
}

/** Whether an allow rule names a part that writes; other parts need none. */
function isNamed({ kind, effect, command }: Part, rules: RuleSet): boolean {
  if (kind !== "rewrite" || effect !== "write") return true;
  if (command?.kind !== "simple") return false;
  const { forms } = unwrap({
    prefix: "",
    words: command.words,
    redirections: "",
    targets: [],
    certain: true,
    behindRtk: undefined,
  });
  return forms.some((form) => rules.allowRule(form) !== undefined);
}

/** For people: `rule Bash(git push:*) covers git push`. */
export function findingText({ rule, form }: Finding): string {
  return `rule ${rule.text} covers ${form.words.map(({ value }) => value).join(" ") || form.texts[0]}`;
}
