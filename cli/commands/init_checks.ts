/** What `rtk init` looks at before and after it writes. */
import type { Installation } from "../../agents/installations.ts";
import type { InstallScope } from "../../core/install/scope.ts";
import { ask } from "../../core/run/ask.ts";

/** The executable files of a name on PATH, in its order, their paths as found there. */
export function allOnPath(name: string): string[] {
  const paths = (Deno.env.get("PATH") ?? "").split(":").map((folder) => `${folder}/${name}`);
  return [...new Set(paths)].filter((path) => path.startsWith("/") && isExecutable(path));
}

/** The first executable file of that name on PATH; undefined where there is none. */
export function foundOnPath(name: string): string | undefined {
  return allOnPath(name)[0];
}

function isExecutable(path: string): boolean {
  try {
    const { isFile, mode } = Deno.statSync(path);
    return isFile && ((mode ?? 0) & 0o111) !== 0;
  } catch {
    return false;
  }
}

/** The first rtk on PATH that is this program; undefined where there are others only, or none. */
export async function ourOnPath(): Promise<string | undefined> {
  for (const path of allOnPath("rtk")) if (await isOurRtk(path)) return path;
  return undefined;
}

/** Whether an executable is this rtk and not another program of that name: what `--version` prints tells them apart. */
export async function isOurRtk(path: string): Promise<boolean> {
  const asked = known.get(path) ??
    ask([path, "--version"]).then((answer) => VERSION_LINE.test(answer?.stdout ?? ""));
  known.set(path, asked);
  return await asked;
}

/** Asked once each: another program may take its time. */
const known = new Map<string, Promise<boolean>>();

/** `rtk 0.1.0 (deno)`: the Rust tool prints `rtk 0.42.2`, Rust Type Kit a name of its own. */
const VERSION_LINE = /^rtk \S+ \(deno\)$/m;

/** What an installed hook does with a call that rtk would rewrite. */
export type SmokeAnswer =
  | { readonly kind: "no-hook" | "rewrites" | "silent" }
  | { readonly kind: "fault"; readonly text: string };

/**
 * Runs the installed hook once, as the host would: its command through `sh -c`, a payload on stdin. Silence is an answer
 * too: a rule of the host's on the payload's command, or a pause in the configuration.
 */
export async function smoke(agent: Installation, scope: InstallScope): Promise<SmokeAnswer> {
  const command = hookCommandOf(agent, scope);
  if (agent.smokePayload === undefined || command === undefined) return { kind: "no-hook" };
  const answer = await ask(["/bin/sh", "-c", command], { cwd: scope.project, stdin: agent.smokePayload });
  if (answer === undefined) return { kind: "fault", text: "/bin/sh cannot be started" };
  const [out, err] = [answer.stdout.trim(), answer.stderr.trim()];
  const [said = ""] = err.split("\n");
  if (answer.code === undefined) return { kind: "fault", text: "it takes longer than five seconds" };
  if (answer.code !== 0) return { kind: "fault", text: `exit status ${answer.code}: ${said}` };
  if (err !== "") return { kind: "fault", text: said };
  if (out === "") return { kind: "silent" };
  try {
    JSON.parse(out);
  } catch {
    return { kind: "fault", text: `it answers ${out.slice(0, 60)}` };
  }
  return { kind: /\brtk'? git status/.test(out) ? "rewrites" : "silent" };
}

/** The installed hook's fault, and what may be said of one without. */
export function smokeText(answer: SmokeAnswer, agent: Installation): string {
  switch (answer.kind) {
    case "no-hook":
      return "";
    case "rewrites":
      return ", its hook answers";
    case "silent":
      return `, its hook leaves git status alone: rtk explain --here --agent ${agent.id} 'git status' tells why`;
    case "fault":
      return `, its hook does not answer: ${answer.text}`;
  }
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
