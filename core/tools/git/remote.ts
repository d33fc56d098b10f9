import { joinLines, splitLines } from "../../text/lines.ts";
import type { Tool } from "../tool.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/** `git remote -v`: one line for a remote that fetches and pushes at one address. Seen with git 2.39. */
export const tool: Tool = {
  id: "git-remote",
  commands: ["git remote"],
  summary: "Remotes with their addresses",
  effect: "read",
  args: {
    globals: GLOBAL_OPTIONS,
    switches: "-v --verbose",
    // `add`, `set-url` and others change the configuration and say nothing; `show` asks the remote.
    operands: "none",
  },
  output: "whole",
  filter({ stdout, exit }) {
    if (exit !== 0) return undefined;
    const out: string[] = [];
    for (const line of splitLines(stdout)) {
      const last = out.at(-1);
      const pushes = line.endsWith(" (push)") && last === `${line.slice(0, -" (push)".length)} (fetch)`;
      if (pushes) out[out.length - 1] = `${last} (push)`;
      else out.push(line);
    }
    return { stdout: joinLines(out) };
  },
  examples: { rewrites: ["git remote -v", "git remote"], declines: ["git remote add origin ../a.git"] },
};
