/** Units of the test suite: the runner is tried with them, so that no test hangs on what a real unit prints. */
import type { Run, Tool } from "../../core/tools/tool.ts";

const common = {
  summary: "A unit of the test suite",
  effect: "read",
  args: { switches: "-a -b", declines: { "exact-format": "--json" }, operands: "any" },
  examples: { rewrites: [], declines: [] },
} as const;

/** Keeps lines that do not begin with `noise`. */
function withoutNoise({ stdout, stderr }: Run): { stdout: string; stderr: string } {
  const kept = (text: string): string => text.replaceAll(/^noise.*\n?/gm, "");
  return { stdout: kept(stdout), stderr: kept(stderr) };
}

/** Keeps the first two lines and cuts the rest, where that is allowed. */
function firstTwo({ stdout, cut }: Run): { stdout: string } | undefined {
  const lines = stdout.split("\n");
  if (!cut || lines.length < 6) return undefined;
  return { stdout: `${lines.slice(0, 2).join("\n")}\n${cut(lines.length - 3)}\n` };
}

export const stubTools: readonly Tool[] = [
  { ...common, id: "stub-cut", commands: ["stub-cut"], output: "whole", filter: firstTwo },
  {
    ...common,
    id: "stub-exact",
    commands: ["stub-exact"],
    output: "exact",
    verbatim: true,
    filter: ({ stdout }) => ({ stdout: `${stdout.split("\n").length - 1} lines\n` }),
  },
  {
    ...common,
    id: "stub-inner",
    commands: ["stub-inner"],
    output: "whole",
    // The first line names the command whose output follows.
    inner(run) {
      const end = run.stdout.indexOf("\n");
      const [command, stdout] = [run.stdout.slice(0, end), run.stdout.slice(end + 1)];
      return { command, body: { ...run, stdout }, wrap: (compact) => compact };
    },
  },
  {
    ...common,
    id: "stub-line",
    commands: ["stub-line"],
    output: "line",
    lines: () => ({
      push: (line) => line.startsWith("noise") ? undefined : line,
      end: () => undefined,
    }),
  },
  {
    ...common,
    id: "stub-line-cut",
    commands: ["stub-line-cut"],
    output: "line",
    lines: (_args, cut) => {
      let dropped = 0;
      return {
        push(line) {
          if (!cut || !line.startsWith("noise")) return line;
          dropped++;
          return undefined;
        },
        end: () => cut && dropped > 0 ? cut(dropped) : undefined,
      };
    },
  },
  {
    ...common,
    id: "stub-line-held",
    commands: ["stub-line-held"],
    output: "line",
    lines: () => {
      const held: string[] = [];
      return {
        push(line) {
          if (line === "throw") throw new Error("stub");
          held.push(line);
          return undefined;
        },
        end: (exit) => `${held.length} held, status ${exit}`,
      };
    },
  },
  {
    ...common,
    id: "stub-plan",
    commands: ["stub-plan"],
    output: "whole",
    plan: () => ({ add: ["--short"], refused: { exit: [2], stderr: /unknown option --short/ } }),
    filter: withoutNoise,
  },
  {
    ...common,
    id: "stub-throw",
    commands: ["stub-throw"],
    output: "whole",
    filter() {
      throw new Error("stub");
    },
  },
  { ...common, id: "stub-whole", commands: ["stub-whole"], output: "whole", filter: withoutNoise },
];
