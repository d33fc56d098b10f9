/**
 * Codex's rules: `*.rules` files of the user, of the project and of the machine, and what administrators require. Read in
 * its documentation, seen with 0.171.0.
 */
import { commandBaseName } from "../../core/argv/command_name.ts";
import { type Approval, perhaps, type Rule } from "../../core/permission/rule_set.ts";
import type { HostRules, Surroundings } from "../agent.ts";
import { filesIn, homeFolder, readText } from "../host_files.ts";
import { lineApproval, matchOf, ruleSet, testRule, unreadable } from "../line_rules.ts";
import { memberOf } from "../members.ts";
import { readToml } from "../toml.ts";
import { layersOf } from "./checkout.ts";
import { readRequirements } from "./requirements.ts";
import { type PrefixRule, readRuleFile } from "./rule_file.ts";

interface FileRules {
  readonly decision: PrefixRule["decision"];
  readonly rule: Rule;
  /** Those of a project count where it is trusted, which flags may say as well. */
  readonly isSure: boolean;
}

/**
 * Reads the rules; never throws.
 * @param system the folder of the machine's files.
 */
export function codexRules({ env, cwd }: Surroundings, system = "/etc/codex"): HostRules {
  const user = env("CODEX_HOME") || `${homeFolder(env)}/.codex`;
  const rules: FileRules[] = [];
  const untouched: Rule[] = [];
  const read = (path: string, isSure: boolean): void => {
    const text = readText(path);
    const found = text === undefined ? undefined : readRuleFile(text);
    if (found) rules.push(...found.map((one) => ({ ...ruleOf(one, path), isSure })));
    else untouched.push(unreadable(path, (command) => text === undefined || isNamedIn(text, command)));
  };
  for (const folder of [`${user}/rules`, `${system}/rules`]) {
    for (const path of filesIn(folder, ".rules")) read(path, true);
  }
  for (const { folder, keys } of layersOf(cwd)) {
    const files = filesIn(`${folder}/.codex/rules`, ".rules");
    const isTrusted = files.length > 0 && hasTrusted(`${user}/config.toml`, keys);
    for (const path of files) read(path, isTrusted);
  }
  for (const { path, rules: required } of readRequirements(user, system)) {
    if (required) rules.push(...required.map((one) => ({ ...ruleOf(one, path), isSure: true })));
    else untouched.push(unreadable(path));
  }
  const rulesFor = (decision: PrefixRule["decision"]): Rule[] =>
    rules.filter((one) => one.decision === decision).map(({ rule, isSure }) => isSure ? rule : perhaps(rule));
  const allow = rulesFor("allow");
  const approve = (text: string): Approval => {
    const matches = allow.map((rule) => matchOf(rule, text) ?? matchOf(rule, withoutPath(text)));
    return matches.includes("covers") ? "allow" : matches.includes("near") ? "unsure" : "none";
  };
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

/** Whether Codex was told to trust one of these folders. */
function hasTrusted(path: string, folders: readonly string[]): boolean {
  const { value } = { value: undefined, ...readToml(path) };
  return folders.some((one) => memberOf(value, "projects", one, "trust_level") === "trusted");
}

function ruleOf({ pattern, decision }: PrefixRule, source: string): Omit<FileRules, "isSure"> {
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
