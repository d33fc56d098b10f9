import type { CliContext } from "../context.ts";

/** Placeholder until the agents are in: no opinion. */
export function hookCommand(_words: readonly string[], _context: CliContext): Promise<number> {
  return Promise.resolve(0);
}
