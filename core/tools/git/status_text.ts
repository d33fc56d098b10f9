/** The long form of `git status` (wt-status.c, git 2.39), which stash, commit and others print as well. */
import { foldPaths, type LabelledPath } from "./path_fold.ts";

/** Two columns as `git status --short` has them: index, work tree. */
const CHANGES: Readonly<Record<string, string>> = {
  "new file": "A",
  copied: "C",
  deleted: "D",
  modified: "M",
  renamed: "R",
  typechange: "T",
};
const CONFLICTS: Readonly<Record<string, string>> = {
  "both deleted": "DD",
  "added by us": "AU",
  "deleted by them": "UD",
  "added by them": "UA",
  "deleted by us": "DU",
  "both added": "AA",
  "both modified": "UU",
};
type Section = "staged" | "unstaged" | "unmerged" | "untracked" | "ignored";
const SECTIONS: Readonly<Record<string, Section>> = {
  "Changes to be committed:": "staged",
  "Changes not staged for commit:": "unstaged",
  "Unmerged paths:": "unmerged",
  "Untracked files:": "untracked",
  "Ignored files:": "ignored",
};

const HEADER = /^(?:On branch \S+|HEAD detached (?:at|from) .+|Not currently on any branch\.)$/;
const OPERATION = /^(?:interactive )?rebase in progress; onto \S+$/;
/**
 * A line of advice: `  (use "git add <file>..." to update what will be committed)`. What a parenthesis states ("all
 * conflicts fixed") is none.
 */
export const HINT =
  /^ {2}\((?:use |fix conflicts and |see more in file |commit or discard |Once |run "git |create\/copy files)/;
// Said by the entries already; the reason where a commit was refused.
const VERDICT =
  /^(no changes added to commit|nothing added to commit but untracked files present)(?: \(.*\))?$/;

// Where nothing was to be committed the second half says all.
const CLEAN = "nothing to commit, working tree clean";

/**
 * Compacts a text that holds a long status to the lines of `git status --short --branch`; lines of another kind stay
 * in place.
 * @returns undefined where no status was found, or an entry is none that is known (another language or configuration).
 */
export function compactStatus(
  lines: readonly string[],
  options: { readonly keepVerdict?: true } = {},
): string[] | undefined {
  if (!lines.some((line) => HEADER.test(line) || OPERATION.test(line))) return undefined;
  const out: string[] = [];
  const entries: LabelledPath[] = [];
  const flush = (): void => {
    out.push(...foldPaths(entries));
    entries.length = 0;
  };
  let section: Section | undefined;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (line.startsWith("\t")) {
      const entry = section && entryOf(section, line.slice(1));
      if (!entry) return undefined;
      entries.push(entry);
      continue;
    }
    const next = SECTIONS[line];
    if (next !== undefined) section = next;
    if (next !== undefined || line === "" || HINT.test(line)) continue;
    if (VERDICT.test(line) && !options.keepVerdict) continue;
    flush();
    if (line.startsWith("On branch ")) index += printBranch(lines, index, out);
    else out.push(line === CLEAN && !options.keepVerdict ? "working tree clean" : shortened(line));
  }
  flush();
  return out;
}

function entryOf(section: Section, text: string): LabelledPath | undefined {
  if (section === "untracked" || section === "ignored") {
    // Two blanks inside: column.ui puts several names on a line.
    if (/\S {2,}\S/.test(text) && !text.startsWith('"')) return undefined;
    return { label: section === "untracked" ? "?? " : "!! ", path: text };
  }
  const [, label = "", path = ""] = /^([a-z ]+): +(.+)$/.exec(text) ?? [];
  const code = (section === "unmerged" ? CONFLICTS : CHANGES)[label];
  if (code === undefined) return undefined;
  if (section === "unmerged") return { label: `${code} `, path };
  return { label: section === "staged" ? `${code}  ` : ` ${code} `, path };
}

/** Prints `## main...origin/main [ahead 2, behind 1]`; answers how many further lines it took. */
function printBranch(lines: readonly string[], index: number, out: string[]): number {
  const branch = `## ${(lines[index] ?? "").slice("On branch ".length)}`;
  const tracking = trackingOf(lines, index + 1);
  out.push(branch + (tracking?.text ?? ""));
  return tracking?.lines ?? 0;
}

/** The upstream as `git status --short --branch` shows it, and how many lines said so. */
export function trackingOf(
  lines: readonly string[],
  index: number,
): { text: string; lines: number } | undefined {
  const line = lines[index] ?? "";
  const even = /^Your branch is up to date with '(.+)'\.$/.exec(line);
  if (even) return { text: `...${even[1]}`, lines: 1 };
  const ahead = /^Your branch is ahead of '(.+)' by (\d+) commits?\.$/.exec(line);
  if (ahead) return { text: `...${ahead[1]} [ahead ${ahead[2]}]`, lines: 1 };
  const behind = /^Your branch is behind '(.+)' by (\d+) commits?, and can be fast-forwarded\.$/.exec(line);
  if (behind) return { text: `...${behind[1]} [behind ${behind[2]}]`, lines: 1 };
  const apart = /^Your branch and '(.+)' have diverged,$/.exec(line);
  const counts = /^and have (\d+) and (\d+) different commits each, respectively\.$/.exec(
    lines[index + 1] ?? "",
  );
  if (!apart || !counts) return undefined;
  return { text: `...${apart[1]} [ahead ${counts[1]}, behind ${counts[2]}]`, lines: 2 };
}

function shortened(line: string): string {
  return line.replace(VERDICT, "$1").replace(/^(Untracked files not listed) \(.*\)$/, "$1")
    .replace(/^(nothing to commit) \(create\/copy files.*\)$/, "$1")
    .replace(/^ {2}\((all conflicts fixed): run .*\)$/, "$1");
}
