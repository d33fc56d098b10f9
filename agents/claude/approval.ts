/**
 * Whether Claude Code would run a line unasked: allow rules, built-in table, working folders, mode. What is not sure is said
 * to be unsure. Seen with 2.1.332.
 */
import { foldBlanks, unwrap } from "../../core/permission/command_line.ts";
import type { Approval, Form, JudgedText } from "../../core/permission/rule_set.ts";
import type { AndOrList, Command, Redirection, SimpleCommand, Word } from "../../core/syntax/nodes.ts";
import { resolve } from "./path_rules.ts";
import { type Location, readOnlyApproval } from "./read_only.ts";
import { HARMLESS_VARIABLES, readOnlyRule } from "./read_only_data.ts";
import { matchCommandRule, type RuleText } from "./rule_text.ts";
import { isWordOf } from "../../core/text/word_list.ts";

/** What the approval of a line depends on. */
export interface ApprovalFacts {
  readonly mode: "default" | "acceptEdits" | "auto" | "dontAsk" | "bypass" | "unknown";
  /** Rules that are surely in effect, and others that may be. */
  readonly allow: readonly RuleText[];
  readonly perhapsAllow: readonly RuleText[];
  /** Where the command runs, and the folder that Claude works in. */
  readonly cwd: string;
  readonly root: string;
  readonly home: string;
  /** There are deny rules about files: Claude then asks about more lines that change the folder. */
  readonly hasFileRules: boolean;
  /** Other folders count as well: settings, flags or rules name some. */
  readonly hasMoreFolders: boolean;
  realPath(path: string): string | undefined;
}

/** Judges a line that no deny or ask rule covers. */
export function approvalOf({ source, parse }: JudgedText, facts: ApprovalFacts): Approval {
  if (facts.mode === "bypass") return "allow";
  if (facts.allow.some(({ kind }) => kind === "everything")) {
    return facts.mode === "auto" ? "unsure" : "allow";
  }
  if (facts.mode === "unknown") return "unsure";
  const maybeAll = facts.perhapsAllow.some(({ kind }) => kind === "everything");
  if (parse.kind !== "program" || maybeAll) return "unsure";
  const line: Line = { source, facts, folder: facts.cwd };
  const verdicts = parse.program.lists.flatMap((list) => listVerdicts(line, list));
  const verdict = verdicts.length === 0 || verdicts.length > MAX_PARTS ? "unsure" : joined(verdicts);
  if (verdict === "allow" && UNEASY.test(source)) return "unsure";
  // A rule may also be the whole line; whatever else it would have to pass is not followed.
  const isNamed = facts.allow.some((rule) => rule.kind === "exact" && rule.command === source.trim());
  if (verdict === "none" && isNamed) return "unsure";
  // Whatever is not approved by rule or table there is a model's decision.
  return facts.mode === "auto" && verdict === "none" ? "unsure" : verdict;
}

/** Line continuations, blanks that are none to the shell, control characters: Claude asks. */
// deno-lint-ignore no-control-regex
const UNEASY =
  /\\\n|[\x00-\x08\x0b-\x1f\x7f\u0085\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]/;

/** From some number of commands on, Claude asks whatever they are. */
const MAX_PARTS = 20;

interface Line {
  readonly source: string;
  readonly facts: ApprovalFacts;
  /** Where the next command runs; undefined when that is not known. */
  folder: string | undefined;
}

function joined(verdicts: readonly Approval[]): Approval {
  if (verdicts.includes("none")) return "none";
  return verdicts.includes("unsure") ? "unsure" : "allow";
}

function listVerdicts(line: Line, { pipelines, background }: AndOrList): Approval[] {
  // `&` is asked about, whatever it runs.
  if (background) return ["none"];
  return pipelines.flatMap(({ stages, timed }) =>
    stages.map((stage): Approval => {
      const verdict = stageVerdict(line, stage);
      // Rules look through `time`, the table of reading commands does not.
      return timed && verdict === "allow" ? "unsure" : verdict;
    })
  );
}

function stageVerdict(line: Line, stage: Command): Approval {
  if (stage.kind === "compound") return "unsure";
  return joined([
    commandVerdict(line, stage),
    ...stage.redirections.map((one) => redirectionVerdict(line, one)),
  ]);
}

function commandVerdict(line: Line, command: SimpleCommand): Approval {
  const { facts } = line;
  const { words, assignments } = command;
  const values = [...words, ...assignments.map(({ value }) => value)];
  if (values.some((word) => word.substitution || holdsVariable(word))) return "none";
  if (!values.every(isPlain)) return "unsure";
  const [name] = words;
  if (!name || command.redirections.some(({ start }) => start < name.start)) return "unsure";
  if (words[0]?.value === "cd" || words[0]?.value === "pushd") return changeFolder(line, words);
  const inner = withoutWrapper(words);
  const moved = line.folder === undefined || !isSameFolder(line.folder, facts);
  if (inner[0]?.value === "git" && moved) return line.folder === undefined ? "unsure" : "none";
  const hasHarmless = assignments.every(({ name, append, value }) =>
    isWordOf(HARMLESS_VARIABLES, name) && !append && /^[\w./:,=+-]+$/.test(value.text)
  );
  const byRule = ruleVerdict(line, command, hasHarmless);
  if (byRule !== "none") return byRule;
  const isWrapped = inner !== words && words[0]?.value !== "timeout";
  const byTable = readOnlyApproval(inner, (word) => locate(line, word));
  if (byTable === "allow" && (!hasHarmless || isWrapped)) return assignments.length > 0 ? "unsure" : "none";
  const edits = facts.mode === "acceptEdits" && isWordOf(EDITORS, words[0]?.value ?? "");
  return byTable === "none" && edits ? "unsure" : byTable;
}

/** Commands that the mode acceptEdits lets run in the working folders. */
const EDITORS = "mkdir touch rm rmdir mv cp sed ln chmod";

/** `$HOME` and arithmetic are known to Claude; anything else that is expanded is asked about. */
function holdsVariable({ value, text }: Word): boolean {
  return value === undefined && /\$(?!HOME\b|\(\()[A-Za-z_0-9{?$#@*!-]/.test(text);
}

/**
 * Words that mean to Claude what they mean to the shell: no expansions, home folders, braces, and no escaped blanks. Other
 * backslashes, quoted or not, it takes as the shell does (`grep 'a\|b'`), and so a tilde inside of a word (`HEAD~1`).
 */
function isPlain({ text }: Word): boolean {
  // Nearly every word is passed by these looks, which cost less than to compile a pattern.
  if (["$", "`", "\n", "\r"].some((special) => text.includes(special))) return false;
  if (text.includes("~") && /(?:^|[=:"'])~/.test(text)) return false;
  if (text.includes("\\") && /\\(?:\s|$)/.test(text)) return false;
  const hasBrace = text.includes("{") || text.includes("}");
  return !hasBrace || !(text.includes(",") || text.includes(".."));
}

/** `timeout 5`, `nice`, `nohup` in front: rules are held against what they start. */
function withoutWrapper(words: readonly Word[]): readonly Word[] {
  const values = words.map(({ value }) => value ?? "");
  if (values[0] === "timeout" && /^\d+(?:\.\d+)?[smhd]?$/.test(values[1] ?? "")) return words.slice(2);
  return values[0] === "nice" || values[0] === "nohup" ? words.slice(1) : words;
}

function changeFolder(line: Line, words: readonly Word[]): Approval {
  const { facts } = line;
  const target = words[1]?.value;
  if (words[0]?.value !== "cd" || words.length !== 2 || target === undefined || /^-|\.\./.test(target)) {
    line.folder = undefined;
    return "unsure";
  }
  const location = locate(line, words[1]!);
  line.folder = line.folder === undefined ? undefined : resolve(line.folder, target, facts);
  const stays = line.folder !== undefined && isSameFolder(line.folder, facts);
  if (location === "inside") return facts.hasFileRules && !stays ? "unsure" : "allow";
  return location === "outside" ? "none" : "unsure";
}

function isSameFolder(folder: string, { cwd, realPath }: ApprovalFacts): boolean {
  return folder === cwd || (realPath(folder) ?? folder) === (realPath(cwd) ?? cwd);
}

function ruleVerdict(line: Line, command: SimpleCommand, hasHarmless: boolean): Approval {
  const { facts } = line;
  if (facts.allow.length === 0 && facts.perhapsAllow.length === 0) return "none";
  const { words, assignments } = command;
  const spellings = [words, ...(hasHarmless ? [withoutWrapper(words)] : [])].flatMap((list) => {
    const text = [list[0]?.value ?? "", ...list.slice(1).map((word) => foldBlanks(word.text))].join(" ");
    const prefix = assignments.map(({ name, value }) => `${name}=${value.text} `).join("");
    return hasHarmless ? [text, prefix + text] : [prefix + text];
  });
  const form: Form = { texts: spellings, words: [], targets: [], behindRtk: false, certain: true };
  // An exact rule is exact about blanks too.
  const written = withoutWrapper(words).map(({ start, end }) => line.source.slice(start, end)).join(" ");
  const isSpaced = words.length > 0 &&
    line.source.slice(words[0]?.start, words.at(-1)?.end).endsWith(written);
  const isCovered = facts.allow.some((rule) =>
    (rule.kind !== "exact" || isSpaced) && matchCommandRule(rule, form) === "covers"
  );
  if (isCovered) return ruleReach(line, words);
  const guess = unwrap({
    prefix: "",
    words,
    redirections: "",
    targets: [],
    certain: true,
    behindRtk: undefined,
  });
  const isPerhaps = [...facts.allow, ...facts.perhapsAllow].some((rule) =>
    [form, ...guess.forms].some((one) => matchCommandRule(rule, one) === "covers")
  );
  return isPerhaps ? "unsure" : "none";
}

/** An allow rule does not reach files outside of the working folders, nor what `find` would run. */
function ruleReach(line: Line, words: readonly Word[]): Approval {
  const inner = withoutWrapper(words);
  const name = inner[0]?.value ?? "";
  if (isWordOf(EDITORS, name) || name === "tee" || name === "find") return "unsure";
  const rule = readOnlyRule(name) ?? readOnlyRule(`${name} ${inner[1]?.value}`);
  if (rule?.operands !== "files" && rule?.operands !== "after-first") return "allow";
  const [first, ...rest] = inner.slice(1).filter((word) => !word.text.startsWith("-")).map((word) =>
    locate(line, word)
  );
  // The first one may be a pattern that looks like a path.
  const isPattern = rule.operands === "after-first";
  if (rest.includes("outside") || (!isPattern && first === "outside")) return "none";
  return [first ?? "inside", ...rest].every((location) => location === "inside") ? "allow" : "unsure";
}

function redirectionVerdict(line: Line, { operator, target }: Redirection): Approval {
  if (operator === ">&" || operator === "<&") return target.value === "-" ? "none" : "allow";
  if (target.value === "/dev/null") return "allow";
  if (!isPlain(target) || target.value === undefined) return "unsure";
  const location = locate(line, target);
  if (operator === "<") return location === "inside" ? "allow" : "unsure";
  if (operator.startsWith("<<")) return "unsure";
  return line.facts.mode === "acceptEdits" && location !== "outside" ? "unsure" : "none";
}

/** Whether a word, taken as a path, lies in the folder that Claude works in. */
function locate({ facts, folder }: Line, { value, text }: Word): Location {
  const path = value ?? text.replace(/[*?[].*$/s, "");
  if (folder === undefined || /(?:^|\/)\.\.(?:\/|$)/.test(path)) return "unknown";
  const absolute = resolve(folder, path, facts);
  const real = facts.realPath(absolute) ?? absolute;
  const roots = [facts.root, facts.realPath(facts.root) ?? facts.root];
  const isInside = (one: string): boolean => roots.some((root) => one === root || one.startsWith(`${root}/`));
  if (isInside(absolute) && isInside(real)) return "inside";
  const isKnownOutside = !isInside(absolute) && !facts.hasMoreFolders &&
    !/^\/tmp\/claude|\/\.claude\//.test(absolute);
  return isKnownOutside ? "outside" : "unknown";
}
