/**
 * OpenCode's rules for the tool `bash`. It judges each command of a line by its source text, after the plugin, so an allowed
 * line needs its rewritten form allowed as well. Read in the source of 1.18.33, and seen with it.
 */
import type { Approval, Form, JudgedText, Match, Rule } from "../../core/permission/rule_set.ts";
import type { SimpleCommand } from "../../core/syntax/nodes.ts";
import type { HostRules, Surroundings } from "../agent.ts";
import { homeFolder } from "../host_files.ts";
import { ruleSet, unreadable } from "../line_rules.ts";
import { type Configuration, readConfiguration } from "./config.ts";
import { outsideRule } from "./outside.ts";
import { type Action, matchesPattern, type PermissionRule, RuleList, ruleList } from "./permission.ts";

/** What holds without a configuration. */
const BUILT_IN: readonly PermissionRule[] = [
  { permission: "*", pattern: "*", action: "allow" },
  { permission: "external_directory", pattern: "*", action: "ask" },
];

/** Reads the rules; never throws. */
export function opencodeRules({ env, cwd }: Surroundings): HostRules {
  const home = homeFolder(env);
  const folder = env("RTK_HOST_FOLDER") || cwd;
  const agent = env("RTK_HOST_AGENT") || undefined;
  const config = readConfiguration(env, folder, agent);
  const lists = listsOf(config, home, agent);
  const place = { cwd, folder, home };
  return {
    rules: ruleSet({
      deny: [...rulesFor(lists, "deny"), outsideRule(lists, "deny", place)],
      ask: [...rulesFor(lists, "ask"), outsideRule(lists, "ask", place)],
      untouched: config.broken.map((path) => unreadable(path)),
      approval: approver(lists),
    }),
    // What a server of an organisation forbids is not known.
    defaultRewrite: config.isPartial ? "read" : "all",
  };
}

/** The rules of the agent that asks; where it is not told, those of each that has the tool. */
function listsOf(
  { permissions, agents }: Configuration,
  home: string,
  agent: string | undefined,
): RuleList[] {
  const common = [...BUILT_IN, ...ruleList(permissions, home)];
  const own = [...agents].filter(([name]) => agent === undefined || name === agent).map(([, more]) =>
    new RuleList([...common, ...ruleList(more, home)])
  );
  const lists = agent !== undefined && own.length > 0 ? own : [new RuleList(common), ...own];
  const offered = lists.filter((list) => list.offers("bash"));
  return offered.length > 0 ? offered : lists;
}

const STRICTNESS: Readonly<Record<Action, number>> = { allow: 0, ask: 1, deny: 2 };

/** The rules that deny or ask, each for the texts on which it has the last word. */
function rulesFor(lists: readonly RuleList[], action: "deny" | "ask"): Rule[] {
  const rules = new Set(lists.flatMap((list) => list.rulesWith("bash", action)));
  return [...rules].map((rule) => ({
    text: `"${rule.pattern}": "${action}"`,
    source: "opencode.json",
    match(form: Form, line: readonly Form[]): Match {
      // The line as a whole is not judged.
      if (form.words.length === 0 || isMove(form.words[0]?.value)) return undefined;
      const texts = form.texts.filter((text) => lists.some((list) => list.ruleFor("bash", text) === rule));
      if (texts.length === 0) return undefined;
      // Behind a typed `rtk` it is hidden only where OpenCode judges the whole more mildly.
      const isSeen = form.behindRtk && texts.every((text) => isSeenIn(line, text, lists, action));
      return isSeen ? "near" : "covers";
    },
    names: (text) => matchesPattern(rule, text),
  }));
}

function isSeenIn(line: readonly Form[], text: string, lists: readonly RuleList[], action: Action): boolean {
  return line.some((form) =>
    !form.behindRtk && form.texts.some((whole) =>
      whole.endsWith(` ${text}`) &&
      lists.every((list) => STRICTNESS[actionOn(list, whole)] >= STRICTNESS[action])
    )
  );
}

function actionOn(list: RuleList, text: string): Action {
  return list.ruleFor("bash", text)?.action ?? "ask";
}

/** These are judged by the folder alone. */
function isMove(name: string | undefined): boolean {
  return name !== undefined && ["cd", "chdir", "popd", "pushd"].includes(name);
}

function approver(lists: readonly RuleList[]): (text: JudgedText) => Approval {
  if (lists.every((list) => list.allowsAll("bash"))) return () => "allow";
  return ({ source, parse }) => {
    if (parse.kind !== "program") return "unsure";
    const stages = parse.program.lists.flatMap(({ pipelines }) => pipelines.flatMap(({ stages }) => stages));
    const isAllowed = stages.every((stage) => stage.kind === "simple" && isAllowedBy(lists, stage, source));
    return isAllowed ? "allow" : "unsure";
  };
}

function isAllowedBy(lists: readonly RuleList[], command: SimpleCommand, source: string): boolean {
  const { words, assignments, redirections, start, end } = command;
  if (words.length === 0) return false;
  if (isMove(words[0]?.value)) return true;
  const first = assignments[0] ?? words[0];
  const plain = source.slice(first?.start, words.at(-1)?.end);
  // With a redirection it depends on the shape of the line whether that belongs to the text.
  const texts = redirections.length === 0 ? [plain] : [plain, source.slice(start, end)];
  return texts.every((text) => lists.every((list) => actionOn(list, text.trim()) === "allow"));
}
