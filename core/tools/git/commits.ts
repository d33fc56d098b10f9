/** Commits as `git log` and `git show` print them in the medium format (git 2.39, pretty-formats.txt). */

export interface Commit {
  /** The full id, or as short as `--abbrev-commit` made it. */
  readonly id: string;
  /** `(HEAD -> main, tag: v1)` as shown; empty without one. */
  readonly refs: string;
  readonly author: string;
  readonly date: string;
  /** Abbreviated ids of a merge's parents, as shown. */
  readonly parents: string;
  /** Other lines between `commit` and the message: notes of gpg, of a reflog. */
  readonly extras: readonly string[];
  /** The message without its indent, from the first line that is not blank to the last one. */
  readonly message: readonly string[];
  /** What follows the message: diffstat, diff, notes. */
  readonly rest: readonly string[];
}

export interface CommitText {
  /** Lines before the first commit: warnings, the header of a tag. */
  readonly preface: readonly string[];
  readonly commits: readonly Commit[];
}

// "commit c8b83a9d85e2d7c447e22e3e5dd898c64b76d120 (HEAD -> main, origin/main)"
const COMMIT = /^commit ([0-9a-f]{4,64})(?: (\(.*\)))?$/;

/** @returns undefined where there is no commit, or one without author and date: another format then. */
export function parseCommits(lines: readonly string[]): CommitText | undefined {
  const starts: number[] = [];
  for (let index = 0; index < lines.length; index++) {
    if (COMMIT.test(lines[index] ?? "")) starts.push(index);
  }
  const commits: Commit[] = [];
  for (const [at, start] of starts.entries()) {
    const next = starts[at + 1];
    // One blank line stands before the next commit; others may belong to a diff.
    const end = next === undefined ? lines.length : lines[next - 1] === "" ? next - 1 : next;
    const commit = parseCommit(lines.slice(start, end));
    if (!commit) return undefined;
    commits.push(commit);
  }
  if (commits.length === 0) return undefined;
  return { preface: trimBlank(lines.slice(0, starts[0])), commits };
}

function parseCommit(lines: readonly string[]): Commit | undefined {
  const [, id = "", refs = ""] = COMMIT.exec(lines[0] ?? "") ?? [];
  const fields = { author: "", date: "", parents: "" };
  const extras: string[] = [];
  let index = 1;
  for (; index < lines.length && lines[index] !== ""; index++) {
    const line = lines[index] ?? "";
    const [, key, value = ""] = /^(Author|Date|Merge): +(.*)$/s.exec(line) ?? [];
    if (key === "Author") fields.author = value;
    else if (key === "Date") fields.date = value;
    else if (key === "Merge") fields.parents = value;
    else extras.push(line);
  }
  if (fields.author === "" || fields.date === "") return undefined;
  while (lines[index] === "") index++;
  const start = index;
  while (index < lines.length && isMessage(lines, index)) index++;
  const message = trimBlank(lines.slice(start, index).map((line) => line.slice(INDENT.length)));
  while (lines[index] === "") index++;
  return { id, refs, ...fields, extras, message, rest: lines.slice(index) };
}

const INDENT = "    ";

/** An empty line is part of the message only when more of it follows: git 2.39 indents its blank lines as well. */
function isMessage(lines: readonly string[], index: number): boolean {
  if (lines[index]?.startsWith(INDENT)) return true;
  return lines[index] === "" && lines[index + 1]?.startsWith(INDENT) === true;
}

function trimBlank(lines: readonly string[]): string[] {
  let start = 0;
  let end = lines.length;
  while (start < end && lines[start]?.trim() === "") start++;
  while (end > start && lines[end - 1]?.trim() === "") end--;
  return lines.slice(start, end);
}
