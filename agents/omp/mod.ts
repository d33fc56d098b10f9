/**
 * Oh My Pi: the extension of Pi, which it loads as well. Its approvals come after it and see the rewritten text. Checked
 * against 18.2.3.
 */
import type { PluginAgent } from "../agent.ts";
import { ompRules } from "./rules.ts";

export const agent: PluginAgent = {
  id: "omp",
  title: "Oh My Pi",
  kind: "plugin",
  rules: ompRules,
};
