/**
 * VS Code's settings about commands that its chat runs unasked; read in its source of 2026. The command line program has
 * rules of its own.
 */
import type { Approval, JudgedText, Rule } from "../../core/permission/rule_set.ts";
import { type HostRules, isRecord, type Surroundings } from "../agent.ts";
import { filesIn, homeFolder, withParents } from "../host_files.ts";
import { type JsoncFile, readJsonc } from "../jsonc.ts";
import { covers, lineApproval, ruleSet, testRule, unreadable } from "../line_rules.ts";
import { ASKED_BY_DEFAULT, UNASKED_BY_DEFAULT } from "./default_approvals.ts";
import { programRules } from "./program_rules.ts";

/** Reads the rules; never throws. */
export function copilotRules(surroundings: Surroundings): HostRules {
  const { env, cwd, request } = surroundings;
  if (request !== undefined && request.form !== "editor") return programRules(surroundings);
  const files = [...userFiles(env), ...withParents(cwd).map((folder) => `${folder}/.vscode/settings.json`)]
    .map(readJsonc);
  const entries = files.flatMap(entriesOf);
  const asked = entries.filter(({ approves }) => !approves);
  const isPlain = !files.some((file) => settingOf(file, "terminal.ignoreDefaultAutoApproveRules") === true);
  const untouched = [
    ...files.filter(({ kind }) => kind === "broken").map(({ path }) => unreadable(path)),
    ...asked.filter(({ test }) => !test).map(({ source }) => unreadable(source)),
  ];
  return {
    rules: ruleSet({
      ask: [...asked.flatMap(ruleOf), ...(isPlain ? defaultQuestions() : [])],
      untouched,
      approval: approver(files, entries, isPlain),
    }),
    defaultRewrite: "build",
  };
}

/** One member of `chat.tools.terminal.autoApprove`. */
interface Entry {
  readonly key: string;
  readonly source: string;
  readonly approves: boolean;
  readonly isAboutLine: boolean;
  /** Undefined where the pattern cannot be read. */
  readonly test: ((text: string) => boolean) | undefined;
}

function entriesOf(file: JsoncFile): Entry[] {
  const setting = settingOf(file, "terminal.autoApprove");
  return Object.entries(isRecord(setting) ? setting : {}).flatMap(([key, value]): Entry[] => {
    const approves = isRecord(value) ? value.approve : value;
    if (typeof approves !== "boolean") return [];
    const isAboutLine = isRecord(value) && value.matchCommandLine === true;
    return [{ key, source: file.path, approves, isAboutLine, test: testOf(key) }];
  });
}

/** `git status`, or a regular expression between slashes with its flags. */
function testOf(key: string): ((text: string) => boolean) | undefined {
  const [, pattern, flags] = /^\/(.+)\/([a-z]*)$/s.exec(key) ?? [];
  if (pattern === undefined) {
    return (text) => text.startsWith(key) && !/^\w/.test(text.slice(key.length)) && key !== "";
  }
  try {
    const expression = new RegExp(pattern, flags?.replaceAll(/[gy]/g, ""));
    return (text) => expression.test(text);
  } catch {
    return undefined;
  }
}

function ruleOf({ key, source, test }: Entry): Rule[] {
  return test ? [testRule({ text: key, source }, test)] : [];
}

function defaultQuestions(): Rule[] {
  return ASKED_BY_DEFAULT.map((pattern) =>
    testRule({ text: String(pattern), source: "built in" }, (text) => pattern.test(text))
  );
}

function approver(
  files: readonly JsoncFile[],
  entries: readonly Entry[],
  isPlain: boolean,
): (text: JudgedText) => Approval {
  if (GLOBAL.some((name) => files.some((file) => settingOf(file, name) === true))) return () => "allow";
  if (files.some((file) => settingOf(file, "terminal.enableAutoApprove") === false)) return () => "none";
  const approving = entries.filter(({ approves }) => approves);
  const commands = approving.filter(({ isAboutLine }) => !isAboutLine).flatMap(ruleOf);
  const lines = approving.filter(({ isAboutLine }) => isAboutLine).flatMap(ruleOf);
  const approve = (text: string): Approval => {
    if (commands.some((rule) => covers(rule, text))) return "allow";
    // Whether the user has agreed to the built-in list stands in no file.
    return isPlain && UNASKED_BY_DEFAULT.some((pattern) => pattern.test(text)) ? "unsure" : "none";
  };
  return (text) => lines.some((rule) => covers(rule, text.source)) ? "allow" : lineApproval(text, approve);
}

const GLOBAL = ["global.autoApprove", "autoApprove"];

function settingOf(file: JsoncFile, name: string): unknown {
  return file.kind === "object" ? file.value[`chat.tools.${name}`] : undefined;
}

function userFiles(env: Surroundings["env"]): string[] {
  const home = homeFolder(env);
  const bases = [env("XDG_CONFIG_HOME") || `${home}/.config`, `${home}/Library/Application Support`];
  const users = bases.flatMap((base) =>
    ["Code", "Code - Insiders", "VSCodium"].map((product) => `${base}/${product}/User`)
  );
  const machines = [".vscode-server", ".vscode-server-insiders"].map((name) =>
    `${home}/${name}/data/Machine`
  );
  const profiles = users.flatMap((user) => filesIn(`${user}/profiles`, ""));
  return [...users, ...machines, ...profiles].map((folder) => `${folder}/settings.json`);
}
