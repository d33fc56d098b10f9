/**
 * Vibe's rules: `[tools.bash]` of its configuration, and what holds without one. Read in the source of 3.0.2, and seen with
 * it.
 */
import type { Approval, JudgedText, Rule } from "../../core/permission/rule_set.ts";
import type { HostRules, Surroundings } from "../agent.ts";
import { homeFolder, withParents } from "../host_files.ts";
import { beginsWith, lineApproval, prefixRule, ruleSet, testRule, unreadable } from "../line_rules.ts";
import { memberOf, textsOf } from "../members.ts";
import { readToml, type TomlFile } from "../toml.ts";
import { GUARDED_OPTIONS, repositoryRule } from "./guarded.ts";

/** Reads the rules; never throws. */
export function vibeRules({ env, cwd }: Surroundings): HostRules {
  const user = `${env("VIBE_HOME") || `${homeFolder(env)}/.vibe`}`;
  const projects = withParents(cwd).map((folder) => `${folder}/.vibe`).filter((folder) => folder !== user);
  const [own, ...others] = [user, ...projects].map((folder) => readToml(`${folder}/config.toml`));
  const files = [own, ...others].filter((file) => file !== undefined);
  // That of a project counts where its folder is trusted, which flags may say as well: nobody can tell.
  const configs = [configOf([own]), ...others.filter(hasRules).map((project) => configOf([own, project]))];
  return {
    rules: ruleSet({
      deny: configs.flatMap(({ deny }) => deny),
      ask: [...configs.flatMap(({ ask }) => ask), EXECUTING, GUARDED_OPTIONS, repositoryRule(cwd)],
      untouched: [
        ...files.filter(({ kind }) => kind === "broken").map(({ path }) => unreadable(path)),
        ...(env("VIBE_TOOLS") ? [unreadable("VIBE_TOOLS")] : []),
      ],
      approval(text) {
        const [first = "none", ...rest] = configs.map(({ approval }) => approval(text));
        return rest.every((one) => one === first) ? first : "unsure";
      },
    }),
    defaultRewrite: "all",
  };
}

/** What holds where these files count. */
interface Config {
  readonly deny: readonly Rule[];
  readonly ask: readonly Rule[];
  approval(text: JudgedText): Approval;
}

type Files = readonly (TomlFile | undefined)[];

function configOf(files: Files): Config {
  const allow = files.map(allowedBy).findLast((list) => list !== undefined) ?? ALLOWED;
  const isAlways = settingOf(files, "permission") === "always";
  const approve = (text: string): Approval => {
    if (isAlways) return "allow";
    if (!allow.some((words) => beginsWith(text, words))) return "none";
    return mayLeaveFolder(text) ? "unsure" : "allow";
  };
  return {
    deny: [...denied(files), ...alone(files)],
    ask: sensitive(files),
    approval: (text) => lineApproval(text, approve),
  };
}

/** Paths outside of its folder make it ask, for some commands and by their own names. */
function mayLeaveFolder(text: string): boolean {
  return text.split(" ").slice(1).some((word) => /^\.|[/~\\]|^-.*\.\./.test(word));
}

const READ_ONLY: readonly string[] = [
  ..."basename cat comm cut date diff dirname du file find fmt fold grep head join less ls md5sum more nl od"
    .split(" "),
  ..."paste pwd readlink sha1sum sha256sum shasum sort stat sum tac tail tr uname uniq wc which".split(" "),
];

const ALLOWED: readonly string[] = ["cd", "echo", "git diff", "git log", "git status", "tree", "whoami"]
  .concat(
    READ_ONLY,
  );

const DENIED: readonly string[] = [
  ..."gdb pdb passwd nano vim vi emacs screen tmux".split(" "),
  ...["bash -i", "sh -i", "zsh -i", "fish -i", "dash -i"],
];

const DENIED_ALONE: readonly string[] = "python python3 ipython bash sh nohup vi vim emacs nano su".split(
  " ",
);

const EXECUTING: Rule = testRule(
  { text: "find -exec", source: "built in" },
  (text) => beginsWith(text, "find") && /-(?:exec|execdir|ok|okdir)/.test(text),
);

function hasRules(file: TomlFile | undefined): boolean {
  return bashOf(file) !== undefined;
}

function bashOf(file: TomlFile | undefined): unknown {
  return file?.kind === "object" ? memberOf(file.value, "tools", "bash") : undefined;
}

/** A setting of the last file that has it: it takes the place of the others'. */
function settingOf(files: Files, name: string): unknown {
  return files.map((file) => memberOf(bashOf(file), name)).findLast((value) => value !== undefined);
}

function listed(files: Files, name: string): string[] | undefined {
  const list = settingOf(files, name);
  return list === undefined ? undefined : textsOf(list);
}

/** A file's list as Vibe brings it up to date at its start, once; it writes that back where it can. */
function allowedBy(file: TomlFile | undefined): string[] | undefined {
  const list = memberOf(bashOf(file), "allowlist");
  if (list === undefined) return undefined;
  const migrations = file?.kind === "object" ? textsOf(memberOf(file.value, "applied_migrations")) : [];
  const added = migrations.includes("bash_read_only_defaults_v1") ? ["find"] : READ_ONLY;
  return [...textsOf(list).map((text) => text.replace(/ \*$/, "")), ...added];
}

function placeOf(files: Files, name: string): string {
  return files.findLast((file) => memberOf(bashOf(file), name) !== undefined)?.path ?? "built in";
}

function denied(files: Files): Rule[] {
  const source = placeOf(files, "denylist");
  return (listed(files, "denylist") ?? DENIED).map((text) => prefixRule({ text, source }, text));
}

function alone(files: Files): Rule[] {
  const source = placeOf(files, "denylist_standalone");
  return (listed(files, "denylist_standalone") ?? DENIED_ALONE).map((text) =>
    testRule({ text, source }, (command) => command === text)
  );
}

function sensitive(files: Files): Rule[] {
  const source = placeOf(files, "sensitive_patterns");
  return (listed(files, "sensitive_patterns") ?? ["sudo"]).map((text) =>
    testRule({ text, source }, (command) => command.split(" ")[0] === text)
  );
}
