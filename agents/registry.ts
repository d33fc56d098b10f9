/** Every agent that asks through a hook or plugin, sorted by id. Part of the hot module. */
import type { Agent } from "./agent.ts";
import { agent as claude } from "./claude/mod.ts";

export const agents: readonly Agent[] = [
  claude,
];

/** The agent of an id; undefined for an id that is none. */
export function agentOf(id: string): Agent | undefined {
  return agents.find((agent) => agent.id === id);
}

/**
 * The agent whose shell call a payload is: hosts share hook files, so the one that was named is only asked first.
 * @returns undefined when it is nobody's.
 */
export function agentOfPayload(payload: unknown, named: Agent): Agent | undefined {
  return [named, ...agents].find((agent) => agent.decode(payload) !== undefined);
}
