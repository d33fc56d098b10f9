/**
 * Gemini CLI's rules: policy files, the older lists of its settings, flags, and what it runs unasked or asks about by
 * itself. Read in its source of August 2026, seen with 0.61.0.
 */
import type { Approval, Rule } from "../../core/permission/rule_set.ts";
import type { HostRules, Surroundings } from "../agent.ts";
import { isWordOf } from "../../core/text/word_list.ts";
import { hostWords } from "../ancestors.ts";
import { filesIn, homeFolder, withParents } from "../host_files.ts";
import { type JsoncFile, readJsonc } from "../jsonc.ts";
import { covers, lineApproval, prefixRule, ruleSet, testRule, unreadable } from "../line_rules.ts";
import { memberOf, textsOf } from "../members.ts";
import { readToml, type TomlFile } from "../toml.ts";
import { type PolicyRule, policyRules } from "./policy.ts";

/** Reads the rules; never throws. */
export function geminiRules({ env, cwd, request, seen }: Surroundings): HostRules {
  const folder = `${env("GEMINI_CLI_HOME") || homeFolder(env)}/.gemini`;
  // Where the command runs is the call's, the rules are the session's.
  const session = env("GEMINI_PROJECT_DIR") || request?.folders?.at(-1) || cwd;
  const settings = settingsFiles(env, folder, session);
  const policies = policyFiles(folder, session, settings);
  const rules = policies.flatMap((file) => policyRules(file, request?.input));
  const flags = flagsOf(seen);
  const lists = {
    allowed: [...listed(settings, ["tools", "allowed"], ["allowedTools"]), ...flags.allowed],
    core: listed(settings, ["tools", "core"], ["coreTools"]),
    exclude: listed(settings, ["tools", "exclude"], ["excludeTools"]),
  };
  const broken = [...settings, ...policies].filter(({ kind }) => kind === "broken");
  const approve = approver(rules, lists.allowed);
  return {
    rules: ruleSet({
      deny: [...rulesFor(rules, "deny"), ...lists.exclude],
      ask: [...rulesFor(rules, "ask_user"), ...(flags.isYolo ? [] : BUILT_IN_QUESTIONS)],
      untouched: [...broken.map(({ path }) => unreadable(path)), ...onlyOthers(lists.core)],
      approval: (text) => flags.isYolo ? "allow" : lineApproval(text, approve),
      allowRule: (form) =>
        [...rulesFor(rules, "allow"), ...lists.allowed].find((rule) => rule.match(form, []) === "covers"),
    }),
    defaultRewrite: "all",
  };
}

function rulesFor(rules: readonly PolicyRule[], decision: PolicyRule["decision"]): Rule[] {
  return rules.filter((rule) => rule.decision === decision).map(({ rule }) => rule);
}

function approver(
  rules: readonly PolicyRule[],
  allowed: readonly Rule[],
): (text: string) => Approval {
  const allow = rules.filter(({ decision }) => decision === "allow");
  const sure = [...allow.filter(({ isSure }) => isSure).map(({ rule }) => rule), ...allowed];
  const perhaps = allow.filter(({ isSure }) => !isSure).map(({ rule }) => rule);
  return (text) => {
    if (sure.some((rule) => covers(rule, text))) return "allow";
    return perhaps.some((rule) => covers(rule, text)) || isReading(text) ? "unsure" : "none";
  };
}

/** Commands that it runs unasked, whatever the mode; which of their options matter is not followed. */
function isReading(text: string): boolean {
  const [name = "", ...words] = text.split(" ");
  // Options may stand before git's own word: `git -C sub status` (seen with 0.61.0).
  return name === "git" ? words.some((word) => isWordOf(READING_GIT, word)) : isWordOf(READING, name);
}

const READING =
  "base64 cat cd cut date echo expr false find grep head id ls nl paste pwd rev rg sed seq stat tail tr true uname uniq wc " +
  "which whoami";

const READING_GIT = "branch cat-file diff log ls-files remote show status";

/** Forms that it asks about even where a rule allows everything; behind `rtk` it would not know them again. */
const BUILT_IN_QUESTIONS: readonly Rule[] = [
  /^find\b.* -(?:exec|execdir|ok|okdir|delete|fls|fprint0?|fprintf)\b/,
  /^rg\b.* (?:--pre|--hostname-bin|--search-zip|-\w*z)/,
  /^rm\b.* -\w*f/,
].map((pattern) => testRule({ text: String(pattern), source: "built in" }, (text) => pattern.test(text)));

interface Flags {
  readonly isYolo: boolean;
  readonly allowed: readonly Rule[];
}

function flagsOf(seen: string | undefined): Flags {
  const words = hostWords(seen, /(?:^|\/)gemini(?:$|-cli\b|\.js$)/) ?? [];
  const valueOf = (name: string): string[] =>
    words.flatMap((word, at) => {
      if (word.startsWith(`${name}=`)) return [word.slice(name.length + 1)];
      return word === name ? [words[at + 1] ?? ""] : [];
    });
  return {
    isYolo: words.includes("--yolo") || words.includes("-y") || valueOf("--approval-mode").includes("yolo"),
    allowed: valueOf("--allowed-tools").flatMap((list) => list.split(/,(?![^(]*\))/)).flatMap((text) =>
      toolRule(text, "command line")
    ),
  };
}

type Env = Surroundings["env"];

function settingsFiles(env: Env, folder: string, cwd: string): JsoncFile[] {
  const system = SYSTEM[Deno.build.os] ?? "/etc/gemini-cli";
  return [
    env("GEMINI_CLI_SYSTEM_DEFAULTS_PATH") || `${system}/system-defaults.json`,
    env("GEMINI_CLI_SYSTEM_SETTINGS_PATH") || `${system}/settings.json`,
    `${folder}/settings.json`,
    ...withParents(cwd).map((parent) => `${parent}/.gemini/settings.json`),
  ].map(readJsonc);
}

const SYSTEM: Readonly<Record<string, string>> = {
  darwin: "/Library/Application Support/GeminiCli",
  windows: "C:/ProgramData/gemini-cli",
};

function policyFiles(folder: string, cwd: string, settings: readonly JsoncFile[]): TomlFile[] {
  const named = ["policyPaths", "adminPolicyPaths"].flatMap((key) =>
    settings.flatMap((file) => file.kind === "object" ? textsOf(file.value[key]) : [])
  );
  const folders = [
    `${SYSTEM[Deno.build.os] ?? "/etc/gemini-cli"}/policies`,
    `${folder}/policies`,
    ...filesIn(`${folder}/extensions`, "").map((extension) => `${extension}/policies`),
    ...withParents(cwd).map((parent) => `${parent}/.gemini/policies`),
    ...named,
  ];
  const files = folders.flatMap((one) => one.endsWith(".toml") ? [one] : filesIn(one, ".toml"));
  return [...new Set(files)].map(readToml);
}

function listed(settings: readonly JsoncFile[], at: readonly string[], before: readonly string[]): Rule[] {
  return settings.flatMap((file) => {
    if (file.kind !== "object") return [];
    const texts = [...textsOf(memberOf(file.value, ...at)), ...textsOf(memberOf(file.value, ...before))];
    return texts.flatMap((text) => toolRule(text, file.path));
  });
}

/** `run_shell_command`, `run_shell_command(git status)`. */
function toolRule(text: string, source: string): Rule[] {
  const [, tool, words] = /^(\w+)(?:\((.*)\))?$/s.exec(text.trim()) ?? [];
  if (tool !== "run_shell_command" && tool !== "ShellTool") return [];
  return [words === undefined ? testRule({ text, source }, () => true) : prefixRule({ text, source }, words)];
}

/** Where only some commands may run at all, those behind `rtk` may not. */
function onlyOthers(core: readonly Rule[]): Rule[] {
  return core.length === 0 || core.some((rule) => covers(rule, "rtk"))
    ? []
    : [unreadable(`${core[0]?.source}, which lists the commands that may run`)];
}
