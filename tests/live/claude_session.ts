/**
 * Runs the real Claude Code client headless and offline, and reads what it decided about shell lines. Its shell is a script
 * that only says that it was started, so no line ever runs.
 */
import { startFakeModel, type ToolResult } from "./fake_model.ts";

/** What the client did with a line: ran it, would have asked, or refused it by a deny rule. */
export type Decision = "allow" | "ask" | "deny";

/** The files, flags and environment of a session. Paths may hold `@ROOT`, a scratch folder with `home` and `app`. */
export interface SessionSetup {
  readonly user?: unknown;
  readonly project?: unknown;
  readonly local?: unknown;
  /** The project's folder counts as trusted. */
  readonly trusted?: boolean;
  readonly flags?: readonly string[];
  /** The command of a `PreToolUse` hook. */
  readonly hook?: string;
}

/** Lines of one session; the history that the client sends along grows with each. */
const LINES_PER_SESSION = 40;

/** The client's decisions on lines, in their order; each line is judged by itself. */
export async function decisions(
  client: string,
  setup: SessionSetup,
  lines: readonly string[],
): Promise<Decision[]> {
  const found: Decision[] = [];
  for (let at = 0; at < lines.length; at += LINES_PER_SESSION) {
    found.push(...await session(client, setup, lines.slice(at, at + LINES_PER_SESSION)));
  }
  return found;
}

async function session(client: string, setup: SessionSetup, lines: readonly string[]): Promise<Decision[]> {
  const root = Deno.makeTempDirSync({ prefix: "rtk-live-" });
  try {
    const env = prepare(root, setup);
    const model = startFakeModel(lines.map((line) => line.replaceAll("@ROOT", root)));
    const { code, stderr } = await new Deno.Command(client, {
      args: ["-p", "go", ...(setup.flags ?? []).map((flag) => flag.replaceAll("@ROOT", root))],
      cwd: `${root}/app`,
      clearEnv: true,
      env: { ...env, ANTHROPIC_BASE_URL: `http://127.0.0.1:${model.port}` },
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).output();
    await model.stop();
    const said = new TextDecoder().decode(stderr);
    if (code !== 0) throw new Error(`Cannot use the client's answers: status ${code}: ${said}`);
    return lines.map((line, index) => decisionOf(line, model.results[index]));
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

function prepare(root: string, setup: SessionSetup): Record<string, string> {
  const bin = `${root}/bin`;
  for (const folder of ["home/.claude", "app/.claude", "app/sub", "app/secret", "outside"]) {
    Deno.mkdirSync(`${root}/${folder}`, { recursive: true });
  }
  Deno.mkdirSync(bin);
  Deno.mkdirSync(`${root}/app/.git`);
  Deno.writeTextFileSync(`${root}/app/.git/HEAD`, "ref: refs/heads/main\n");
  for (const file of ["a.txt", ".env", "secret/x"]) Deno.writeTextFileSync(`${root}/app/${file}`, "one\n");
  Deno.writeTextFileSync(`${bin}/bash`, "#!/bin/sh\necho RAN\n", { mode: 0o755 });
  const hook = setup.hook &&
    { matcher: "Bash", hooks: [{ type: "command", command: setup.hook, timeout: 10 }] };
  const user = { ...setup.user as object, ...(hook && { hooks: { PreToolUse: [hook] } }) };
  const write = (path: string, value: unknown): void => {
    if (value !== undefined) Deno.writeTextFileSync(`${root}/${path}`, JSON.stringify(value));
  };
  write("home/.claude/settings.json", user);
  write("app/.claude/settings.json", setup.project);
  write("app/.claude/settings.local.json", setup.local);
  if (setup.trusted) {
    write("home/.claude.json", { projects: { [`${root}/app`]: { hasTrustDialogAccepted: true } } });
  }
  return {
    HOME: `${root}/home`,
    PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`,
    SHELL: `${bin}/bash`,
    ANTHROPIC_API_KEY: "sk-ant-none",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    // Without it the client refuses bypassPermissions to root.
    IS_SANDBOX: "1",
  };
}

/** Texts of 2.1.332. */
function decisionOf(line: string, result: ToolResult | undefined): Decision {
  if (!result) {
    throw new Error(`Cannot tell what became of ${JSON.stringify(line)}: the client did not answer`);
  }
  if (!result.error) return "allow";
  return /has been denied|blocked by a deny rule/.test(result.text) ? "deny" : "ask";
}
