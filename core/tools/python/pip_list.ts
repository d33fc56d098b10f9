import { fillLines } from "../../text/columns.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import type { Tool } from "../tool.ts";
import { PIP_ARGUMENTS, PIP_EXACT, PIP_GLOBALS, PIP_SWITCHES, pipCommands } from "./pip_options.ts";
import { withoutNotices } from "./pip_text.ts";

/** `pip list`: names and versions as `name==version`, side by side; tables with more columns lose their padding. */
export const tool: Tool = {
  id: "pip-list",
  commands: pipCommands("list"),
  summary: "Installed packages and versions",
  effect: "read",
  args: {
    globals: PIP_GLOBALS,
    switches:
      `${PIP_SWITCHES} -o --outdated -u --uptodate -e --editable -l --local --user --pre --not-required ` +
      "--exclude-editable --include-editable --no-index",
    withArgument: `${PIP_ARGUMENTS} --path --exclude --format`,
    declines: { "exact-format": PIP_EXACT },
    values: { "--format": { only: ["columns"], otherwise: "exact-format" } },
    operands: "none",
  },
  output: "whole",
  filter({ stdout, stderr, exit }) {
    if (exit !== 0) return undefined;
    const lines = splitLines(stdout);
    // "Package    Version", "---------- -------"
    const header = lines.findIndex((line, at) =>
      /^Package +Version\b/.test(line) && /^-[- ]*$/.test(lines[at + 1] ?? "")
    );
    if (header < 0) return undefined;
    const rows = withoutNotices(lines.slice(header + 2)).map((line) => line.trimEnd().split(/ {1,}/));
    const isTable = rows.some((columns) => columns.length > 2) ||
      /^Package +Version +\S/.test(lines[header] ?? "");
    const shown = isTable
      ? [lines[header] ?? "", ...rows.map((columns) => columns.join(" "))].map((line) =>
        line.replaceAll(/ +/g, " ")
      )
      : fillLines(rows.map((columns) => columns.join("==")));
    const notes = withoutNotices(splitLines(stderr));
    return { stdout: joinLines([...lines.slice(0, header), ...shown]), stderr: joinLines(notes) };
  },
  examples: {
    rewrites: ["pip list", "pip3 list --outdated", "python3 -m pip list --format=columns"],
    declines: ["pip list --format=json", "pip list -v"],
  },
};
