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

/**
 * Parses the words after `rtk init`.
 * @returns the options, or a message that names the word and the way out.
 */
export function parseInitOptions(words: readonly string[]): InitOptions | string {
  const agents: string[] = [];
  let scope: InitOptions["scope"] = "project";
  let action: InitOptions["action"] = "install";
  let patch: InitOptions["patch"] = "ask";
  let dryRun = false;
  let json = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "-g" || word === "--global") scope = "global";
    else if (word === "--uninstall" || word === "--show" || word === "--check") {
      action = word.slice(2) as InitOptions["action"];
    } else if (word === "--dry-run") dryRun = true;
    else if (word === "--json") json = true;
    else if (word === "--auto-patch") patch = "auto";
    else if (word === "--no-patch") patch = "none";
    else if (word === "--agent" || word.startsWith("--agent=")) {
      agents.push(...(word === "--agent" ? words[++at] ?? "" : word.slice("--agent=".length)).split(","));
    } else if (SHORTHANDS.includes(word.slice(2)) && word.startsWith("--")) agents.push(word.slice(2));
    else return `Cannot use "${word}": see rtk help`;
  }
  const known = INSTALLATIONS.map(({ id }) => id);
  const unknown = agents.find((id) => !known.includes(id));
  if (unknown !== undefined) return `Cannot find the agent "${unknown}": expected one of ${known.join(", ")}`;
  if (json && action !== "show" && action !== "check") return "Cannot use --json without --show or --check";
  return { scope, agents: [...new Set(agents)], action, dryRun, json, patch };
}
