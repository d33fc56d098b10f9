/** Package scripts that do not end: development servers and watchers. */
import type { OperandRule } from "../../argv/grammar.ts";
import type { ParsedArgs } from "../../argv/parse_args.ts";

/** `dev`, `start:api`, `watch-css`, `serve`; `web:dev`, but not `build:dev`; `test:watch`, `tsc-watch`. */
const NAMES = "^(?:dev|develop|start|serve|server|watch|preview|storybook)(?:[:._-].*)?$|[:._-]watch$|" +
  "^(?!(?:build|test|lint|check|type-?check|format|generate|db|migrate|clean)[:._-])" +
  ".*[:._-](?:dev|develop|start|serve|preview|storybook)$";

/** Options that make most runners and compilers wait for changes or keep a window open. */
const OPTIONS = "^(?:--watch|--watchAll|-w|--ui|--serve|--inspect|--inspect-brk)$";

/** For a grammar whose first operand is the script, and whose further ones go to it. */
export const followScripts: readonly OperandRule[] = [
  { at: 0, pattern: NAMES, when: "match", reason: "follow-mode" },
  { pattern: OPTIONS, when: "match", reason: "follow-mode" },
];

/**
 * The shell line of the command that the arguments name, for runners that print none: `pnpm vitest run`,
 * `pnpm exec jest`. A script's name is no command that a unit knows.
 */
export function commandOf({ operands }: ParsedArgs): string {
  const words = operands[0] === "exec" ? operands.slice(1) : operands;
  return words.filter((word, at) => !(at === 0 && word === "--")).map(quoted).join(" ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
