/**
 * Rules about files: Claude Code holds `Read(…)` rules also against the files that shell commands name, as long as it
 * knows the command, which it does not behind `rtk`. Seen with 2.1.332. Patterns are read wider than Claude reads them.
 */
import { commandBaseName } from "../../core/argv/command_name.ts";
import type { Form, FormWord, Match } from "../../core/permission/rule_set.ts";
import { matchesWildcard, type Wildcard } from "./rule_text.ts";
import { isWordOf } from "../../core/text/word_list.ts";

export interface PathRule {
  /** What stands between the parentheses: `./secret/**`. */
  readonly path: string;
  readonly forbids: "reading" | "editing";
  /** The folder from which `/x` is counted. */
  readonly root: string;
}

export interface PathFacts {
  readonly cwd: string;
  readonly home: string;
  /** The path without symbolic links; undefined when nothing is there. */
  realPath(path: string): string | undefined;
}

/** Commands whose files Claude looks at, and those of rtk's own words that show files. */
const PATH_COMMANDS =
  "cat head tail nl less more tac rev cut sort uniq wc grep egrep fgrep rg find fd ls diff jq sed awk base64 file stat " +
  "strings md5sum sha256sum od hexdump cp mv rm read smart json log deps";

/** Commands that Claude holds `Edit(…)` rules against. */
const EDITING_COMMANDS = "rm mv cp sed tee touch mkdir rmdir ln chmod chown truncate dd install patch";

/** How a path rule is held against a command; `line`: all commands of the line. */
export function pathRuleMatcher(
  rule: PathRule,
  facts: PathFacts,
): (form: Form, line: readonly Form[]) => Match {
  const edits = rule.forbids === "editing";
  let globs: readonly Wildcard[] | undefined;
  return (form, line) => {
    const name = commandBaseName(form.words[0]?.value ?? "");
    const knows = isWordOf(edits ? EDITING_COMMANDS : PATH_COMMANDS, name);
    const named = [...(edits && !knows ? [] : operandsOf(name, form.words)), ...form.targets];
    if (knows && named.some((word) => !word.isLiteral && /[$`]/.test(word.value))) return "near";
    globs ??= globsOf(rule, facts).flatMap(readGlob);
    const folders = foldersOf(line, facts);
    const paths = named.flatMap(pathsIn).flatMap((path) =>
      folders.map((folder) => resolve(folder, path, facts))
    );
    // Links are followed for every command: Claude knows more than are listed here (`git diff`), and none behind rtk.
    const isNamed = paths.some((path) =>
      isCovered(path, globs ?? []) || isCovered(facts.realPath(path), globs ?? [])
    );
    return isNamed ? knows ? "covers" : "near" : undefined;
  };
}

/** The words that may name files: all behind the name, but for the pattern or program of those that begin with one. */
function operandsOf(name: string, [, ...words]: readonly FormWord[]): FormWord[] {
  const first = words.findIndex(({ value }) => !value.startsWith("-"));
  const hasPattern = isWordOf(PATTERN_FIRST, name) && first >= 0 &&
    !words.some(({ value }) => /^-\w*[ef]|^--(?:regexp|file|expression|from-file)/.test(value));
  return words.filter((_, index) => !hasPattern || index !== first);
}

const PATTERN_FIRST = "grep egrep fgrep rg jq sed awk";

/** What a word may name: itself, what stands behind `=`, `:`, `@` or an option letter; a glob's fixed part. */
function pathsIn({ value, isLiteral }: FormWord): string[] {
  const fixed = isLiteral ? value : value.replace(/[*?[{].*$/s, "");
  const pieces = [fixed, ...fixed.split(/[=:@,]/).slice(1), fixed.replace(/^-\w/, "")];
  return [...new Set(pieces)].filter((piece) => piece !== "" && !/^-/.test(piece));
}

/** The working directory, and where each `cd` of the line may lead. */
function foldersOf(line: readonly Form[], facts: PathFacts): string[] {
  const folders = [facts.cwd];
  for (const { words } of line) {
    const [name, target] = words;
    if (!target || (name?.value !== "cd" && name?.value !== "pushd") || folders.length > MAX_FOLDERS) {
      continue;
    }
    folders.push(...folders.map((folder) => resolve(folder, target.value, facts)));
  }
  return [...new Set(folders)];
}

const MAX_FOLDERS = 16;

function globsOf({ path, root }: PathRule, { cwd, home }: PathFacts): string[] {
  if (path.startsWith("//")) return [path.slice(1)];
  if (path.startsWith("~/")) return [home + path.slice(1)];
  const tail = path.replace(/^\.?\//, "");
  const anchored = [...new Set([root, cwd, home])].map((folder) => `${folder}/${tail}`);
  // Without a leading slash a pattern holds at any depth, as in .gitignore.
  return path.startsWith("/") ? anchored : [...anchored, `*/${tail}`];
}

function isCovered(path: string | undefined, globs: readonly Wildcard[]): boolean {
  return path !== undefined && globs.some((glob) => matchesWildcard(glob, path));
}

/** `**`, `*`, `?` and `[…]` all stand for any text here. A pattern also holds for what lies below, and for its folder. */
function readGlob(glob: string): Wildcard[] {
  const pattern = glob.replaceAll(/\*+|\?|\[[^\]]*\]/g, "*").replaceAll("*/*", "*").replaceAll(
    /\*{2,}/g,
    "*",
  );
  return [pattern, `${pattern}/*`, pattern.replace(/\/\*$/, "")].map((variant) => ({
    pieces: variant.split("*"),
    isLastOptional: false,
  }));
}

/** An absolute path without `.` and `..`; symbolic links are not looked at. */
export function resolve(folder: string, path: string, { home }: Pick<PathFacts, "home">): string {
  const expanded = path === "~" || path.startsWith("~/") ? home + path.slice(1) : path;
  const parts: string[] = [];
  for (const part of (expanded.startsWith("/") ? expanded : `${folder}/${expanded}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}
