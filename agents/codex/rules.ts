/** Codex's rules: `*.rules` files of the user and of the project. Read in its documentation, seen with 0.171.0. */
import { commandBaseName } from "../../core/argv/command_name.ts";
import type { Approval, Rule } from "../../core/permission/rule_set.ts";
import type { HostRules, Surroundings } from "../agent.ts";
import { filesIn, homeFolder, readText, withParents } from "../host_files.ts";
import { covers, lineApproval, ruleSet, testRule, unreadable } from "../line_rules.ts";
import { type PrefixRule, readRuleFile } from "./rule_file.ts";

interface FileRules {
  readonly decision: PrefixRule["decision"];
  readonly rule: Rule;
}

/** Reads the rules; never throws. */
export function codexRules({ env, cwd }: Surroundings): HostRules {
  const folders = [
    `${env("CODEX_HOME") || `${homeFolder(env)}/.codex`}/rules`,
    ...withParents(cwd).map((folder) => `${folder}/.codex/rules`),
    "/etc/codex/rules",
  ];
  const files = [...new Set(folders)].flatMap((folder) => filesIn(folder, ".rules"));
  const rules: FileRules[] = [];
  const untouched: Rule[] = [];
  for (const path of files) {
    const text = readText(path);
    const read = text === undefined ? undefined : readRuleFile(text);
    if (read) rules.push(...read.map((one) => ruleOf(one, path)));
    else untouched.push(unreadable(path, (command) => text === undefined || isNamedIn(text, command)));
  }
  const rulesFor = (decision: PrefixRule["decision"]): Rule[] =>
    rules.filter((one) => one.decision === decision).map(({ rule }) => rule);
  const allow = rulesFor("allow");
  const approve = (text: string): Approval =>
    allow.some((rule) => covers(rule, text) || covers(rule, withoutPath(text))) ? "allow" : "none";
  return {
    rules: ruleSet({
      deny: rulesFor("forbidden"),
      ask: rulesFor("prompt"),
      untouched,
      approval: (text) => lineApproval(text, approve),
      allowRule: (form) => allow.find((rule) => rule.match(form, []) === "covers"),
    }),
    defaultRewrite: "all",
  };
}

function ruleOf({ pattern, decision }: PrefixRule, source: string): FileRules {
  const text = `prefix_rule(${JSON.stringify(pattern)}, ${decision})`;
  const test = (command: string): boolean => {
    const words = command.split(" ");
    return pattern.length <= words.length &&
      pattern.every((choices, at) => choices.includes(words[at] ?? ""));
  };
  return { decision, rule: testRule({ text, source }, test) };
}

/** Rules name `/usr/bin/git` by its last part as well. */
function withoutPath(text: string): string {
  return text.replace(/^\S*\//, "");
}

/** Of a file that cannot be followed only this is known: it may be about the commands whose names it holds. */
function isNamedIn(file: string, command: string): boolean {
  const name = commandBaseName(command.split(" ")[0] ?? "");
  return name !== "" && new RegExp(`(?<![\\w.-])${RegExp.escape(name)}(?![\\w.-])`).test(file);
}
