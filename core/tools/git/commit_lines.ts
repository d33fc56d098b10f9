/** Prints parsed commits: one line each, then what else they say. */
import { hasOption, type ParsedArgs } from "../../argv/parse_args.ts";
import { compactDiff, type DiffDepth } from "../../text/diff.ts";
import type { Commit, CommitText } from "./commits.ts";
import type { Shortened } from "../../text/diff_depth.ts";
import { compactStat } from "./stat_text.ts";

export interface CommitStyle {
  readonly depth: DiffDepth;
  /** Body lines that are shown of each message in the short depth. */
  readonly bodyLines: number;
  /** How many commits are shown in the short depth. */
  readonly limit: number;
  readonly asked: AskedForm;
}

/** What of the commits' form was asked for, and so stays. */
export interface AskedForm {
  readonly dates: boolean;
  readonly wholeIds: boolean;
}

/** The options that ask for a form of dates or ids. */
export function askedForm(args: ParsedArgs): AskedForm {
  return {
    dates: hasOption(args, "--date", "--relative-date"),
    wholeIds: hasOption(args, "--no-abbrev-commit"),
  };
}

/**
 * `c8b83a9d85 Apr 2 2026 <Ada Byron> subject`; the author stands once on top when all commits have the same one.
 */
export function printCommits({ preface, commits }: CommitText, style: CommitStyle): Shortened {
  const short = style.depth === "short";
  const shown = short ? commits.slice(0, style.limit) : commits;
  const layout = {
    idLength: style.asked.wholeIds ? Infinity : shortIdLength(commits),
    wholeDates: style.asked.dates,
  };
  const author = commonAuthor(commits);
  const out = [...preface, ...(author === undefined ? [] : [`Author: ${author}`])];
  let cut = 0;
  for (const commit of shown) {
    out.push(commitLine(commit, layout, author === undefined));
    for (const line of commit.extras) out.push(` ${line}`);
    const body = bodyOf(commit.message, short ? style.bodyLines : Infinity);
    for (const line of body.lines) out.push(line === "" ? "" : ` ${line}`);
    const rest = printRest(commit.rest, style.depth);
    for (const line of rest.lines) out.push(line);
    cut += body.cut + rest.cut;
  }
  for (const commit of commits.slice(shown.length)) cut += lineCount(commit);
  if (shown.length < commits.length) out.push(`${shown.length} of ${commits.length} commits shown`);
  return { lines: out, cut };
}

interface LineLayout {
  readonly idLength: number;
  readonly wholeDates: boolean;
}

function commitLine(commit: Commit, { idLength, wholeDates }: LineLayout, named: boolean): string {
  const parts = [commit.id.slice(0, idLength)];
  if (commit.refs !== "") parts.push(commit.refs);
  // Two ids behind the first are a merge's parents, as in `git log --oneline --parents`; the subject mostly says so.
  if (commit.parents !== "") parts.push(isMergeSubject(commit) ? commit.parents : `Merge: ${commit.parents}`);
  parts.push((wholeDates ? undefined : dayOf(commit.date)) ?? dateText(commit.date));
  if (named) parts.push(`<${nameOf(commit.author)}>`);
  parts.push(commit.message[0] ?? "");
  return parts.join(" ").trimEnd();
}

function isMergeSubject({ message }: Commit): boolean {
  return /^Merge /.test(message[0] ?? "");
}

// git's own choice for a repository of a million objects; shorter ones may be refused as ambiguous.
const ID_LENGTH = 10;
// "index 403b873..cffc623 100644"
const INDEX = /^index ([0-9a-f]{4,64})(?:,[0-9a-f]+)*\.\.[0-9a-f]/;

/** As long as git's own abbreviations in the text (they grow with the repository), unique among the commits shown. */
function shortIdLength(commits: readonly Commit[]): number {
  const seen = new Set<number>();
  for (const { id, parents, rest } of commits) {
    for (const parent of parents === "" ? [] : parents.split(" ")) seen.add(parent.length);
    for (const line of rest) {
      const [, blob] = INDEX.exec(line) ?? [];
      // `--full-index` asks for whole ids of blobs alone.
      if (blob !== undefined && blob.length < id.length) seen.add(blob.length);
    }
  }
  let length = seen.size > 0 ? Math.max(...seen) : ID_LENGTH;
  const ids = new Set(commits.map(({ id }) => id));
  while (length < 64 && new Set([...ids].map((id) => id.slice(0, length))).size < ids.size) length++;
  return length;
}

/** The name alone: an e-mail address is noise. */
function nameOf(author: string): string {
  return author.replace(/ <[^<>]*>$/, "");
}

function commonAuthor(commits: readonly Commit[]): string | undefined {
  const names = new Set(commits.map(({ author }) => nameOf(author)));
  return commits.length > 1 && names.size === 1 ? [...names][0] : undefined;
}

// "Thu Apr 2 09:00:00 2026 +0100"
const DEFAULT_DATE = /^[A-Z][a-z]{2} ([A-Z][a-z]{2} +\d{1,2}) \d\d:\d\d:\d\d (\d{4,}) [+-]\d{4}$/;

/** The day as it was at the author's place, without its name and the time; undefined for a form that log.date asks for. */
function dayOf(date: string): string | undefined {
  const [, day, year] = DEFAULT_DATE.exec(date) ?? [];
  return day === undefined ? undefined : `${day} ${year}`;
}

function dateText(date: string): string {
  return /^\d{4}-\d\d-\d\d/.test(date) ? date : `(${date})`;
}

const NOISE_TRAILER = /^(?:Signed-off-by|Change-Id|Co-authored-by): /i;
// What an agent acts on, wherever in the body it stands: "BREAKING CHANGE: …", "Fixes #12", "Refs: ABC-7", trailers.
const WEIGHTY =
  /\bBREAKING\b|cherry picked from commit|This reverts commit|^[A-Z][\w-]+: \S|\b(?:fix|close|resolve|ref|relate|see|supersede|implement|address)\w*:? .*(?:#\d|[A-Z]-\d|https?:)/i;

/** The message behind its first line; blank lines and sign-offs are noise, lines beyond `limit` are cut. */
function bodyOf(message: readonly string[], limit: number): Shortened {
  const lines: string[] = [];
  let cut = 0;
  let inSubject = true;
  let kept = 0;
  for (const line of message.slice(1)) {
    if (line.trim() === "") {
      inSubject = false;
    } else if (inSubject) {
      lines.push(line);
    } else if (NOISE_TRAILER.test(line)) {
      continue;
    } else if (kept < limit || WEIGHTY.test(line)) {
      lines.push(line);
      kept++;
    } else {
      cut++;
    }
  }
  return { lines, cut };
}

function printRest(rest: readonly string[], depth: DiffDepth): Shortened {
  const { lines, cut } = compactDiff(rest, depth);
  const diff = lines.findIndex((line) => line.startsWith("diff "));
  const before = compactStat(
    (diff < 0 ? lines : lines.slice(0, diff)).filter((line) => line !== "" && line !== "---"),
  );
  return { lines: [...before, ...(diff < 0 ? [] : lines.slice(diff))], cut };
}

function lineCount({ message, rest }: Commit): number {
  return [...message, ...rest].filter((line) => line.trim() !== "").length;
}
