/** What `rtk init -g` puts into Hermes' files, as data. */
import type { Edit, WholeFile } from "../../core/install/edit.ts";
import type { InstallScope } from "../../core/install/scope.ts";
import type { Installation } from "../installations.ts";
import { memberOf } from "../members.ts";
import { readYaml } from "../yaml.ts";
import { hermesFolder } from "./folders.ts";
import manifest from "./plugin/plugin.yaml" with { type: "text" };
import source from "./plugin/__init__.py" with { type: "text" };

/** First line of both files: how rtk knows them again. */
const MARK = "# rtk plugin for Hermes";

function folderOf({ env, home }: InstallScope): string {
  return hermesFolder((name) => name === "HOME" ? home : env(name));
}

/** The plugin's files first: a name on the list without them would be an error at each start. */
function edits(scope: InstallScope): Edit[] {
  const folder = folderOf(scope);
  return [
    pluginFile(`${folder}/plugins/rtk/plugin.yaml`, manifest),
    {
      ...pluginFile(`${folder}/plugins/rtk/__init__.py`, withPath(scope.rtkPath)),
      // Python keeps what it has compiled beside it.
      derived: `${folder}/plugins/rtk/__pycache__/__init__.`,
    },
    {
      kind: "yaml-list",
      path: `${folder}/config.yaml`,
      at: ["plugins", "enabled"],
      item: "rtk",
      // The Rust tool's plugin would ask this rtk without naming Hermes, and so by another host's rules.
      rivals: ["rtk-rewrite"],
    },
  ];
}

function pluginFile(path: string, text: string): WholeFile {
  return { kind: "whole-file", path, text, owns: (known) => known.startsWith(MARK) };
}

/** The plugin's text with the place of rtk; a JSON string is one of Python's as well. */
function withPath(rtkPath: string): string {
  return source.replace('RTK_AT_INIT = ""', () => `RTK_AT_INIT = ${JSON.stringify(rtkPath)}`);
}

/** Hermes loads no plugin of the list `plugins.disabled`, and in its safe mode none at all. */
function switchedOff(scope: InstallScope): { text: string; cure: string } | undefined {
  const path = `${folderOf(scope)}/config.yaml`;
  const file = readYaml(path);
  const disabled = file.kind === "object" ? memberOf(file.value, "plugins", "disabled") : undefined;
  if (Array.isArray(disabled) && disabled.includes("rtk")) {
    return { text: `plugins.disabled in ${path} names rtk`, cure: "hermes plugins enable rtk" };
  }
  return undefined;
}

export const hermesInstallation: Installation = {
  id: "hermes",
  title: "Hermes",
  scopes: ["global"],
  traces: (scope) => [folderOf(scope)],
  edits,
  switchedOff,
  // Before 0.16 it does not tell whether a model calls, or a script that reads the output.
  version: { argv: ["hermes", "--version"], least: "0.16" },
  // It keeps what a login shell has set, and in most cases what .bashrc sets (tools/environments of 0.19.0).
  toolShell: ["bash", "-lc"],
  notes: ["Hermes loads plugins when it starts: restart what runs already, also its gateway."],
};
