/** Whether an installed hook does what it is for: it is called once as its host would. */
import type { Installation } from "../../agents/installations.ts";
import type { InstallScope } from "../../core/install/scope.ts";
import { ask } from "../../core/run/ask.ts";
import type { PartReport } from "../../installer/inspect.ts";
import { foundOnPath, isOurRtk } from "./init_checks.ts";

/** What an installed hook does with a call that rtk would rewrite. */
export type SmokeAnswer =
  | { readonly kind: "no-hook" | "rewrites" | "silent" }
  /** It finds another program in place of rtk, or none. */
  | { readonly kind: "unreachable"; readonly text: string }
  | { readonly kind: "fault"; readonly text: string };

/**
 * Runs the installed hook once, as the host would: its command through `sh -c`, a payload on stdin. Silence is an answer
 * too: a rule of the host's on the payload's command, or a pause in the configuration.
 * @param command what is installed, where that is not what this version installs.
 */
export async function smoke(
  agent: Installation,
  scope: InstallScope,
  command: string | undefined = hookCommandOf(agent, scope),
): Promise<SmokeAnswer> {
  if (agent.smokePayload === undefined || command === undefined) return { kind: "no-hook" };
  const answer = await called(command, agent.smokePayload, scope);
  if (answer.kind === "rewrites") return answer;
  const path = foundOnPath("rtk");
  if (path === undefined && scope.kind === "project") {
    return { kind: "unreachable", text: "does not find rtk on PATH, so commands run raw" };
  }
  if (path !== undefined && !await isOurRtk(path)) {
    return { kind: "unreachable", text: `takes ${path} for rtk` };
  }
  return answer;
}

async function called(command: string, stdin: string, { project }: InstallScope): Promise<SmokeAnswer> {
  const answer = await ask(["/bin/sh", "-c", command], { cwd: project, stdin });
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
    case "unreachable":
      return `, but its hook ${answer.text}`;
    case "fault":
      return `, its hook does not answer: ${answer.text}`;
  }
}

/** Whether commands are rewritten; `unknown`: what is installed was changed, and is not run to find out. */
export type HookState = "yes" | "no" | "unknown";

/**
 * Calls what is installed, where it is rtk's own text: in a folder that came from elsewhere a changed entry may hold anything.
 * @param parts how the installation's parts stand.
 */
export async function hookState(
  agent: Installation,
  scope: InstallScope,
  parts: readonly PartReport[],
): Promise<{ readonly isOn: HookState; readonly answer: SmokeAnswer }> {
  const none: SmokeAnswer = { kind: "no-hook" };
  const needed = parts.filter(({ edit }) => edit.kind !== "markdown-block" && !edit.path.endsWith(".md"));
  const states = (needed.length > 0 ? needed : parts).map(({ state }) => state);
  // Entries for several editions of a host: one is enough.
  const some = agent.smokePayload !== undefined && states.includes("installed");
  if (states.some((state) => state === "modified" || state === "unlike")) {
    return { isOn: "unknown", answer: none };
  }
  if (!some && states.some((state) => state !== "installed" && state !== "outdated")) {
    return { isOn: "no", answer: none };
  }
  const isCurrent = states.every((state) => state === "installed");
  const command = isCurrent ? hookCommandOf(agent, scope) : installedCommand(parts);
  if (agent.smokePayload !== undefined && command === undefined && !isCurrent) {
    return { isOn: "unknown", answer: none };
  }
  const answer = await smoke(agent, scope, command);
  return { isOn: answer.kind === "fault" || answer.kind === "unreachable" ? "no" : "yes", answer };
}

/** The command of an entry that another version left, as it stands in the host's file. */
function installedCommand(parts: readonly PartReport[]): string | undefined {
  for (const { edit, found = "" } of parts) {
    if (edit.kind !== "json-entry" && edit.kind !== "toml-table") continue;
    const text = commandIn(found);
    if (text !== undefined) return text;
  }
  return undefined;
}

function commandIn(json: string): string | undefined {
  const text = /"command":\s*("(?:[^"\\]|\\.)*")/.exec(json)?.[1];
  return text === undefined ? undefined : JSON.parse(text) as string;
}

function hookCommandOf(agent: Installation, scope: InstallScope): string | undefined {
  if (agent.hookCommand) return agent.hookCommand(scope);
  for (const edit of agent.edits(scope)) {
    if (edit.kind !== "json-entry") continue;
    const text = commandIn(JSON.stringify(edit.entry));
    if (text !== undefined) return text;
  }
  return undefined;
}
