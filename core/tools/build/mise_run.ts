import { splitLines } from "../../text/lines.ts";
import type { Run, Tool } from "../tool.ts";
import { splitRecipe } from "./recipe.ts";
import { FIRST_TARGET } from "./target_names.ts";

/**
 * `mise run`: a command that a single task announces gets its tool's compact form; of several tasks every line bears a
 * name and stays. Seen with 2026.9.
 */
export const tool: Tool = {
  id: "mise-run",
  commands: ["mise r", "mise run"],
  summary: "mise tasks",
  effect: "write",
  args: {
    globals: { switches: "-y --yes -q --quiet --locked", withArgument: "-C --cd -E --env" },
    switches:
      "-c --continue-on-error -f --force -q --quiet -S --silent --fresh-env --no-cache --no-deps --no-timings " +
      "--skip-deps --skip-tools -y --yes --locked",
    withArgument: "-C --cd -j --jobs -s --shell -t --tool --timeout -E --env --task-cache",
    declines: {
      "exact-format": "-n --dry-run -o --output -v --verbose --affected-json --task-cache-explain " +
        "--task-cache-explain-json --task-cache-stats -h --help",
      "interactive": "-r --raw --all",
    },
    permute: false,
    // Without a task it asks for one.
    operands: { min: 1 },
    operandRules: [FIRST_TARGET],
  },
  pipeline: { first: "report" },
  output: "whole",
  inner(run) {
    const tasks = new Set(
      splitLines(`${run.stdout}\n${run.stderr}`).flatMap((line) => echoIn(line)?.task ?? []),
    );
    if (tasks.size !== 1) return undefined;
    return splitRecipe(run, {
      echoed: (line) => echoIn(line)?.command,
      isOwn: (line) => OWN.test(line),
      statusIn: (line) => statusIn(line, run),
    });
  },
  examples: {
    rewrites: ["mise run test", "mise r lint -- --all", "mise -q run build"],
    declines: ["mise run", "mise run -n test", "mise run serve", "mise tasks"],
  },
};

// "[test] $ go test ./text"
function echoIn(line: string): { readonly task: string; readonly command: string } | undefined {
  const [, task, command = ""] = /^\[([^\]]+)\] \$ (.+)$/.exec(line) ?? [];
  return task === undefined ? undefined : { task, command };
}

// "[bad] ERROR task failed", "mise ERROR no task nosuch found", "[test] Finished in 2.5ms"
const OWN = /^(?:\[[^\]]+\]|mise) (?:ERROR|WARN) |^(?:\[[^\]]+\] )?Finished in [\d.]+m?s$/;

/** mise ends with the status of its task and does not print it. */
function statusIn(line: string, { exit }: Run): number | undefined {
  return /^\[[^\]]+\] ERROR task failed/.test(line) ? exit : undefined;
}
