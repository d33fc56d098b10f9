/**
 * OpenCode: a plugin that handles `tool.execute.before` of the tool `bash`. Its permissions come after it and see the
 * rewritten text. Checked against 1.18.33.
 */
import type { PluginAgent } from "../agent.ts";
import { opencodeRules } from "./rules.ts";

export const agent: PluginAgent = {
  id: "opencode",
  title: "OpenCode",
  kind: "plugin",
  rules: opencodeRules,
};
