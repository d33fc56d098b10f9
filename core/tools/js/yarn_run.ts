import type { Run, Tool } from "../tool.ts";
import { installFilter } from "./install_text.ts";
import { commandOf, followScripts } from "./script_names.ts";
import { scriptParts } from "./script_parts.ts";
import { yarnOptions } from "./yarn_options.ts";
import { cleanYarn, isYarnLine, yarnInstallText } from "./yarn_text.ts";

/** Commands of yarn itself that run no script; `exec` and `dlx` are runners. */
const BUILTIN =
  "^(?:access|autoclean|bin|cache|config|create|dlx|explain|exec|generate-lock-entry|global|help|import|" +
  "info|init|licenses|link|login|logout|node|npm|owner|pack|patch|patch-commit|plugin|policies|publish|rebuild|search|" +
  "self-update|set|stage|start|tag|team|unlink|unplug|version|versions|workspace|workspaces)$";

/**
 * `yarn run`, `yarn NAME`, and `yarn` alone, which installs: drops banner, steps and duration; what the command writes
 * is filtered by its own unit. Errors stay. Seen with yarn 1.22.
 */
export const tool: Tool = {
  id: "yarn-run",
  commands: ["yarn", "yarn run", "yarn test"],
  summary: "Package scripts: yarn run, yarn NAME; yarn alone installs",
  effect: "write",
  args: {
    ...yarnOptions,
    globals: yarnOptions,
    permute: false,
    operands: "any",
    operandRules: [...followScripts, { at: 0, pattern: BUILTIN, when: "match", reason: "no-tool" }],
  },
  pipeline: { first: "report" },
  output: "whole",
  inner(run: Run) {
    const installs = run.args.command === "yarn" && run.args.operands.length === 0;
    if (installs) return undefined;
    return scriptParts(run, { isOwn: isYarnLine, clean: cleanYarn, command: commandOf(run.args) });
  },
  filter: (run) => installFilter(run, yarnInstallText),
  examples: {
    rewrites: ["yarn", "yarn test", "yarn lint --fix", "yarn --cwd web build"],
    declines: ["yarn dev", "yarn -s build", "yarn publish", "yarn jest --watch"],
  },
};
