/** Vibe's rules: `[tools.bash]` of its configuration, and what holds without one. Read in the source of 2.18.4. */
import type { Approval, Rule } from "../../core/permission/rule_set.ts";
import type { HostRules, Surroundings } from "../agent.ts";
import { homeFolder, withParents } from "../host_files.ts";
import { beginsWith, lineApproval, prefixRule, ruleSet, testRule, unreadable } from "../line_rules.ts";
import { memberOf, textsOf } from "../members.ts";
import { readToml, type TomlFile } from "../toml.ts";

/** Reads the rules; never throws. */
export function vibeRules({ env, cwd }: Surroundings): HostRules {
  const folders = [
    env("VIBE_HOME") || `${homeFolder(env)}/.vibe`,
    ...withParents(cwd).map((folder) => `${folder}/.vibe`),
  ];
  const files = [...new Set(folders)].map((folder) => readToml(`${folder}/config.toml`));
  const allow = listed(files, "allowlist") ?? ALLOWED;
  const permissions = files.map((file) => memberOf(bashOf(file), "permission")).filter((one) =>
    one !== undefined
  );
  const isAlways = permissions.length > 0 && permissions.every((one) => one === "always");
  const isPerhaps = !isAlways && permissions.includes("always");
  const approve = (text: string): Approval => {
    if (isAlways) return "allow";
    if (isPerhaps) return "unsure";
    if (!allow.some((words) => beginsWith(text, words))) return "none";
    // Paths outside of its folder make it ask, for some commands and by their own names.
    return /(?:^| )[^ -]*[/~.]/.test(text.replace(/^\S+/, "")) ? "unsure" : "allow";
  };
  return {
    rules: ruleSet({
      deny: [...denied(files), ...alone(files)],
      ask: [...sensitive(files), EXECUTING],
      untouched: files.filter(({ kind }) => kind === "broken").map(({ path }) => unreadable(path)),
      approval: (text) => lineApproval(text, approve),
    }),
    defaultRewrite: "all",
  };
}

const ALLOWED: readonly string[] = [
  ..."cd echo tree whoami basename cat comm cut date diff dirname du file find fmt fold grep head join less"
    .split(" "),
  ..."ls md5sum more nl od paste pwd readlink sha1sum sha256sum shasum sort stat sum tac tail tr uname".split(
    " ",
  ),
  ..."uniq wc which".split(" "),
  ...["git diff", "git log", "git status"],
];

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

function bashOf(file: TomlFile): unknown {
  return file.kind === "object" ? memberOf(file.value, "tools", "bash") : undefined;
}

/** The lists of all files together; undefined where none has one, as then Vibe's own holds. */
function listed(files: readonly TomlFile[], name: string): string[] | undefined {
  const lists = files.map((file) => memberOf(bashOf(file), name)).filter((list) => list !== undefined);
  return lists.length === 0 ? undefined : lists.flatMap(textsOf);
}

function placeOf(files: readonly TomlFile[], name: string): string {
  return files.find((file) => memberOf(bashOf(file), name) !== undefined)?.path ?? "built in";
}

function denied(files: readonly TomlFile[]): Rule[] {
  const source = placeOf(files, "denylist");
  return (listed(files, "denylist") ?? DENIED).map((text) => prefixRule({ text, source }, text));
}

function alone(files: readonly TomlFile[]): Rule[] {
  const source = placeOf(files, "denylist_standalone");
  return (listed(files, "denylist_standalone") ?? DENIED_ALONE).map((text) =>
    testRule({ text, source }, (command) => command === text)
  );
}

function sensitive(files: readonly TomlFile[]): Rule[] {
  const source = placeOf(files, "sensitive_patterns");
  return (listed(files, "sensitive_patterns") ?? ["sudo"]).map((text) =>
    testRule({ text, source }, (command) => command.split(" ")[0] === text)
  );
}
