/** What commands that change something print (git 2.39): lessons and progress go, every other line stays. */
import { joinLines, splitLines } from "../../text/lines.ts";
import type { Compact, Run } from "../tool.ts";
import { foldPaths, type LabelledPath } from "./path_fold.ts";
import { compactStat } from "./stat_text.ts";
import { compactStatus, HINT, trackingOf } from "./status_text.ts";

export interface ActionStyle {
  /** Advice is git's own only behind a line like this; before it a hook may speak. */
  readonly adviceBehind?: RegExp;
}

/** Compacts both streams; undefined where a failing run would lose all of its text. */
export function compactAction({ stdout, stderr, exit }: Run, style: ActionStyle = {}): Compact | undefined {
  const lines = splitLines(stdout);
  const status = compactStatus(lines, exit === 0 ? {} : { keepVerdict: true });
  const compact = {
    stdout: joinLines(compactLines(status ?? lines, style)),
    stderr: joinLines(compactLines(splitLines(stderr), style)),
  };
  if (exit !== 0 && compact.stdout === "" && compact.stderr === "") return undefined;
  return compact;
}

// "Resolve all conflicts manually, mark them as …", "After resolving the conflicts, mark them with"
const RESOLVING = /\bresolv(?:e all|ing the) conflicts\b/i;
// '"git rebase --continue"'; before git 2.38: "and commit the result with 'git commit'"
const GO_ON = /["'](git [\w-]+ --continue|git commit)\b/;

/** `stopped: resolve, git add/rm, git rebase --continue`: what advice behind a conflict comes to, other advice to nothing. */
function stopLine(advice: readonly string[]): string[] {
  const text = advice.join(" ");
  const command = RESOLVING.test(text) ? GO_ON.exec(text)?.[1] : undefined;
  return command === undefined ? [] : [`stopped: resolve, git add/rm, ${command}`];
}

// A hook that is not run is no advice: "hint: The '.git/hooks/pre-commit' hook was ignored because it's not set as …".
const ADVICE = /^hint:(?!.*\bhook was ignored\b)/;

const DETACHED_LESSON = new Set([
  "You are in 'detached HEAD' state. You can look around, make experimental",
  "changes and commit them, and you can discard any commits you make in this",
  "state without impacting any branches by switching back to a branch.",
  "If you want to create a new branch to retain commits you create, you may",
  "do so (now or later) by using -c with the switch command. Example:",
  "  git switch -c <new-branch-name>",
  "Or undo this operation with:",
  "  git switch -",
  "Turn off this advice by setting config variable advice.detachedHead to false",
]);

const KEEP_BRANCH_LESSON =
  /^(?:If you want to keep (?:it|them) by creating a new branch, this may be a good time|to do so with:)$/;

// "Counting objects: 100% (5/5), done."   "remote: Total 3 (delta 1), reused 0 (delta 0), pack-reused 0"
const TRANSFER =
  /^(?:remote: )?(?:(?:Enumerating|Counting|Compressing|Writing|Receiving|Unpacking) objects|Resolving deltas|Updating files|Filtering content|Finding sources): +\d+.*$|^(?:remote: )?Total \d+ \(delta \d+\).*$|^Delta compression using up to \d+ threads?$|^remote: *$|^POST git-(?:upload|receive)-pack \(\d+ bytes\)$|^Rebasing \(\d+\/\d+\)$/;

// The refs behind it carry the remote's name.
const SOURCE = /^From \S+$/;
const COMMIT_DATE = /^ Date: [A-Z][a-z]{2} [A-Z][a-z]{2} +\d+ \d\d:\d\d:\d\d \d{4} [+-]\d{4}$/;

/** Compacts the lines of one stream. */
export function compactLines(lines: readonly string[], { adviceBehind }: ActionStyle = {}): string[] {
  const advised = adviceBehind ? lines.findIndex((line) => adviceBehind.test(line)) : 0;
  const isAdvice = (line: string, index: number): boolean =>
    ADVICE.test(line) && advised >= 0 && index >= advised;
  const conflicts = lines.filter((line) => line.startsWith("CONFLICT"));
  const told = new Set(lines);
  const firstAdvice = lines.findIndex(isAdvice);
  const out: string[] = [];
  const entries: LabelledPath[] = [];
  const flush = (): void => {
    out.push(...foldPaths(entries));
    entries.length = 0;
  };
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (isAdvice(line, index)) {
      flush();
      if (index === firstAdvice) out.push(...stopLine(lines.filter(isAdvice)));
      continue;
    }
    if (isNoise(line) || isToldTwice(line, told, conflicts)) continue;
    if (SOURCE.test(line) && REF_UPDATE.test(lines[index + 1] ?? "")) continue;
    const entry = entryOf(line);
    if (entry) {
      entries.push(entry);
      continue;
    }
    flush();
    const tracking = trackingOf(lines, index);
    if (tracking?.text.includes("[")) {
      out.push(tracking.text.slice("...".length));
      index += tracking.lines - 1;
    } else if (!mergeDetached(line, out)) out.push(squeezed(line));
  }
  flush();
  return compactStat(out);
}

function isNoise(line: string): boolean {
  return line === "" || HINT.test(line) || DETACHED_LESSON.has(line) ||
    KEEP_BRANCH_LESSON.test(line) || TRANSFER.test(line) || COMMIT_DATE.test(line);
}

/** `Auto-merging F` before a conflict in F, and `Could not apply …` behind the error that says so. */
function isToldTwice(line: string, told: ReadonlySet<string>, conflicts: readonly string[]): boolean {
  if (line.startsWith("Could not apply ")) {
    return told.has(`error: could not ${line.slice("Could not ".length)}`);
  }
  if (!line.startsWith("Auto-merging ")) return false;
  const file = line.slice("Auto-merging ".length);
  return conflicts.some((conflict) => conflict.endsWith(` in ${file}`));
}

// " create mode 100644 src/a.ts"   "rm 'src/a.ts'"   "M\tsrc/a.ts"
const ENTRIES: readonly { readonly pattern: RegExp; readonly label: string }[] = [
  { pattern: /^ (create|delete) mode 100644 (.+)$/, label: " " },
  { pattern: /^(rm|add|remove) '(.+)'$/, label: " " },
  { pattern: /^([MADTU])\t(.+)$/, label: "\t" },
  { pattern: /^(Removing|Would remove|Would skip repository|Skipping repository) (.+)$/, label: " " },
];

function entryOf(line: string): LabelledPath | undefined {
  for (const { pattern, label } of ENTRIES) {
    const [, kind, path] = pattern.exec(line) ?? [];
    if (kind !== undefined && path !== undefined) return { label: kind + label, path };
  }
  return undefined;
}

const DETACHED = /^Note: switching to '(.+)'\.$/;

/** `detached at v1.0.0: 2196e5c docs: rename guide to manual` from the two lines that say so. */
function mergeDetached(line: string, out: string[]): boolean {
  if (!line.startsWith("HEAD is now at ")) return false;
  const [, name] = DETACHED.exec(out.at(-1) ?? "") ?? [];
  if (name === undefined) return false;
  out[out.length - 1] = `detached at ${name}: ${line.slice("HEAD is now at ".length)}`;
  return true;
}

// " * [new branch]      main       -> origin/main"   "   c8b83a9..d68b760  main -> main"
const REF_UPDATE =
  /^ (?:[ *+!=t-]) (?:\[[^\]]+\]|[0-9a-f]{4,40}\.{2,3}[0-9a-f]{4,40}) +\S.* -> |^ (?:[ *+!=t-]) \[[^\]]+\] +\S/;

// " * [new branch] main -> main": the words in brackets say what the mark says, and both names may be the same.
const NEW_REF = /^ \* (\[new [^\]]+\]) (\S+) -> (\S+)$/;

function squeezed(line: string): string {
  if (REF_UPDATE.test(line)) {
    const update = ` ${line.trimStart().replaceAll(/ {2,}/g, " ")}`;
    const [, kind, from, to] = NEW_REF.exec(update) ?? [];
    return kind === undefined ? update : from === to ? `${kind} ${to}` : `${kind} ${from} -> ${to}`;
  }
  if (line.startsWith("remote: ")) return line.replace(/^remote: {2,}/, "remote: ").trimEnd();
  return line.replace(/^ (rename .+) \(100%\)$/, "$1")
    .replace(/^ ((?:create|delete|mode change|rename|copy|rewrite) .+)$/, "$1")
    .replace(/^Saved working directory and index state /, "Saved ")
    .replace(/^Previous HEAD position was /, "was at ")
    .replace(/^branch '(\S+)' set up to track '(\S+)'\.$/, "$1 set up to track $2");
}
