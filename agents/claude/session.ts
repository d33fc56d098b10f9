/** What the session was started with: Claude Code's own command line, as far as the hook may look. Seen with 2.1.332. */
import { isWordOf } from "../../core/text/word_list.ts";

export interface Session {
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  /** Values of `--settings`. */
  readonly settings: readonly string[];
  /** Values of `--add-dir`. */
  readonly folders: readonly string[];
  readonly settingSources: ReadonlySet<string> | undefined;
  /** Nobody sits at a terminal: `-p`, or a program drives it. */
  readonly isHeadless: boolean;
  /** Some of its rules may be out of sight: no command line was found, or a program answers for the user. */
  readonly hasUnreadRules: boolean;
}

type Env = (name: string) => string | undefined;

/**
 * The command that shows Claude Code's command line. Deno may not read /proc itself while anything is denied to it.
 * @param parent the process that started the hook: where Claude Code does not tell its own, up to four steps are walked.
 */
export function sessionLook(env: Env, parent: number): readonly [string, ...string[]] | undefined {
  const known = env("CLAUDE_PID") ?? "";
  if (isNumber(known)) return ["cat", `/proc/${known}/cmdline`];
  return env("CLAUDECODE") === undefined ? undefined : ["sh", "-c", WALK, "sh", String(parent)];
}

function isNumber(text: string): boolean {
  return text !== "" && /^\d+$/.test(text);
}

/** Between the hook and Claude Code stand the script and the shell that runs it. Fields of `stat`: proc(5). */
const WALK = `p=$1; i=0
while [ $i -lt 4 ] && [ "$p" -gt 1 ] && cat /proc/$p/cmdline; do
printf '\\001'; read -r s </proc/$p/stat; set -- \${s##*) }; p=$2; i=$((i+1)); done 2>/dev/null`;

/**
 * Reads the session's flags.
 * @param seen what the command of `sessionLook` printed; undefined where it was not run or failed.
 */
export function readSession(env: Env, seen: string | undefined): Session {
  const argv = commandLine(seen, isNumber(env("CLAUDE_PID") ?? ""));
  const entry = env("CLAUDE_CODE_ENTRYPOINT") ?? "";
  const isHeadless = env("CLAUDE_CODE_SESSION_ATTENDED") === "0" || entry.startsWith("sdk") ||
    argv?.some((word) => word === "-p" || word === "--print") === true;
  if (!argv) return { ...EMPTY, isHeadless, hasUnreadRules: isHeadless };
  const flags = readFlags(argv);
  const list = (...names: string[]): string[] => names.flatMap((name) => flags.get(name) ?? []);
  const sources = flags.get("--setting-sources");
  return {
    allow: list("--allowedTools", "--allowed-tools").flatMap(splitRules),
    deny: list("--disallowedTools", "--disallowed-tools").flatMap(splitRules),
    settings: list("--settings"),
    folders: list("--add-dir"),
    settingSources: sources &&
      new Set(sources.flatMap((value) => value.split(",")).map((name) => name.trim())),
    isHeadless,
    hasUnreadRules: isHeadless && flags.has("--permission-prompt-tool"),
  };
}

const EMPTY: Omit<Session, "isHeadless" | "hasUnreadRules"> = {
  allow: [],
  deny: [],
  settings: [],
  folders: [],
  settingSources: undefined,
};

function commandLine(seen: string | undefined, isKnown: boolean): string[] | undefined {
  const lines = (seen ?? "").split("\x01").filter((line) => line !== "").map((line) =>
    line.replace(/\0$/, "").split("\0")
  );
  return isKnown ? lines[0] : lines.find(isClaude);
}

function isClaude([program = "", script = ""]: readonly string[]): boolean {
  if (/(?:^|[\\/])claude(?:\.exe)?$/.test(program)) return true;
  return /(?:^|[\\/])(?:node|bun|deno)$/.test(program) &&
    /[\\/](?:claude-code[\\/]\S*\.[cm]?js|claude)$/.test(script);
}

// Flags whose values end at the next flag; the others take one value or none.
const LISTS = "--allowedTools --allowed-tools --disallowedTools --disallowed-tools --add-dir";
const SINGLE = "--settings --setting-sources --permission-prompt-tool --permission-mode";

function readFlags(argv: readonly string[]): Map<string, string[]> {
  const flags = new Map<string, string[]>();
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (word === "--") break;
    const [name = "", attached] = splitFlag(word);
    const isList = isWordOf(LISTS, name);
    if (!isList && !isWordOf(SINGLE, name)) continue;
    const values = flags.get(name) ?? [];
    if (attached !== undefined) values.push(attached);
    else if (argv[at + 1] !== undefined) values.push(argv[++at] ?? "");
    while (isList && argv[at + 1] !== undefined && !argv[at + 1]?.startsWith("-")) {
      values.push(argv[++at] ?? "");
    }
    flags.set(name, values);
  }
  return flags;
}

function splitFlag(word: string): [string, string | undefined] {
  const equals = word.startsWith("--") ? word.indexOf("=") : -1;
  return equals < 0 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)];
}

/** `Bash(git push:*) Edit,Read`: separated by commas or blanks outside of parentheses. */
export function splitRules(text: string): string[] {
  return [...text.matchAll(/[^\s,()]+(?:\((?:[^()]|\([^()]*\))*\))?/g)].map(([rule]) => rule);
}
