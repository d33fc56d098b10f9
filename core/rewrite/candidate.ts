/** What happens to one simple command. */
import type { ArgWord } from "../argv/parse_args.ts";
import type { GateConfig } from "../config/gate_config.ts";
import type { Pipeline, SimpleCommand, Word } from "../syntax/nodes.ts";
import type { GateEntry, GateTable, Match } from "../tools/gate_table.ts";
import type { Effect } from "../tools/tool.ts";
import { placeReason, redirectionsReason } from "./context.ts";
import type { Exclusion } from "./exclusion.ts";
import type { LineState } from "./line_state.ts";
import type { Reason } from "./reason.ts";
import { type Layer, type Resolution, type ResolveOptions, resolveTool } from "./resolve.ts";
import { assignedValue, prefixEffect, type VariableEffect } from "./variable.ts";
import { assignedName } from "./wrapper.ts";

/** What the gate cannot know from the text; the caller looks. */
export interface Facts {
  /** Whether a name without a slash is found on the PATH of the tool's shell. */
  resolvesOnPath(name: string): boolean;
  /** Whether a path, absolute or from the caller's directory, is a text file that is too small to gain anything. */
  isSmallTextFile(path: string): boolean;
  /** RTK_DISABLED in rtk's own environment. */
  readonly isDisabled: boolean;
  /** The host runs the whole line in the background and answers before it ends. */
  readonly inBackground?: boolean;
}

/** What stays the same for all commands of a line. */
export interface Gate {
  readonly table: GateTable;
  readonly config: GateConfig;
  readonly facts: Facts;
  readonly resolve: ResolveOptions;
  readonly isExcluded: Exclusion;
}

/** Where the command stands. */
export interface Place {
  readonly pipeline: Pipeline;
  readonly index: number;
  readonly background: boolean;
  readonly state: LineState;
}

/** The answer: a position for the insertion, or the reason for none. */
export interface Verdict {
  readonly insertAt?: number;
  readonly reason?: Reason;
  readonly entry?: GateEntry;
  /** How the words were understood, for those who show it. */
  readonly resolution?: Resolution;
}

/** Decides on one simple command of an otherwise understood line. */
export function decide(gate: Gate, command: SimpleCommand, place: Place): Verdict {
  if (holdsSubstitution(command)) return { reason: "substitution" };
  const words = command.words.map(toArgWord);
  if (words.length === 0) return { reason: "no-tool" };
  const resolution = resolveTool(gate.table, words, gate.resolve);
  if (resolution.kind === "stopped") return { reason: resolution.reason, resolution };
  const { match } = resolution;
  const { entry } = match;
  const found: Found = { gate, command, place, words, resolution };
  const reason = userReason(found) ?? surroundingReason(found) ?? nameReason(found) ??
    placeReason(place.pipeline, place.index, entry) ??
    (match.kind === "declined" ? match.reason : undefined) ??
    effectReason(gate.config.rewrite, entry.effect) ?? gainReason(found, match);
  if (reason) return { reason, entry, resolution };
  const insertAt = command.words[insertionIndex(resolution)]?.start;
  return insertAt === undefined ? { reason: "no-tool" } : { insertAt, entry, resolution };
}

/** A word as the argument parser takes it; POSIX leaves `$'…'` open (dash 0.5.12 keeps the `$`), so it is no literal. */
export function toArgWord({ value, text }: Word): ArgWord {
  return { text: value ?? text, literal: value !== undefined && !text.includes("$'") };
}

type FoundResolution = Extract<Resolution, { kind: "found" }>;

interface Found {
  readonly gate: Gate;
  readonly command: SimpleCommand;
  readonly place: Place;
  readonly words: readonly ArgWord[];
  readonly resolution: FoundResolution;
}

function holdsSubstitution({ assignments, words, redirections }: SimpleCommand): boolean {
  return assignments.some(({ value }) => value.substitution) ||
    words.some(({ substitution }) => substitution) ||
    redirections.some(({ target }) => target.substitution);
}

/** The user's own switches come before everything else that might be said. */
function userReason({ gate, command, place, words, resolution }: Found): Reason | undefined {
  const own = assignmentEffects(command, words, resolution);
  const off = gate.facts.isDisabled || !gate.config.enabled || place.state.disabled;
  if (own.includes("disabled") || (off && !own.includes("enabled"))) return "disabled";
  if (gate.isExcluded(command.words, resolution.layers)) return "excluded";
  return own.includes("environment") ? "environment" : undefined;
}

function surroundingReason({ gate, command, place }: Found): Reason | undefined {
  if (gate.facts.inBackground) return "background-payload";
  if (place.background) return "background";
  return place.state.blocked ?? redirectionsReason(command.redirections);
}

/** What the assignments of the prefix and of `env` do to the command. */
function assignmentEffects(
  command: SimpleCommand,
  words: readonly ArgWord[],
  { layers }: FoundResolution,
): VariableEffect[] {
  const prefix = command.assignments.map(({ name, value, append }) =>
    prefixEffect(name, assignedValue(value, append))
  );
  const operands = layers.flatMap((layer, index) => {
    const end = layers[index + 1]?.at ?? words.length;
    return layer.rule?.assignments ? words.slice(layer.at + 1, end) : [];
  }).map((word) => {
    const name = assignedName(word);
    if (name === undefined) return undefined;
    const text = word.text.slice(name.length + 1);
    return prefixEffect(name, { literal: word.literal ? text : undefined, text, append: false });
  });
  return [...prefix, ...operands].filter((effect) => effect !== undefined);
}

/** The index of the word in front of which rtk goes: the unit's own name, or the outermost runner before it. */
function insertionIndex({ layers, nameAt }: FoundResolution): number {
  const runner = layers.find(({ rule, at }) => rule?.kind === "runner" && at < nameAt);
  return runner?.at ?? nameAt;
}

/** Functions and aliases, and whether the name is found at all. */
function nameReason({ gate, place, words, resolution }: Found): Reason | undefined {
  const { state } = place;
  const at = insertionIndex(resolution);
  const before = resolution.layers.filter((layer) => layer.at <= at);
  const isShadowed = (layer: Layer): boolean => {
    const name = words[layer.at]?.text ?? "";
    return layer.byShell && !name.includes("/") && (state.shadows.all || state.shadows.names.has(name));
  };
  if (before.some(isShadowed)) return "shadowed";
  // What a runner finds inside its own environment is its affair; the runner itself has to be there.
  const looked = before.find(({ ownPath, at: layerAt }) => ownPath && layerAt < at) ?? before.at(-1);
  const name = words[looked?.at ?? 0]?.text ?? "";
  if (state.pathGrew || name.includes("/") || gate.facts.resolvesOnPath(name)) return undefined;
  return "not-on-path";
}

const EFFECTS: readonly Effect[] = ["read", "build", "write"];

function effectReason(upTo: GateConfig["rewrite"], effect: Effect): Reason | undefined {
  const limit = upTo === "all" ? EFFECTS.length - 1 : EFFECTS.indexOf(upTo);
  return EFFECTS.indexOf(effect) > limit ? "effect" : undefined;
}

function gainReason({ gate, place, words, resolution }: Found, match: Match): Reason | undefined {
  if (match.kind !== "tool" || match.entry.noGain === undefined) return undefined;
  const operands = match.args.operands.slice(match.entry.noGain === "small-files-after-first" ? 1 : 0);
  const isLiteral = words.slice(resolution.nameAt).every(({ literal }) => literal);
  const isSmall = (operand: string): boolean => {
    const path = pathFrom(place.state.directory, operand);
    return path !== undefined && gate.facts.isSmallTextFile(path);
  };
  return isLiteral && operands.length > 0 && operands.every(isSmall) ? "no-gain" : undefined;
}

function pathFrom(directory: string | undefined, operand: string): string | undefined {
  if (operand.startsWith("/") || directory === "") return operand;
  return directory === undefined ? undefined : `${directory}/${operand}`;
}
