import type { Inner, Run, Tool } from "../tool.ts";
import { pnpmOptions } from "./pnpm_options.ts";
import { commandOf, followScripts } from "./script_names.ts";
import { scriptParts } from "./script_parts.ts";
import { workspaceParts } from "./workspace_parts.ts";

/** Commands of pnpm itself that run no script. */
const BUILTIN =
  "^(?:approve-builds|bin|c|cache|cat-file|cat-index|config|create|deploy|dlx|doctor|env|find-hash|get|" +
  "help|info|init|install-test|it|licenses|link|ln|login|logout|pack|patch|patch-commit|patch-remove|ping|publish|" +
  "restart|root|search|self-update|server|set|setup|show|start|stop|store|unlink|version|view|whoami)$";

/**
 * `pnpm run`, `pnpm test`, `pnpm NAME`, `pnpm exec`: drops the banner; what the command writes is filtered by its own
 * unit. Output of several packages is put together by package. Errors stay. Seen with pnpm 12.21 and 9.15.
 */
export const tool: Tool = {
  id: "pnpm-run",
  commands: ["pnpm", "pnpm run", "pnpm run-script", "pnpm test", "pnpm t"],
  summary: "Package scripts: pnpm run, pnpm test, pnpm NAME",
  effect: "write",
  args: {
    ...pnpmOptions,
    globals: pnpmOptions,
    permute: false,
    operands: "any",
    operandRules: [...followScripts, { at: 0, pattern: BUILTIN, when: "match", reason: "no-tool" }],
  },
  pipeline: { first: "report" },
  output: "whole",
  inner(run: Run): Inner | readonly Inner[] | undefined {
    return workspaceParts(run) ?? scriptParts(run, { isOwn, clean: unique, command: commandOf(run.args) });
  },
  examples: {
    rewrites: ["pnpm test", "pnpm --filter web run build", "pnpm vitest run", "pnpm -r lint"],
    declines: [
      "pnpm dev",
      "pnpm --filter web dev",
      "pnpm publish",
      "pnpm run -s build",
      "pnpm --parallel test",
    ],
  },
};

// "[ELIFECYCLE] Command failed with exit code 3." (12), " ELIFECYCLE  Command failed with exit code 3." (9),
// "Error: ERR_PNPM_NO_SCRIPT"
const OWN = /^ ?\[?(?:ELIFECYCLE|ERR_PNPM_\w+|WARN)\]?  ?\S|^Error: ERR_PNPM_\w+$/;

function isOwn(line: string): boolean {
  return OWN.test(line);
}

function unique(lines: readonly string[]): string[] {
  return [...new Set(lines)];
}
