/**
 * Pi: an extension that handles `tool_call` of the tool `bash`. Pi has no rules for commands; other extensions that guard
 * them see what they see. Checked against 1.6.0 and 0.73.1.
 */
import { NO_RULES } from "../../core/permission/rule_set.ts";
import type { PluginAgent } from "../agent.ts";

export const agent: PluginAgent = {
  id: "pi",
  title: "Pi",
  kind: "plugin",
  rules: () => ({ rules: NO_RULES, defaultRewrite: "all" }),
};
