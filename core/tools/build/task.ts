import type { Tool } from "../tool.ts";
import { splitRecipe } from "./recipe.ts";
import { ANY_TARGET } from "./target_names.ts";

/** `task` (Taskfile): a command that it announces gets its tool's compact form; all else stays. Seen with 3.54. */
export const tool: Tool = {
  id: "task",
  commands: ["go-task", "task"],
  summary: "Taskfile tasks",
  effect: "write",
  args: {
    switches:
      "-c --color -f --force -g --global -F --failfast --offline --insecure -s --silent -y --yes -x --exit-code " +
      "--disable-fuzzy --download --clear-cache",
    withArgument: "-d --dir -t --taskfile --expiry --temp-dir --remote-cache-dir --cacert --cert --cert-key",
    declines: {
      "exact-format":
        "-n --dry -l --list -a --list-all -j --json --summary --status --completion --experiments -v " +
        "--verbose --version -h --help -o --output --output-group-begin --output-group-end --output-group-error-only",
      // Commands of parallel tasks write into each other.
      "unknown-option": "-p --parallel -C --concurrency -i --init",
      "follow-mode": "-w --watch -I --interval",
      "interactive": "--interactive",
    },
    operands: "any",
    operandRules: [ANY_TARGET],
    afterTerminator: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  inner: (run) =>
    splitRecipe(run, {
      echoed: (line) => /^task: \[[^\]]+\] (.+)$/.exec(line)?.[1],
      isOwn: (line) => line.startsWith("task: "),
      statusIn: (line) => statusIn(line),
    }),
  examples: {
    rewrites: ["task", "task test", "task -d sub build lint", "task test -- -run X"],
    declines: ["task --list", "task -w build", "task dev", "task -p lint test"],
  },
};

// `task: Failed to run task "bad": exit status 1`
function statusIn(line: string): number | undefined {
  const status = /: exit status (\d+)$/.exec(line)?.[1];
  return status === undefined ? undefined : Number(status);
}
