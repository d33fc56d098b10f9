/** `rtk help` and `rtk COMMAND --help`: what the commands are for, from one table. */
import { COMMANDS } from "./registry.ts";

interface CommandHelp {
  readonly synopsis: string;
  readonly summary: string;
  /** Options, or operands, and what they do. */
  readonly options?: readonly (readonly [string, string])[];
}

const AGENT = ["--agent ID", "Only this agent"] as const;
const JSON_OPTION = ["--json", "Print data"] as const;

/** Sorted as in `COMMANDS`, which a test compares. */
export const COMMAND_HELP: Readonly<Record<string, CommandHelp>> = {
  config: {
    synopsis: "config [--create | get KEY | set KEY VALUE]",
    summary: "Print what is configured and from where, make the file, change a key",
    options: [
      ["--create", "Write the user's file with every key explained and commented out"],
      ["get KEY", "Print the value in effect"],
      ["set KEY VALUE", "Change the user's file; comments stay"],
    ],
  },
  doctor: {
    synopsis: "doctor [--agent ID] [--json]",
    summary: "Tell whether rtk is on, and if not, why and the cure",
    options: [AGENT, JSON_OPTION],
  },
  explain: {
    synopsis: "explain [--agent ID] [--here] [--json | --ndjson] [--] COMMAND",
    summary: "Tell what would be inserted into a shell command, and why",
    options: [
      ["--agent ID", "By the rules of this agent; claude where none is named"],
      ["--here", "Look at PATH and files; without it every tool counts as installed"],
      JSON_OPTION,
      ["--ndjson", "Read one JSON string a line, answer one object a line"],
    ],
  },
  gain: {
    synopsis: "gain [--by-day | --history | --fallbacks] [--days N] [--json]",
    summary: "Tell what compact outputs saved",
    options: [
      ["--by-day", "By day instead of by tool"],
      ["--history", "The last runs"],
      ["--fallbacks", "Runs whose filter gave up, so that their raw output was printed"],
      ["--days N", "Of the last N days; 90 where it is not given"],
      JSON_OPTION,
    ],
  },
  help: { synopsis: "help [COMMAND]", summary: "Print this text, or what a command does and its options" },
  hook: { synopsis: "hook AGENT", summary: "Answer a hook call of a coding agent on stdin" },
  init: {
    synopsis:
      "init [-g] [--agent ID] [--dry-run | --show | --check | --uninstall] [--auto-patch | --no-patch] [--json]",
    summary: "Put rtk into coding agents, tell how it stands there, or take it out again",
    options: [
      ["-g, --global", "For the user; without it for the project in this folder"],
      ["--agent ID", "For these agents, with commas between them; without it for those that are in use"],
      ["--dry-run", "Print what would be changed, change nothing"],
      ["--show", "Print how each agent's installation stands, with its files"],
      ["--check", "The same without the files; 1 when something needs a hand"],
      ["--uninstall", "Take rtk out again"],
      ["--auto-patch", "Change files of other programs, and replace another rtk's parts, without asking"],
      ["--no-patch", "Change nothing, print what to add by hand"],
      ["--json", "Print data, with --show or --check"],
    ],
  },
  proxy: { synopsis: "proxy TOOL [ARGUMENT...]", summary: "Run a tool and print its raw output" },
  recall: { synopsis: "recall [ID]", summary: "Print the whole output of a run that was cut" },
  rewrite: { synopsis: "rewrite [--agent ID] [--] COMMAND", summary: "Print the command with rtk inserted" },
  verify: {
    synopsis: "verify [--json]",
    summary: "Tell whether everything that init wrote is as it was installed",
    options: [JSON_OPTION],
  },
};

/** The help text. */
export function helpText(version: string): string {
  const rows = Object.keys(COMMANDS).map((name) => {
    const { synopsis = name, summary = "" } = COMMAND_HELP[name] ?? {};
    return `  rtk ${synopsis}\n      ${summary}`;
  });
  return [
    `rtk ${version}: compact, faithful output of shell commands for coding agents`,
    "",
    "Usage:",
    "  rtk TOOL [ARGUMENT...]",
    "      Run a tool as typed and print its output in compact form, with its exit status",
    "  rtk -- TOOL [ARGUMENT...]",
    "      The same as rtk proxy",
    ...rows,
    "  rtk --version",
    "",
    "RTK_DISABLED=1 before a command leaves it raw.",
    "",
  ].join("\n");
}

/** The help of one command. */
export function commandHelpText(name: string): string {
  const { synopsis = name, summary = "", options = [] } = COMMAND_HELP[name] ?? {};
  const width = Math.max(...options.map(([option]) => option.length));
  const rows = options.map(([option, what]) => `  ${option.padEnd(width)}  ${what}`);
  return [`Usage: rtk ${synopsis}`, summary, ...(rows.length > 0 ? ["", ...rows] : [])].join("\n");
}
