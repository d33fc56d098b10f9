/**
 * Hermes: a plugin in Python that asks about each command of its terminal tool before it runs. Hermes judges the rewritten
 * text. Checked against 0.19.0.
 */
import type { PluginAgent } from "../agent.ts";
import { hermesRules } from "./rules.ts";

export const agent: PluginAgent = { id: "hermes", title: "Hermes", kind: "plugin", rules: hermesRules };
