/** What of a host, or of the shell it uses, keeps an installed hook from working. */
import type { Installation } from "../../agents/installations.ts";
import { type InstallScope, shellQuoted } from "../../core/install/scope.ts";
import type { AgentFault } from "./agent_check.ts";
import type { CheckSession } from "./check_session.ts";
import { byHand, command } from "./finding.ts";
import { isOlder, versionOf } from "./host_version.ts";
import { foundOnPath } from "./init_checks.ts";
import { askShell, toolShellOf } from "./tool_shell.ts";

/** The host does not trust the hook, or is too old for it. */
export async function hostFaults(agent: Installation, scope: InstallScope): Promise<AgentFault[]> {
  const faults: AgentFault[] = [];
  const untrusted = await agent.untrusted?.(scope);
  if (untrusted) faults.push({ state: "not-trusted", text: untrusted.text, cure: byHand(untrusted.cure) });
  const { version } = agent;
  if (version && foundOnPath(version.argv[0]) !== undefined) {
    const found = await versionOf(version.argv);
    if (found !== undefined && isOlder(found, version.least)) {
      const text = `${agent.title} ${found} does not run this hook`;
      faults.push({ state: "host-too-old", text, cure: byHand(`update ${agent.title} to ${version.least}`) });
    }
  }
  return faults;
}

/** A rewritten command fails where the host's shell does not find rtk. */
export async function shellFaults(agent: Installation, session: CheckSession): Promise<AgentFault[]> {
  if (session.insertedPath !== undefined) return [];
  const shell = toolShellOf(agent);
  const name = shell.join(" ");
  const answer = session.shells.get(name) ?? askShell(shell);
  session.shells.set(name, answer);
  const { kind, ...more } = await answer;
  if (kind === "ours") return [];
  const text = kind === "missing"
    ? `its shell (${name}) does not find rtk, so rewritten commands fail`
    : `its shell (${name}) takes ${"what" in more ? more.what : "another program"} for rtk`;
  const cure = command(`rtk config set hooks.rtk_path ${shellQuoted(session.rtkPath)}`);
  return [{ state: "not-on-tool-path", text, cure }];
}
