/**
 * The command line program's rules: its flags, the approvals that it keeps for a folder, and what it runs unasked by itself.
 * Seen with 1.0.102.
 */
import type { Approval, Form, Match, Rule } from "../../core/permission/rule_set.ts";
import type { HostRules, Surroundings } from "../agent.ts";
import { hostWords } from "../ancestors.ts";
import { homeFolder, withParents } from "../host_files.ts";
import { readJsonc } from "../jsonc.ts";
import { beginsWith, covers, lineApproval, type RulePlace, ruleSet, unreadable } from "../line_rules.ts";
import { memberOf, textsOf } from "../members.ts";
import { readingApproval } from "./program_reading.ts";

/** Reads the rules; never throws. */
export function programRules({ env, cwd, seen }: Surroundings): HostRules {
  const started = hostWords(seen, PROGRAM);
  const words = started ?? [];
  const kept = keptApprovals(env, cwd);
  const allow = [...rulesOf(words, "--allow-tool"), ...kept.rules];
  const isOpen = words.some((word) => OPENING.has(word)) || isTrue(env("COPILOT_ALLOW_ALL"));
  const approve = (text: string): Approval => {
    if (allow.some((rule) => covers(rule, text))) return "allow";
    // Where its flags cannot be seen they may allow everything, and nothing at all could be rewritten.
    const reading = started ? readingApproval(text) : "none";
    return reading === "none" && allow.some((rule) => isNear(rule, text)) ? "unsure" : reading;
  };
  return {
    rules: ruleSet({
      deny: rulesOf(words, "--deny-tool"),
      untouched: kept.isBroken ? [unreadable(kept.path)] : [],
      approval: (text) => isOpen ? "allow" : lineApproval(text, approve),
      allowRule: (form) => allow.find((rule) => rule.match(form, []) === "covers"),
    }),
    defaultRewrite: "build",
  };
}

/** The native program, or the script of the package that starts it. */
const PROGRAM = /(?:^|\/)copilot(?:$|\/(?:npm-loader|index)\.js$)/;

const OPENING = new Set(["--allow-all-tools", "--allow-all", "--yolo"]);

function isTrue(value: string | undefined): boolean {
  return /^\s*(?:true|1|yes|on|y)\s*$/i.test(value ?? "");
}

/** `--allow-tool=shell(git:*)`, `--allow-tool shell(git:*) write`. */
function rulesOf(words: readonly string[], flag: string): Rule[] {
  const values: string[] = [];
  for (const [at, word] of words.entries()) {
    if (word.startsWith(`${flag}=`)) values.push(word.slice(flag.length + 1));
    if (word !== flag) continue;
    const rest = words.slice(at + 1);
    const end = rest.findIndex((value) => value.startsWith("-"));
    values.push(...rest.slice(0, end < 0 ? rest.length : end));
  }
  return values.flatMap((value) => value.split(/,(?![^(]*\))/)).flatMap((text) => {
    const [, command] = /^shell(?:\((.*)\))?$/s.exec(text.trim()) ?? ["", undefined];
    if (!/^\s*shell\b/.test(text)) return [];
    return [shellRule({ text: text.trim(), source: flag }, command ?? "")];
  });
}

/**
 * `git push` and `git:*` cover what begins so. A name alone is another matter: of some programs it means no command, as
 * Copilot takes those together with their next word (`cargo` does not cover `cargo test`, `rtk` covers `rtk git log`). What
 * may be meant, also by options between the words, is near.
 */
function shellRule(place: RulePlace, command: string): Rule {
  const words = command.trim().replace(/:\*$/, "");
  const [name = "", ...rest] = words.split(" ");
  const isExact = words === command.trim();
  const isAlone = isExact && rest.length === 0;
  const isSure = !isExact || (isAlone ? name === "rtk" : PAIRED.has(name));
  const match = (text: string): Match => {
    if (words === "" || words === "*" || text === words) return "covers";
    if (isAlone && PAIRED.has(name)) return undefined;
    if (beginsWith(text, words)) return isSure ? "covers" : "near";
    const others = text.split(" ").slice(1);
    return beginsWith(text, name) && rest.every((word) => others.includes(word)) ? "near" : undefined;
  };
  return {
    ...place,
    match({ texts }) {
      const found = texts.map(match);
      return found.includes("covers") ? "covers" : found.find((one) => one !== undefined);
    },
  };
}

/** Programs that were seen to be named together with their next word. */
const PAIRED = new Set(["cargo", "gh", "git", "go", "npm", "pnpm"]);

function isNear(rule: Rule, text: string): boolean {
  const form: Form = { texts: [text], words: [], targets: [], behindRtk: false, certain: true };
  return rule.match(form, []) !== undefined;
}

interface Kept {
  readonly path: string;
  readonly isBroken: boolean;
  readonly rules: readonly Rule[];
}

/** What the user approved for a folder or repository once and for all. */
function keptApprovals(env: Surroundings["env"], cwd: string): Kept {
  const folder = env("COPILOT_HOME") || `${homeFolder(env)}/.copilot`;
  const file = readJsonc(`${folder}/permissions-config.json`);
  const locations = file.kind === "object" ? withParents(cwd) : [];
  const approvals = locations.flatMap((location) => {
    const list = file.kind === "object" && memberOf(file.value, "locations", location, "tool_approvals");
    return Array.isArray(list) ? list : [];
  });
  const commands = approvals.flatMap((approval) =>
    memberOf(approval, "kind") === "commands" ? textsOf(memberOf(approval, "commandIdentifiers")) : []
  );
  const rules = commands.map((text) => shellRule({ text, source: file.path }, text));
  return { path: file.path, isBroken: file.kind === "broken", rules };
}
