/**
 * By which names Droid allows commands: the program's, for some together with the words behind it. A list's `rtk git log`
 * is `rtk` and covers all that rtk runs. Read in 0.215.0.
 */
import type { Approval, JudgedText } from "../../core/permission/rule_set.ts";
import type { Pipeline, SimpleCommand } from "../../core/syntax/nodes.ts";

interface Named {
  /** How many words belong to the name. */
  readonly words: number;
  /** Options whose value is the next word. */
  readonly valued: readonly string[];
}

const PACKAGES: Named = { words: 1, valued: ["--prefix", "--workspace", "--dir", "-C"] };
const FORGE: Named = { words: 2, valued: ["-R", "--repo"] };
const NAMED: Readonly<Record<string, Named>> = {
  git: { words: 1, valued: ["-C", "-c", "--git-dir", "--work-tree"] },
  npm: PACKAGES,
  yarn: PACKAGES,
  pnpm: PACKAGES,
  bun: PACKAGES,
  gh: FORGE,
  glab: FORGE,
};

/** Programs behind which it looks for the command; their options are not followed here. */
const WRAPPERS: readonly string[] = ["sudo", "env", "time", "nohup", "command", "nice", "timeout"];

/** What may stand beside an allowed command, where it goes to no file. */
const NEUTRAL: readonly string[] = ["head", "tail", "grep", "cat", "echo"];

/** The name of a command whose words are given as written; undefined where that cannot be told. */
export function nameOf([first = "", ...rest]: readonly string[]): string | undefined {
  const program = unquoted(first).split("/").at(-1) ?? "";
  if (WRAPPERS.includes(first) || !/^[a-z_.][\w.+-]*$/i.test(program)) return undefined;
  const named = Object.hasOwn(NAMED, program) ? NAMED[program] : undefined;
  if (!named) return program;
  const words: string[] = [];
  for (let at = 0; at < rest.length && words.length < named.words; at++) {
    const word = rest[at] ?? "";
    if (named.valued.includes(word)) at++;
    else if (!/^[-"']/.test(word)) words.push(word);
  }
  return [program, ...words].join(" ");
}

function unquoted(word: string): string {
  return /^(["'])(.*)\1$/s.exec(word)?.[2] ?? word;
}

/** The names that lists allow: what is denied anywhere is taken out. */
export function allowedNames(allow: readonly string[], deny: readonly string[]): ReadonlySet<string> {
  const names = new Set(allow.flatMap(partsOf).flatMap((words) => nameOf(words) ?? []));
  for (const words of deny.flatMap(partsOf)) {
    // Wherever the command begins: a wrapper may stand in front of it.
    for (const at of words.keys()) names.delete(nameOf(words.slice(at)) ?? "");
  }
  return names;
}

function partsOf(text: string): string[][] {
  return text.split(/&&|\|\||[;|&\n\r]/).map((part) => {
    const words = part.split(/\s+/).filter((word) => word !== "");
    return words.slice(words.findIndex((word) => !/^[a-z_]\w*=/i.test(word)));
  });
}

/** Whether lists allow a line: each of its commands, but for changes of folder and what only shows the others' output. */
export function listApproval({ source, parse }: JudgedText, names: ReadonlySet<string>): Approval {
  if (/\$\(|`|[<>]\(/.test(source)) return "none";
  if (parse.kind !== "program") return "unsure";
  const pipelines = parse.program.lists.flatMap((list) => list.pipelines);
  const stages = pipelines.flatMap((pipeline) => pipeline.stages);
  const commands = stages.filter((stage) => stage.kind === "simple");
  const known = commands.map((command) => nameOf(command.words.map(({ text }) => text)));
  const found = known.filter((name) => name !== "cd");
  const main = found.filter((name) => name === undefined || !NEUTRAL.includes(name));
  if ((main.length > 0 ? main : found).some((name) => name !== undefined && !names.has(name))) return "none";
  const isSure = commands.length === stages.length && commands.every(isPlain) && !known.includes(undefined) &&
    pipelines.every(isUntouched) && !parse.program.lists.some(({ background }) => background);
  // It splits lines without knowing comments, and escapes in its own way.
  return isSure && commands.length > 0 && !/[#\\]/.test(source) ? "allow" : "unsure";
}

function isPlain({ assignments, words, redirections }: SimpleCommand): boolean {
  return assignments.length === 0 && words[0]?.value !== undefined &&
    redirections.every(({ operator, descriptor, target }) =>
      target.value === "/dev/null" || operator === ">&" && descriptor !== undefined
    );
}

function isUntouched({ negated, timed }: Pipeline): boolean {
  return !negated && !timed;
}
