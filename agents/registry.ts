/**
 * Every agent that asks through a hook or plugin, sorted by id. Part of the hot module: only Claude Code, which asks most
 * often, stands in it; the others are loaded when they are named or when a payload turns out to be theirs.
 */
import { type Agent, type HookAgent, isRecord } from "./agent.ts";
import { agent as claude } from "./claude/mod.ts";

/** The ids of all agents; each has its module in a folder of that name. */
export const AGENT_IDS = [
  "antigravity",
  "claude",
  "cline",
  "codex",
  "copilot",
  "cursor",
  "droid",
  "gemini",
  "hermes",
  "omp",
  "opencode",
  "pi",
  "trae",
  "vibe",
] as const;

/** The ids of the agents that are loaded on demand. */
export function loadedIds(): string[] {
  return AGENT_IDS.filter((id) => id !== claude.id);
}

/** Loads the agent of one of `loadedIds`. */
export type LoadAgent = (id: string) => Promise<Agent | undefined>;

/** The agent of an id; undefined for an id that is none. */
export async function agentOf(id: string, load: LoadAgent): Promise<Agent | undefined> {
  if (id === claude.id) return claude;
  return (AGENT_IDS as readonly string[]).includes(id) ? await load(id) : undefined;
}

/** The agent of an id, where it has hooks; undefined for all others. */
export async function hookAgentOf(id: string, load: LoadAgent): Promise<HookAgent | undefined> {
  const agent = await agentOf(id, load);
  return agent?.kind === "hook" ? agent : undefined;
}

/**
 * The agent whose shell call a payload is: hosts share hook files, so the one that was named is not always the one that asks.
 * @returns undefined when it is nobody's.
 */
export async function agentOfPayload(
  payload: unknown,
  named: HookAgent,
  load: LoadAgent,
): Promise<HookAgent | undefined> {
  const owner = ownerOf(payload);
  const agent = owner === undefined || owner === named.id ? named : await hookAgentOf(owner, load);
  return agent?.decode(payload) === undefined ? undefined : agent;
}

/** Names of shell tools that one host alone has. */
const SHELL_TOOLS: Readonly<Record<string, string>> = {
  Execute: "droid",
  RunCommand: "trae",
  Shell: "cursor",
  run_in_terminal: "copilot",
  run_shell_command: "gemini",
};

/** The host that a payload names by its form; undefined where several hosts share it. */
function ownerOf(payload: unknown): string | undefined {
  if (!isRecord(payload)) return undefined;
  const { tool_name: tool } = payload;
  if (typeof tool === "string" && Object.hasOwn(SHELL_TOOLS, tool)) return SHELL_TOOLS[tool];
  if (isRecord(payload.toolCall)) return "antigravity";
  if (typeof payload.toolName === "string" && payload.toolArgs !== undefined) return "copilot";
  // Copilot CLI reads hooks from a project's .claude folder: there its reply must not approve, as that overrides deny rules.
  const isCopilot = tool === "Bash" && typeof payload.timestamp === "string" &&
    payload.transcript_path === undefined && payload.permission_mode === undefined;
  return isCopilot ? "copilot" : undefined;
}
