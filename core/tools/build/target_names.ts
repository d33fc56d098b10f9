/** Names of targets, recipes and tasks that start something and keep it running, or ask. */
import type { OperandRule } from "../../argv/grammar.ts";

/** `dev`, `serve-docs`, `start:api`, `menuconfig`; not `test`, `build`, `run_tests`. */
const PATTERN =
  "^(?:(?:run|dev|serve|server|start|watch|up|logs|shell|repl|console|attach|monitor|tail)(?:[-:._](?!tests?$|checks?$).*)?" +
  "|\\w*config)$";

/** Every operand may be a target: `make clean serve`. */
export const ANY_TARGET: OperandRule = { pattern: PATTERN, when: "match", reason: "follow-mode" };

/** The first operand names the task, the rest are its arguments. */
export const FIRST_TARGET: OperandRule = { ...ANY_TARGET, at: 0 };
