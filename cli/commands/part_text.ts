/** Parts of an installation in words, and what mends them. */
import type { Installation } from "../../agents/installations.ts";
import { type InstallScope, shellQuoted } from "../../core/install/scope.ts";
import { isReadOnly } from "../../installer/files.ts";
import type { PartReport } from "../../installer/inspect.ts";
import { accessCure } from "./access.ts";
import { byHand, command, type Cure } from "./finding.ts";

/** The command that installs an agent, or mends what is installed; for a project init works in the folder that it is called in. */
export function initLine(
  agent: Installation,
  { kind, project }: Pick<InstallScope, "kind" | "project">,
  more = "",
): string {
  const line = `rtk init ${kind === "global" ? "-g " : ""}--agent ${agent.id}${more}`;
  return kind === "global" || project === Deno.cwd() ? line : `(cd ${shellQuoted(project)} && ${line})`;
}

/** What is the matter with a part, in words. */
export function partText({ edit, state, detail, calls, line, isTaken, isRival }: PartReport): string {
  const what = edit.kind === "whole-file" ? edit.path : `${PART_NAMES[edit.kind]} in ${edit.path}`;
  const why = calls === undefined ? detail : `it calls ${calls}, which is gone`;
  switch (state) {
    case "unreadable":
      return `${edit.path}${line === undefined ? "" : `:${line}`}: ${detail}`;
    case "absent":
    case "gone":
      if (isRival) return `${edit.path} holds another rtk's text`;
      if (isTaken) return `${edit.path} holds another text than rtk's`;
      return state === "gone" ? `${what} is gone` : `${what} was not put there yet`;
    case "modified":
      return `${what} was modified by hand (${why})`;
    case "unlike":
      return `${what} is outdated or was modified by hand (${why})`;
    case "outdated":
      return `${what} is outdated${calls === undefined ? "" : ` (${why})`}`;
    case "not-executable":
      return `${edit.path} cannot be executed`;
    case "installed":
      return `${what} is as installed`;
  }
}

const PART_NAMES = {
  "json-entry": "rtk's entry",
  "toml-table": "rtk's table",
  "yaml-list": "rtk's item",
  "markdown-block": "rtk's block",
} as const;

/** What a file that does not parse needs. */
export function mendFile({ edit, line, detail }: PartReport): Cure {
  if (detail?.startsWith("cannot be read")) return accessCure(edit.path);
  const place = line === undefined ? edit.path : `line ${line} of ${edit.path}`;
  return byHand(`mend ${place}, then rtk doctor again`);
}

/** `rtk init` mends everything but what it leaves alone: foreign files in its place, and read-only ones. */
export function cureOf(agent: Installation, scope: InstallScope, parts: readonly PartReport[]): Cure {
  const steps: string[] = [];
  for (const { edit: { path }, state, isTaken, isRival } of parts) {
    if (isTaken && !isRival) steps.push(`mv ${shellQuoted(path)} ${shellQuoted(`${path}.other`)}`);
    else if (state !== "installed" && isReadOnly(path)) steps.push(`chmod u+w ${shellQuoted(path)}`);
  }
  return command(
    [...new Set(steps), initLine(agent, scope, parts.some(({ isRival }) => isRival) ? " --auto-patch" : "")]
      .join(" && "),
  );
}
