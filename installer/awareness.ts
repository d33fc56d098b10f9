/** What agents are told about rtk, by level; the same for every agent. */
import type { AwarenessLevel } from "../core/install/scope.ts";
import full from "./awareness/rtk-awareness-full.md" with { type: "text" };
import high from "./awareness/rtk-awareness-high.md" with { type: "text" };
import normal from "./awareness/rtk-awareness.md" with { type: "text" };

export const AWARENESS: Readonly<Record<AwarenessLevel, string>> = { default: normal, high, full };
