/**
 * Cursor's rules in files: `permissions.json` of the editor (allow only) and the configuration of its command line
 * program (allow and deny). Forms: its documentation of August 2026.
 */
import { type Approval, perhaps, type Rule } from "../../core/permission/rule_set.ts";
import type { HostRules, Surroundings } from "../agent.ts";
import { homeFolder, withParents } from "../host_files.ts";
import { type JsoncFile, readJsonc } from "../jsonc.ts";
import {
  beginsWith,
  covers,
  lineApproval,
  matchesGlob,
  ruleSet,
  testRule,
  unreadable,
} from "../line_rules.ts";
import { memberOf, textsOf } from "../members.ts";

/** Reads the rules; never throws. */
export function cursorRules({ env, cwd, request }: Surroundings): HostRules {
  const home = homeFolder(env);
  const project = env("CURSOR_PROJECT_DIR");
  // The folder of the call may lie outside of the session's, whose rules hold all the same.
  const named = [...(project ? [project] : []), cwd, ...(request?.folders ?? [])];
  const folders = [...new Set([...named.flatMap(withParents), home])];
  const editor = folders.map((folder) => readJsonc(`${folder}/.cursor/permissions.json`));
  const [own, ...others] = userFolders(env, home).map((folder) => readJsonc(`${folder}/cli-config.json`));
  const projects = folders.map((folder) => readJsonc(`${folder}/.cursor/cli.json`));
  const program = [...(own ? [own] : []), ...others, ...projects];
  // Those of folders above, and the places that a variable has taken the file away from, may not count.
  const sure = new Set([own, ...projects.filter((_, at) => named.includes(folders[at] ?? ""))]);
  const allow = editor.flatMap((file) => rulesIn(file, ["terminalAllowlist"], allowTest));
  const programAllow = program.flatMap((file) => rulesIn(file, ["permissions", "allow"], shellTest));
  const hasBroken = editor.some(({ kind }) => kind === "broken");
  const approve = (text: string): Approval => {
    if (allow.some((rule) => covers(rule, text))) return "allow";
    // Which of the two programs asks is not told.
    return hasBroken || programAllow.some((rule) => covers(rule, text)) ? "unsure" : "none";
  };
  return {
    rules: ruleSet({
      deny: program.flatMap((file) => {
        const rules = rulesIn(file, ["permissions", "deny"], shellTest);
        return sure.has(file) ? rules : rules.map(perhaps);
      }),
      untouched: program.filter(({ kind }) => kind === "broken").map(({ path }) => unreadable(path)),
      approval: (text) => lineApproval(text, approve),
      allowRule: (form) => allow.find((rule) => rule.match(form, []) === "covers"),
      canApprove: true,
    }),
    defaultRewrite: "build",
  };
}

/** Where the command line program may keep the user's configuration: a variable moves it (documented). */
function userFolders(env: Surroundings["env"], home: string): string[] {
  const own = env("CURSOR_CONFIG_DIR");
  const shared = env("XDG_CONFIG_HOME");
  return [...new Set([...(own ? [own] : []), ...(shared ? [`${shared}/cursor`] : []), `${home}/.cursor`])];
}

type TestOf = (rule: string) => ((text: string) => boolean) | undefined;

function rulesIn(file: JsoncFile, at: readonly string[], testOf: TestOf): Rule[] {
  if (file.kind !== "object") return [];
  return textsOf(memberOf(file.value, ...at)).flatMap((text) => {
    const test = testOf(text);
    return test ? [testRule({ text, source: file.path }, test)] : [];
  });
}

/** `git`, `git status`, `npm:install*`. */
function allowTest(rule: string): ((text: string) => boolean) | undefined {
  if (rule.trim() === "") return undefined;
  return rule.includes(":") ? commandTest(rule) : (text) => beginsWith(text, rule);
}

/** `Shell(git)`, `Shell(git:status*)`. */
function shellTest(rule: string): ((text: string) => boolean) | undefined {
  const content = /^Shell\(([\s\S]*)\)$/.exec(rule.trim())?.[1];
  return content ? commandTest(content) : undefined;
}

/** The command's name, and after a colon what its arguments look like; both with `*`. */
function commandTest(rule: string): (text: string) => boolean {
  const colon = rule.indexOf(":");
  const name = colon < 0 ? rule : rule.slice(0, colon);
  const args = colon < 0 ? "*" : rule.slice(colon + 1);
  return (text) => {
    if (colon < 0 && beginsWith(text, name)) return true;
    const space = text.indexOf(" ");
    const [first, rest] = space < 0 ? [text, ""] : [text.slice(0, space), text.slice(space + 1)];
    return matchesGlob(first, name) && matchesGlob(rest, args);
  };
}
