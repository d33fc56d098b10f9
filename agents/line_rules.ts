/** Building blocks of rule readers for hosts whose rules name the beginnings of commands. */
import {
  type Approval,
  type Form,
  type JudgedText,
  type Match,
  NO_RULES,
  type Rule,
  type RuleSet,
} from "../core/permission/rule_set.ts";
import type { Command, SimpleCommand } from "../core/syntax/nodes.ts";

/** Where a rule stands, and how. */
export interface RulePlace {
  readonly text: string;
  readonly source: string;
}

/** A rule that holds for the texts that pass a test. */
export function testRule(place: RulePlace, test: (text: string) => boolean): Rule {
  return { ...place, match: ({ texts }: Form): Match => texts.some(test) ? "covers" : undefined };
}

/** A rule for commands that begin with these words. */
export function prefixRule(place: RulePlace, words: string): Rule {
  return testRule(place, (text) => beginsWith(text, words));
}

/** A file that may hold any rule, as it cannot be read: commands that pass a test stay as they are. */
export function unreadable(source: string, test: (text: string) => boolean = () => true): Rule {
  return {
    text: `cannot read ${source}`,
    source,
    match: ({ texts }) => texts.some(test) ? "near" : undefined,
  };
}

/** Whether a rule holds for a command of this text. */
export function covers(rule: Rule, text: string): boolean {
  return matchOf(rule, text) === "covers";
}

/** How a rule answers to a command of this text. */
export function matchOf(rule: Rule, text: string): Match {
  return rule.match({ texts: [text], words: [], targets: [], behindRtk: false, certain: true }, []);
}

/** Whether a command begins with whole words. */
export function beginsWith(text: string, words: string): boolean {
  return text === words || text.startsWith(`${words} `);
}

/** Whether a text is what a pattern with `*` describes. */
export function matchesGlob(text: string, pattern: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** A host's rules, with nothing where nothing is said. */
export function ruleSet(parts: Partial<RuleSet>): RuleSet {
  return { ...NO_RULES, ...parts };
}

/**
 * The approval of a line whose simple commands are approved one by one.
 * @param approve asked about each command's text, quotes removed; what the shell would expand stays as written.
 */
export function lineApproval({ parse }: JudgedText, approve: (text: string) => Approval): Approval {
  if (parse.kind !== "program") return "unsure";
  const verdicts = parse.program.lists.flatMap(({ pipelines, background }) => {
    const stages = pipelines.flatMap(({ stages }) => stages.map((stage) => stageApproval(stage, approve)));
    return background ? stages.map(notSure) : stages;
  });
  if (verdicts.includes("none")) return "none";
  return verdicts.length === 0 || verdicts.includes("unsure") ? "unsure" : "allow";
}

function stageApproval(stage: Command, approve: (text: string) => Approval): Approval {
  if (stage.kind === "compound") return "unsure";
  const verdict = approve(textOf(stage));
  return isPlain(stage) ? verdict : notSure(verdict);
}

/** Assignments, substitutions and files are judged by each host in its own way. */
function isPlain({ assignments, words, redirections }: SimpleCommand): boolean {
  return assignments.length === 0 && words.length > 0 && !words.some(({ substitution }) => substitution) &&
    redirections.every(({ operator, target }) =>
      operator === ">&" || operator === "<&" || target.value === "/dev/null"
    );
}

function notSure(verdict: Approval): Approval {
  return verdict === "allow" ? "unsure" : verdict;
}

function textOf({ words }: SimpleCommand): string {
  return words.map(({ value, text }) => value ?? text).join(" ");
}
