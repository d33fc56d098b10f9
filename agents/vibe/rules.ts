/**
 * Vibe's rules: `[tools.bash]` of its configuration, and what holds without any. Read in the source of 3.0.2, and seen with
 * it.
 */
import type { Approval, JudgedText, Match, Rule } from "../../core/permission/rule_set.ts";
import type { HostRules, Surroundings } from "../agent.ts";
import { beginsWith, lineApproval, prefixRule, ruleSet, testRule, unreadable } from "../line_rules.ts";
import { memberOf, textsOf } from "../members.ts";
import type { TomlFile } from "../toml.ts";
import { GUARDED_OPTIONS, repositoryRule } from "./guarded.ts";
import { bashOf, configurationsOf, type Layers } from "./layers.ts";

/** Reads the rules; never throws. */
export function vibeRules(surroundings: Surroundings): HostRules {
  const { layers, unread } = configurationsOf(surroundings);
  const configs = layers.map(configOf);
  return {
    rules: ruleSet({
      deny: configs.flatMap(({ deny }) => deny),
      ask: [
        ...configs.flatMap(({ ask }) => ask),
        EXECUTING,
        GUARDED_OPTIONS,
        repositoryRule(surroundings.cwd),
      ],
      untouched: unread.map((source) => unreadable(source)),
      approval(text) {
        const [first = "none", ...rest] = configs.map(({ approval }) => approval(text));
        return rest.every((one) => one === first) ? first : "unsure";
      },
    }),
    defaultRewrite: "all",
  };
}

/** What holds where these layers count. */
interface Config {
  readonly deny: readonly Rule[];
  readonly ask: readonly Rule[];
  approval(text: JudgedText): Approval;
}

type Files = readonly TomlFile[];

function configOf({ files, above, isChosen }: Layers): Config {
  const all = [...files, ...above];
  const lists = [...files.map(migratedList), ...above.map(listOf)];
  const allow = lists.findLast((list) => list !== undefined) ?? ALLOWED;
  const isAlways = settingOf(all, "permission") === "always";
  const approve = (text: string): Approval => {
    if (isAlways) return "allow";
    if (!allow.some((words) => beginsWith(text, words))) return "none";
    return mayLeaveFolder(text) ? "unsure" : "allow";
  };
  const told = (rules: readonly Rule[]): readonly Rule[] => isChosen ? rules : rules.map(doubted);
  return {
    deny: told([...denied(all), ...alone(all)]),
    ask: told(sensitive(all)),
    approval: (text) => lineApproval(text, approve),
  };
}

/** A rule that perhaps does not hold: enough to leave a line alone, not to refuse it. */
function doubted(rule: Rule): Rule {
  return { ...rule, match: (form, line): Match => rule.match(form, line) && "near" };
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

/** A setting of the last file that has it: it takes the place of the others'. */
function settingOf(files: Files, name: string): unknown {
  return files.map((file) => memberOf(bashOf(file), name)).findLast((value) => value !== undefined);
}

function listed(files: Files, name: string): string[] | undefined {
  const list = settingOf(files, name);
  return list === undefined ? undefined : textsOf(list);
}

function listOf(file: TomlFile): string[] | undefined {
  const list = memberOf(bashOf(file), "allowlist");
  return list === undefined ? undefined : textsOf(list);
}

/** A file's list as Vibe brings it up to date at its start, once; it writes that back where it can. */
function migratedList(file: TomlFile): string[] | undefined {
  const list = listOf(file);
  if (list === undefined) return undefined;
  const migrations = file.kind === "object" ? textsOf(memberOf(file.value, "applied_migrations")) : [];
  const added = migrations.includes("bash_read_only_defaults_v1") ? ["find"] : READ_ONLY;
  return [...list.map((text) => text.replace(/ \*$/, "")), ...added];
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
