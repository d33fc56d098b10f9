/** Where a simple command stands: its redirections and its place in the pipeline. */
import { commandBaseName } from "../argv/command_name.ts";
import type { Command, Pipeline, Redirection, SimpleCommand } from "../syntax/nodes.ts";
import type { GateEntry } from "../tools/gate_table.ts";
import { DISPLAY_CONSUMERS } from "./launcher_data.ts";
import type { Reason } from "./reason.ts";

/** Why a redirection keeps its command raw; undefined for those that leave fd 1 with the agent. */
export function redirectionReason(redirection: Redirection): Reason | undefined {
  const { operator, variable, target } = redirection;
  if (operator.startsWith("<<")) return "here-document";
  if (target.substitution) return "substitution";
  if (operator === "<>" || variable !== undefined || target.value === undefined) return "redirection";
  const descriptor = redirection.descriptor ?? (operator.startsWith("<") ? 0 : 1);
  if (descriptor > 2) return "redirection";
  if (isHarmless(operator, descriptor, target.value)) return undefined;
  return descriptor === 0 ? "stdin-file" : "stdout-elsewhere";
}

/** `2>&1`, `>&2`, `2>/dev/null`, `2>&-`, `</dev/null`. */
function isHarmless(operator: Redirection["operator"], descriptor: number, target: string): boolean {
  switch (operator) {
    case ">&":
      return (descriptor === 1 && target === "2") || (descriptor === 2 && (target === "1" || target === "-"));
    case ">":
    case ">>":
    case ">|":
      return descriptor === 2 && target === "/dev/null";
    case "<":
      return descriptor === 0 && target === "/dev/null";
    default:
      return false;
  }
}

/** The first reason among a command's redirections; deferring ones first. */
export function redirectionsReason(redirections: readonly Redirection[]): Reason | undefined {
  const reasons = redirections.map(redirectionReason);
  return reasons.find((reason) => reason === "substitution" || reason === "redirection") ??
    reasons.find((reason) => reason !== undefined);
}

/** Why a unit may not run at this place of the pipeline. */
export function placeReason(pipeline: Pipeline, index: number, entry: GateEntry): Reason | undefined {
  const { stages } = pipeline;
  if (stages.length === 1) return undefined;
  if (index > 0 && index < stages.length - 1) return "pipeline-middle";
  if (index > 0) return entry.pipeline?.last ? undefined : "pipeline-last";
  const shows = entry.pipeline?.first === "report" && stages.slice(1).every(onlyShows);
  return shows ? undefined : "pipeline-first";
}

/** Whether a stage shows what it reads and nothing else happens to it. */
function onlyShows(stage: Command): boolean {
  if (stage.kind !== "simple" || stage.assignments.length > 0 || !isPlain(stage)) return false;
  const [name, ...operands] = stage.words;
  const base = commandBaseName(name?.value ?? "");
  if (!Object.hasOwn(DISPLAY_CONSUMERS, base)) return false;
  const text = operands.map(({ value }) => `${value} `).join("");
  return operands.every(({ value }) => value !== undefined) && DISPLAY_CONSUMERS[base]?.test(text) === true;
}

function isPlain({ redirections }: SimpleCommand): boolean {
  return redirections.every((redirection) =>
    redirectionReason(redirection) === undefined && redirection.operator !== "<"
  );
}
