import { joinLines, splitLines } from "../../text/lines.ts";
import type { Tool } from "../tool.ts";
import { PIP_ARGUMENTS, PIP_EXACT, PIP_GLOBALS, PIP_SWITCHES, pipCommands } from "./pip_options.ts";
import { withoutNotices } from "./pip_text.ts";

/** `pip show`: drops empty fields that say nothing (`Home-page:`) and advice on pip; every value stays. */
export const tool: Tool = {
  id: "pip-show",
  commands: pipCommands("show"),
  summary: "Details of installed packages",
  effect: "read",
  args: {
    globals: PIP_GLOBALS,
    switches: PIP_SWITCHES,
    withArgument: PIP_ARGUMENTS,
    declines: { "exact-format": `${PIP_EXACT} --files` },
    operands: { min: 1 },
  },
  output: "whole",
  filter({ stdout, stderr }) {
    const fields = splitLines(stdout).filter((line) =>
      !/^(?!Requires|Required-by)[A-Z][\w-]*: *$/.test(line)
    );
    return {
      stdout: joinLines(withoutNotices(fields)),
      stderr: joinLines(withoutNotices(splitLines(stderr))),
    };
  },
  examples: {
    rewrites: ["pip show flask", "pip3 show flask requests"],
    declines: ["pip show --files flask", "pip show -v flask", "pip show"],
  },
};
