/** Package scripts that do not end: development servers and watchers. */
import type { OperandRule } from "../../argv/grammar.ts";

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
