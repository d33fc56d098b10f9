/** What `rtk init` puts into Windsurf's files, as data: rules only, as its hooks can block and nothing else. */
import type { Edit } from "../../core/install/edit.ts";
import type { InstallScope } from "../../core/install/scope.ts";
import { filesIn, readText } from "../host_files.ts";
import type { Installation } from "../installations.ts";

/** Without it a rule waits until somebody names it. Its documentation of 2026. */
const FRONT_MATTER = "---\ntrigger: always_on\n---\n";

/** Characters of the user's rules that it reads. Its documentation of 2026. */
const GLOBAL_LIMIT = 6000;

/** For the user one file, which is theirs as well; in a project a file of rtk's, or the older single one where only that is in use. */
function edits(scope: InstallScope): Edit[] {
  const text = scope.awareness.full;
  if (scope.kind === "global") {
    return [{ kind: "markdown-block", path: globalRules(scope), text, limit: GLOBAL_LIMIT }];
  }
  const single: Edit = { kind: "markdown-block", path: `${scope.project}/.windsurfrules`, text };
  const folder = `${scope.project}/.windsurf/rules`;
  if (readText(single.path) !== undefined && filesIn(folder, ".md").length === 0) return [single];
  const mark = `${FRONT_MATTER}# rtk\n`;
  return [{ ...single, legacy: true }, {
    kind: "whole-file",
    path: `${folder}/rtk.md`,
    text: FRONT_MATTER + text,
    owns: (known) => known.startsWith(mark),
  }];
}

function globalRules({ home }: InstallScope): string {
  return `${home}/.codeium/windsurf/memories/global_rules.md`;
}

export const windsurfInstallation: Installation = {
  id: "windsurf",
  title: "Windsurf",
  traces: ({ kind, home, project }) =>
    kind === "global" ? [`${home}/.codeium/windsurf`] : [`${project}/.windsurf`, `${project}/.windsurfrules`],
  edits,
  notes: [
    "Windsurf's hooks cannot change a command: the rules tell the agent to put rtk in front of commands.",
    "Where Windsurf has a list of commands that it runs unasked, rtk needs a row of its own in it.",
  ],
};
