/** Which functions of the built bundles run on the paths that are started often, as V8's coverage tells. */

/** A start of rtk as agents make it all day. Methods of objects cannot be compiled ahead: the hot path has none. */
export interface Start {
  readonly argv: readonly string[];
  readonly stdin?: string;
}

/** A file that `deno run --coverage` writes: one script of one run. */
interface Coverage {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly [FunctionRange, ...FunctionRange[]] }[];
}

/** The first range of a function is the whole of it. */
interface FunctionRange {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

const PLAIN = [
  "git log --oneline -5 && ls src && cargo test --workspace",
  "cd app && git status && FORCE=1 timeout 60 cargo test --workspace 2>&1 | head -40",
];
const WITH_TREE = 'for f in *.ts; do git log --oneline -5 -- "$f"; done; echo "$(git rev-parse HEAD)"';

/** Lines that the scanner decides: what they do not need would slow down every start. */
export const PLAIN_STARTS: readonly Start[] = PLAIN.flatMap(asked);

/** The line that needs the tree, and the runner. */
export const OTHER_STARTS: readonly Start[] = [
  ...asked(WITH_TREE),
  { argv: ["true"] },
  { argv: ["git", "status"] },
];

function asked(command: string): Start[] {
  return [{ argv: ["rewrite", command] }, { argv: ["hook", "claude"], stdin: payload(command) }];
}

function payload(command: string): string {
  return JSON.stringify({
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    permission_mode: "default",
    tool_input: { command },
  });
}

/**
 * Runs the built rtk in an empty home: what a user's rules and settings take beyond that is compiled when it is called, as all
 * code that is kept has to be read at every start.
 * @param rtk the hot bundle, the others beside it.
 * @param options.flags those of `deno run`.
 * @returns by the URL of a bundle where the functions that were called stand in it, as `start-end` in UTF-16 units.
 */
export function calledFunctions(
  rtk: URL,
  { flags, starts }: { readonly flags: readonly string[]; readonly starts: readonly Start[] },
): Map<string, Set<string>> {
  const scratch = Deno.makeTempDirSync({ prefix: "rtk-profile-" });
  const env = {
    HOME: scratch,
    STDIN_FILE: `${scratch}/stdin`,
    XDG_CONFIG_HOME: "",
    XDG_DATA_HOME: "",
    CLAUDE_CONFIG_DIR: "",
    CLAUDE_PID: "",
    CLAUDECODE: "",
  };
  try {
    for (const { argv, stdin = "" } of starts) {
      Deno.writeTextFileSync(env.STDIN_FILE, stdin);
      const deno = [Deno.execPath(), "run", `--coverage=${scratch}/coverage`, ...flags];
      new Deno.Command("/bin/sh", {
        args: ["-c", '"$@" <"$STDIN_FILE"', "sh", ...deno, decodeURIComponent(rtk.pathname), ...argv],
        cwd: scratch,
        env,
        stdout: "null",
        stderr: "null",
      }).outputSync();
    }
    return readCoverage(`${scratch}/coverage`);
  } finally {
    Deno.removeSync(scratch, { recursive: true });
  }
}

function readCoverage(folder: string): Map<string, Set<string>> {
  const called = new Map<string, Set<string>>();
  for (const { name } of Deno.readDirSync(folder)) {
    const { url, functions } = JSON.parse(Deno.readTextFileSync(`${folder}/${name}`)) as Coverage;
    const spans = called.get(url) ?? new Set();
    for (const { ranges: [{ startOffset, endOffset, count }] } of functions) {
      if (count > 0) spans.add(`${startOffset}-${endOffset}`);
    }
    called.set(url, spans);
  }
  return called;
}
