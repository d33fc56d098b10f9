/** Every unit, sorted by id. A new tool is its file, one import and one row here, and a fixture. */
import type { Tool } from "./tool.ts";
import { tool as wc } from "./wc.ts";

export const tools: readonly Tool[] = [
  wc,
];
