/**
 * Gemini CLI's rules: policy files, the lists of its settings, flags, and what it runs unasked or asks about by itself. Read
 * in the bundle of 0.61.0, seen with it.
 */
import type { Approval, JudgedText } from "../../core/permission/rule_set.ts";
import type { HostRules, Surroundings } from "../agent.ts";
import { lineApproval, ruleSet, unreadable } from "../line_rules.ts";
import { dangerousRules, orderOf, rulesFor, verdictOn } from "./order.ts";
import { type PolicyRule, policyRules, prefixTest, TIER } from "./policy.ts";
import { listsIn, policyFiles, readSession, type Session } from "./session.ts";

/** Reads the rules; never throws. */
export function geminiRules(surroundings: Surroundings): HostRules {
  const session = readSession(surroundings);
  const { isYolo } = session.flags;
  const policies = policyFiles(surroundings.env, session);
  const call = { input: surroundings.request?.input, mode: isYolo ? "yolo" as const : undefined };
  const order = orderOf(
    [...policies.flatMap((one) => policyRules(one, call)), ...settingsRules(session)],
    isYolo,
  );
  const files = [...session.settings, ...policies.map(({ file }) => file)];
  const broken = files.filter(({ kind }) => kind === "broken");
  // The others name commands, or allow all.
  const asksAboutAll = order.rules.some(({ decision, isPlain }) => decision === "ask_user" && isPlain);
  const approve = (text: string): Approval => {
    const verdict = verdictOn(order, text);
    return verdict === "deny" || verdict === "ask" ? "none" : verdict;
  };
  return {
    rules: ruleSet({
      deny: rulesFor(order, "deny"),
      ask: [...rulesFor(order, "ask_user"), ...dangerousRules(order)],
      untouched: broken.map(({ path }) => unreadable(path)),
      approval: (text) => isYolo && !asksAboutAll ? "allow" : approvalOf(text, approve),
    }),
    defaultRewrite: "all",
  };
}

/** The approval of a line; rules are about a command's text as written, quotes and all. */
function approvalOf(text: JudgedText, approve: (text: string) => Approval): Approval {
  const approval = lineApproval(text, approve);
  if (approval === "unsure" || text.parse.kind !== "program") return "unsure";
  const written = text.parse.program.lists.flatMap(({ pipelines }) =>
    pipelines.flatMap(({ stages }) => stages)
  )
    .map((stage) => approve(text.source.slice(stage.start, stage.end)));
  return approval === "none" ? approval : written.every((one) => one === approval) ? approval : "unsure";
}

/** Where the lists of the settings stand among the user's policies. */
const PRIORITY = {
  exclude: TIER.user + 0.4,
  confirmationRequired: TIER.user + 0.35,
  allowed: TIER.user + 0.3,
  core: TIER.user + 0.25,
} as const;

/** What all but the entries of a list gets is asked right behind them. */
const REST = 0.01;

interface List {
  readonly source: string;
  readonly texts: readonly string[];
  /** Names of older versions may not count any more. */
  readonly isSure: boolean;
}

function settingsRules(session: Session): PolicyRule[] {
  const lists = (name: string, before?: string): List[] => [
    ...listsIn(session, "tools", name).map((list) => ({ ...list, isSure: true })),
    ...(before === undefined ? [] : listsIn(session, before).map((list) => ({ ...list, isSure: false }))),
  ];
  const flag = session.flags.allowed;
  const allowed = flag
    ? [{ source: "command line", texts: flag, isSure: true }]
    : lists("allowed", "allowedTools");
  return [
    ...lists("exclude", "excludeTools").flatMap(excludeRules),
    ...strongest(allowed).flatMap((list) => allowRules(list, "allowed")),
    ...strongest(lists("confirmationRequired")).flatMap(questionRules),
    ...strongest(lists("core", "coreTools")).flatMap((list) => allowRules(list, "core")),
  ];
}

/** Of lists that count in one place only the strongest file's holds; older names may hold besides. */
function strongest(lists: readonly List[]): List[] {
  const last = lists.findLast(({ isSure }) => isSure);
  return lists.filter((list) => list === last || !list.isSure);
}

interface Entry {
  /** What stands between the parentheses. */
  readonly words: string | undefined;
  readonly text: string;
}

/** `run_shell_command`, `run_shell_command(git status)`. */
function entriesOf({ texts }: List): Entry[] {
  return texts.flatMap((text) => {
    const [, tool, words] = /^([\w-]+)(?:\((.*)\))?$/s.exec(text.trim()) ?? [];
    return tool === "run_shell_command" || tool === "ShellTool" ? [{ words, text }] : [];
  });
}

function allowRules(list: List, name: "allowed" | "core"): PolicyRule[] {
  const entries = entriesOf(list);
  const rule = {
    decision: "allow",
    priority: PRIORITY[name],
    source: list.source,
    isSure: list.isSure,
  } as const;
  // `tools.core` lists what there is, `tools.allowed` narrows a tool by naming some of its commands.
  const isNarrow = name === "core" || entries.some(({ words }) => words !== undefined);
  const rest: PolicyRule = {
    ...rule,
    decision: "deny",
    priority: PRIORITY[name] - REST,
    isPlain: true,
    text: `tools.${name}, which lists the commands that may run,`,
    test: () => true,
  };
  const listed = entries.filter(({ words }) => words !== "").map(({ words, text }): PolicyRule => (
    {
      ...rule,
      text,
      isPlain: words === undefined,
      test: words === undefined ? () => true : prefixTest(words),
    }
  ));
  return isNarrow ? [...listed, rest] : listed;
}

function questionRules(list: List): PolicyRule[] {
  return entriesOf(list).filter(({ words }) => words === undefined).map(({ text }) => ({
    decision: "ask_user",
    priority: PRIORITY.confirmationRequired,
    isSure: list.isSure,
    isPlain: true,
    text,
    source: list.source,
    test: () => true,
  }));
}

/** Single commands were excluded by older versions; 0.61.0 knows no tool of such a name. */
function excludeRules(list: List): PolicyRule[] {
  return entriesOf(list).map(({ words, text }) => ({
    decision: "deny",
    priority: PRIORITY.exclude,
    isSure: list.isSure && words === undefined,
    isPlain: words === undefined,
    text,
    source: list.source,
    test: words === undefined ? () => true : prefixTest(words),
  }));
}
