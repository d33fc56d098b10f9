/** The options of `rtk init`. Parsing only stores; nothing is done until all of them are understood. */
import { INSTALLATIONS } from "../../agents/installations.ts";

export interface InitOptions {
  readonly scope: "global" | "project";
  /** Empty: those that are detected. */
  readonly agents: readonly string[];
  readonly action: "install" | "uninstall" | "show" | "check";
  readonly dryRun: boolean;
  /** States as data. */
  readonly json: boolean;
  /** `auto`: patch other programs' settings without asking; `none`: print what to add instead. */
  readonly patch: "ask" | "auto" | "none";
}

/** Ids that may be given as an option of their own. */
const SHORTHANDS = ["claude", "gemini", "codex", "copilot", "cursor", "opencode"];

/** Options without a value. */
const SWITCHES = [
  "-g",
  "--global",
  "--uninstall",
  "--show",
  "--check",
  "--dry-run",
  "--json",
  "--auto-patch",
  "--no-patch",
];

/** Of which only one can be meant: the last word would win, whatever was meant. */
const CONTRADICTIONS = [
  ["--show", "--check", "--uninstall"],
  ["--show", "--check", "--dry-run"],
  ["--auto-patch", "--no-patch"],
];

/**
 * Parses the words after `rtk init`.
 * @returns the options, or a message that names the word and the way out.
 */
export function parseInitOptions(words: readonly string[]): InitOptions | string {
  const agents: string[] = [];
  const given = new Set<string>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (SWITCHES.includes(word)) given.add(word);
    else if (word === "--agent" || word.startsWith("--agent=")) {
      agents.push(...(word === "--agent" ? words[++at] ?? "" : word.slice("--agent=".length)).split(","));
    } else if (SHORTHANDS.includes(word.slice(2)) && word.startsWith("--")) agents.push(word.slice(2));
    else return `Cannot use "${word}": ${wayOut(word)}`;
  }
  for (const group of CONTRADICTIONS) {
    const [first, second] = group.filter((option) => given.has(option));
    if (second !== undefined) {
      return `Cannot use ${first} together with ${second}: choose one of ${group.join(", ")}`;
    }
  }
  const fault = agentFault(agents);
  if (fault !== undefined) return fault;
  const action = (["uninstall", "show", "check"] as const).find((one) => given.has(`--${one}`)) ?? "install";
  const json = given.has("--json");
  if (json && action !== "show" && action !== "check") return "Cannot use --json without --show or --check";
  return {
    scope: given.has("-g") || given.has("--global") ? "global" : "project",
    agents: [...new Set(agents)],
    action,
    dryRun: given.has("--dry-run"),
    json,
    patch: given.has("--auto-patch") ? "auto" : given.has("--no-patch") ? "none" : "ask",
  };
}

function wayOut(word: string): string {
  const id = word.replace(/^--/, "");
  return agentFault([id]) === undefined ? `an agent is named by --agent ${id}` : "see rtk init --help";
}

/** What is wrong with ids of agents; undefined where all are known. */
export function agentFault(ids: readonly string[]): string | undefined {
  const known = INSTALLATIONS.map(({ id }) => id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown === undefined) return undefined;
  const what = unknown === "" || unknown.startsWith("-")
    ? "use --agent without an agent"
    : `find the agent "${unknown}"`;
  return `Cannot ${what}: expected one of ${known.join(", ")}`;
}
