/** What `rtk init` looks at before and after it writes. */
import type { Installation } from "../../agents/installations.ts";
import type { InstallScope } from "../../core/install/scope.ts";

/** The first executable file of that name on PATH, its path as found there; undefined where there is none. */
export function foundOnPath(name: string): string | undefined {
  for (const folder of (Deno.env.get("PATH") ?? "").split(":")) {
    const path = `${folder}/${name}`;
    try {
      const { isFile, mode } = Deno.statSync(path);
      if (folder.startsWith("/") && isFile && ((mode ?? 0) & 0o111) !== 0) return path;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

/** Whether an executable is this rtk and not another program of that name: what `--version` prints tells them apart. */
export async function isOurRtk(path: string): Promise<boolean> {
  try {
    const { stdout } = await new Deno.Command(path, { args: ["--version"], stdin: "null", stderr: "null" })
      .output();
    return VERSION_LINE.test(new TextDecoder().decode(stdout));
  } catch {
    return false;
  }
}

/** `rtk 0.1.0 (deno)`: the Rust tool prints `rtk 0.42.2`, Rust Type Kit a name of its own. */
const VERSION_LINE = /^rtk \S+ \(deno\)$/m;

/** Milliseconds that an installed hook may take before it counts as hanging; hosts give it ten seconds. */
const SMOKE_LIMIT = 5000;

/**
 * Runs the installed hook once, as the host would: its command through `sh -c`, a payload on stdin.
 * @returns what is wrong, or undefined when it rewrote the payload's command.
 */
export async function smokeFault(agent: Installation, scope: InstallScope): Promise<string | undefined> {
  const command = hookCommandOf(agent, scope);
  if (agent.smokePayload === undefined || command === undefined) return undefined;
  const child = new Deno.Command("/bin/sh", {
    args: ["-c", command],
    cwd: scope.project,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const timer = setTimeout(() => child.kill("SIGKILL"), SMOKE_LIMIT);
  try {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(agent.smokePayload));
    await writer.close();
    const { code, stdout, stderr } = await child.output();
    const decoder = new TextDecoder();
    if (code !== 0) return `exit status ${code}: ${decoder.decode(stderr).trim().split("\n")[0]}`;
    return answerFault(decoder.decode(stdout), decoder.decode(stderr));
  } catch (error) {
    return (error as Error).message;
  } finally {
    clearTimeout(timer);
  }
}

/** Silence is an answer too: a user's deny rule on the payload's command, or a pause in the configuration. */
function answerFault(stdout: string, stderr: string): string | undefined {
  if (stderr.trim() !== "") return stderr.trim().split("\n")[0];
  if (stdout.trim() === "") return undefined;
  try {
    JSON.parse(stdout);
    return undefined;
  } catch {
    return "no JSON";
  }
}

/** What may be said of an installation without a fault: some scopes have rules only. */
export function answerText(agent: Installation, scope: InstallScope): string {
  return hookCommandOf(agent, scope) === undefined ? "" : ", its hook answers";
}

function hookCommandOf(agent: Installation, scope: InstallScope): string | undefined {
  if (agent.hookCommand) return agent.hookCommand(scope);
  for (const edit of agent.edits(scope)) {
    if (edit.kind !== "json-entry") continue;
    const found = /"command":("(?:[^"\\]|\\.)*")/.exec(JSON.stringify(edit.entry))?.[1];
    if (found !== undefined) return JSON.parse(found) as string;
  }
  return undefined;
}
