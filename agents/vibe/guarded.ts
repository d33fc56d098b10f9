/**
 * What Vibe asks about although the command is allowed: options that write or start programs, and git in a repository whose
 * configuration starts some. It knows these commands by their names, and behind `rtk` it would not. Read in
 * vibe/core/tools/builtins of 3.0.2; what is drawn wider than there only keeps a line as it is.
 */
import { commandBaseName } from "../../core/argv/command_name.ts";
import type { Form, FormWord, Match, Rule } from "../../core/permission/rule_set.ts";
import { readText, withParents } from "../host_files.ts";

const CHECKSUM = /^-(?:[a-z]*c|-c)/i;

/** Options by command; of the short ones each word that may hold one. */
const OPTIONS: Readonly<Record<string, RegExp>> = {
  date: /^(?:-(?!-)\w*s|--se?t?|\d)/,
  du: /^--fi/,
  file: /^(?:-(?!-)\w*[CfzZ]|--(?:c|f|u))/,
  find: /^-(?:delete|exec|execdir|ok|okdir|fls|fprint\w*|files0-from)$/,
  git: /^--(?:ext|h|outp|rem|show-s|textc|diff-merges)/,
  less: /^[-+]/,
  md5sum: CHECKSUM,
  more: /^[-+]/,
  sha1sum: CHECKSUM,
  sha256sum: CHECKSUM,
  shasum: CHECKSUM,
  sort: /^-(?:(?!-)\w*[oT]|-(?:c|f|o|t))/,
  tree: /^-(?:(?!-)\w*o|-o)/,
  wc: /^--fi/,
};

/** The rule for such options; `near`, as not each word that looks like one is one. */
export const GUARDED_OPTIONS: Rule = {
  text: "options that write or start programs",
  source: "built in",
  match({ words: [name, ...operands] }: Form): Match {
    if (name === undefined) return undefined;
    const command = commandBaseName(name.value).toLowerCase();
    const pattern = Object.hasOwn(OPTIONS, command) ? OPTIONS[command] : undefined;
    if (command === "uniq") return operands.filter(isOperand).length > 1 ? "near" : undefined;
    if (!pattern || command === "git" && !isReader(operands[0])) return undefined;
    return operands.some(({ value }) => pattern.test(value)) ? "near" : undefined;
  },
};

function isOperand({ value }: FormWord): boolean {
  return !/^[-+]./.test(value);
}

/** The git commands that it allows without a configuration. */
function isReader(word: FormWord | undefined): boolean {
  return word !== undefined && ["diff", "log", "status"].includes(word.value);
}

/** The rule for git in a repository whose own configuration names programs that git would start. */
export function repositoryRule(cwd: string): Rule {
  const known = new Map<string, boolean>();
  const startsPrograms = (folder: string): boolean => {
    const found = known.get(folder) ?? configsOf(folder).some(namesProgram);
    known.set(folder, found);
    return found;
  };
  return {
    text: "the repository's configuration",
    source: ".git/config",
    match({ words: [name, command] }: Form, line: readonly Form[]): Match {
      if (name === undefined || commandBaseName(name.value).toLowerCase() !== "git" || !isReader(command)) {
        return undefined;
      }
      const folders = [cwd, ...line.flatMap(({ words }) => targetOf(words, cwd))];
      return folders.some((folder) => folder === undefined || startsPrograms(folder)) ? "near" : undefined;
    },
  };
}

/** Where a command of the line moves to; undefined in place of what cannot be told, about which Vibe asks. */
function targetOf([name, target, ...more]: readonly FormWord[], cwd: string): (string | undefined)[] {
  if (name?.value === "popd") return target ? [undefined] : [];
  if (name === undefined || !["cd", "chdir", "pushd"].includes(name.value)) return [];
  const isPlain = target?.isLiteral && more.length === 0 && !/^[-~]|[*?[]/.test(target.value);
  if (!isPlain) return [undefined];
  return [target.value.startsWith("/") ? target.value : `${cwd}/${target.value}`];
}

/** The texts of a repository's own configuration: those of a worktree or submodule lie where its `.git` points to. */
function configsOf(folder: string): string[] {
  for (const one of withParents(normal(folder))) {
    const pointer = /^gitdir:\s*(.+)/.exec(readText(`${one}/.git`) ?? "")?.[1]?.trim();
    const root = pointer === undefined
      ? `${one}/.git`
      : pointer.startsWith("/")
      ? pointer
      : `${one}/${pointer}`;
    const names = ["config", "config.worktree", "../../config"].slice(0, pointer === undefined ? 2 : 3);
    const texts = names.flatMap((name) => readText(`${root}/${name}`) ?? []);
    if (texts.length > 0) return texts;
  }
  return [];
}

function normal(path: string): string {
  return new URL(`file://${encodeURI(path)}`).pathname.split("/").map(decodeURIComponent).join("/");
}

const PROGRAMS: Readonly<Record<string, RegExp>> = {
  core: /^(?:pager|fsmonitor)$/,
  diff: /^(?:command|external|textconv)$/,
  filter: /^(?:clean|process)$/,
  gpg: /^program$/,
  include: /./,
  includeif: /./,
  merge: /^driver$/,
  pager: /./,
};

function namesProgram(config: string): boolean {
  let keys: RegExp | undefined;
  return config.split("\n").some((text) => {
    const section = /^\s*\[\s*([\w-]+)/.exec(text)?.[1]?.toLowerCase();
    if (section !== undefined) keys = Object.hasOwn(PROGRAMS, section) ? PROGRAMS[section] : undefined;
    if (section?.startsWith("include")) return true;
    const [, key, value] = /^\s*(?:\[[^\]]*\])?\s*([a-z][\w-]*)\s*(?:=\s*"?([^"]*)"?)?\s*$/i.exec(text) ?? [];
    if (key === undefined || !keys?.test(key.toLowerCase())) return false;
    return !/^(?:0|false|no|off|)$/i.test((value ?? "true").trim());
  });
}
