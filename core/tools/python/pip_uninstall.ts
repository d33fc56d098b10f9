import { joinLines, splitLines } from "../../text/lines.ts";
import type { Tool } from "../tool.ts";
import { PIP_EXACT, PIP_GLOBALS, PIP_SWITCHES, pipCommands } from "./pip_options.ts";
import { withoutNotices } from "./pip_text.ts";

/** `pip uninstall -y`: what was uninstalled, what was not there; the steps on the way and advice on pip go. */
export const tool: Tool = {
  id: "pip-uninstall",
  commands: pipCommands("uninstall"),
  summary: "Packages uninstalled",
  effect: "write",
  args: {
    globals: PIP_GLOBALS,
    switches: `${PIP_SWITCHES} -y --yes --break-system-packages`,
    withArgument: "-r --requirement --root-user-action --python --log --proxy --timeout --cache-dir",
    declines: { "exact-format": PIP_EXACT },
    operands: "any",
    requires: { options: "-y --yes", reason: "interactive" },
  },
  pipeline: { first: "report" },
  output: "whole",
  filter({ stdout, stderr }) {
    const [out, err] = [stdout, stderr].map((text) => {
      const lines = splitLines(text);
      // The steps say no more than the line that ends them.
      const isStep = (line: string): boolean => {
        const name = /^(?:Found existing installation: (\S+) |Uninstalling (.+?)-[^-]*:$)/.exec(line);
        return name !== null &&
          lines.some((one) => one.includes(`Successfully uninstalled ${name[1] ?? name[2]}-`));
      };
      return joinLines(
        withoutNotices(lines).filter((line) => !isStep(line)).map((line) =>
          line.replace(/^ +(Successfully uninstalled )/, "$1")
        ),
      );
    });
    return { stdout: out ?? "", stderr: err ?? "" };
  },
  examples: {
    rewrites: ["pip uninstall -y flask", "pip3 uninstall --yes -r requirements.txt"],
    declines: ["pip uninstall flask", "pip uninstall -v -y flask"],
  },
};
