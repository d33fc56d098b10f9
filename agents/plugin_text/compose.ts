/** Makes the one file that a host loads as a plugin from its sources here, which are checked like all others. */
import type { WholeFile } from "../../core/install/edit.ts";
import type { InstallScope } from "../../core/install/scope.ts";
import { isRivalText } from "../hook_command.ts";
import askRtk from "./ask_rtk.ts" with { type: "text" };

const MARK = "// rtk plugin for";

/** What a plugin's file is made of. */
export interface PluginSource {
  readonly id: string;
  readonly title: string;
  /** The host's part: it imports from `ask_rtk.ts` alone. */
  readonly text: string;
  readonly path: string;
}

/** The file as an edit. */
export function pluginFile({ id, title, text, path }: PluginSource, scope: InstallScope): WholeFile {
  // Programs with a window start with a short PATH; a project's file is shared with people who have rtk elsewhere.
  const knownPath = scope.kind === "global" ? scope.rtkPath : "";
  const asking = filled(filled(askRtk, "AGENT", id), "KNOWN_PATH", knownPath).replaceAll(/^export /gm, "");
  const host = text.replace(/^import .* from ".*\/ask_rtk\.ts";\n/m, "");
  return {
    kind: "whole-file",
    path,
    text: `${MARK} ${title}, written by rtk init and removed by rtk init --uninstall.\n${asking}\n${host}`,
    owns: (found) => found.startsWith(MARK),
    rivals: isRivalText,
  };
}

function filled(text: string, name: string, value: string): string {
  return text.replace(`const ${name} = "";`, () => `const ${name} = ${JSON.stringify(value)};`);
}
