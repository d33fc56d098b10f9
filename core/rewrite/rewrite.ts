/** The rewrite engine: where in a shell program `rtk` may be inserted, and why not elsewhere. Pure and synchronous. */
import type { ArgWord } from "../argv/parse_args.ts";
import type { GateConfig, UserFilterRule } from "../config/gate_config.ts";
import type { AndOrList, Command, Parse, Pipeline, Program, Span, Word } from "../syntax/nodes.ts";
import type { GateEntry, GateTable, Match } from "../tools/gate_table.ts";
import type { Effect } from "../tools/tool.ts";
import { decide, type Facts, type Gate } from "./candidate.ts";
import { insertAt, insertionText } from "./edit.ts";
import { exclusionOf } from "./exclusion.ts";
import { initialState, type LineState, notePipeline } from "./line_state.ts";
import { isDeferReason, type Reason } from "./reason.ts";
import type { Resolution } from "./resolve.ts";
import { mayAssignInExpansion } from "./variable.ts";

export type { Facts };

export interface RewriteOptions {
  readonly table: GateTable;
  readonly config: GateConfig;
  readonly facts: Facts;
}

export type RewriteKind = "rewrite" | "pass" | "defer";

/** One command of the line and what happens to it. */
export interface Part {
  readonly span: Span;
  /** The command name as it is passed on, or as written where only the shell knows it; a compound's keyword. */
  readonly name: string;
  readonly kind: RewriteKind;
  /** Absent for `rewrite`. */
  readonly reason?: Reason;
  /** Where rtk is inserted; only for `rewrite`. */
  readonly insertAt?: number;
  readonly toolId?: string;
  readonly effect?: Effect;
  /** The node, absent where the text was not decomposed. */
  readonly command?: Command;
  /** How its words were understood. */
  readonly resolution?: Resolution;
}

export interface Rewrite {
  /** `rewrite` if any part is, else `defer` if any part is, else `pass`. */
  readonly kind: RewriteKind;
  /** The source with the insertions; the source itself where there are none. */
  readonly command: string;
  readonly parts: readonly Part[];
}

/** Rewrites what a reader of shell text answered. */
export function rewriteParse(source: string, parse: Parse, options: RewriteOptions): Rewrite {
  if (parse.kind === "program") return rewriteProgram(source, parse.program, options);
  const span = { start: 0, end: source.length };
  return { kind: "defer", command: source, parts: [{ span, name: "", kind: "defer", reason: parse.reason }] };
}

/** Finds the insertions of a program. */
export function rewriteProgram(source: string, program: Program, options: RewriteOptions): Rewrite {
  const { table, config, facts } = options;
  const gate: Gate = {
    table,
    config,
    facts,
    isExcluded: exclusionOf(config.excludeCommands),
    resolve: {
      prefixes: config.transparentPrefixes.map((prefix) => prefix.split(/\s+/).filter((word) => word !== ""))
        .sort((a, b) => b.length - a.length),
      self: config.rtkPath,
      ...(config.filters.length > 0 && { fallback: userFilters(config.filters) }),
    },
  };
  const state = initialState(program, config.shadowed);
  // The names of the commands that run would be seen, and with them rtk.
  const isSeen = source.includes("BASH_COMMAND") || source.includes("ZSH_DEBUG_CMD");
  if (isSeen || mayAssignInExpansion(source)) state.blocked = "environment";
  const whole = wholeReason(source, program);
  const parts = program.lists.flatMap((list) => listParts({ source, gate, state, whole }, list));
  const positions = parts.flatMap(({ insertAt }) => insertAt ?? []);
  const command = insertAt(source, positions, insertionText(config.rtkPath));
  return { kind: kindOf(parts), command, parts };
}

function kindOf(parts: readonly Part[]): RewriteKind {
  return (["rewrite", "defer"] as const).find((kind) => parts.some((part) => part.kind === kind)) ?? "pass";
}

interface Line {
  readonly source: string;
  readonly gate: Gate;
  readonly state: LineState;
  /** A reason that holds for every command of the line. */
  readonly whole: Reason | undefined;
}

function listParts(line: Line, list: AndOrList): Part[] {
  return list.pipelines.flatMap((pipeline) => {
    const parts = pipelineParts(line, pipeline, list.background);
    notePipeline(line.state, pipeline, list.background);
    return parts;
  });
}

function pipelineParts(line: Line, pipeline: Pipeline, background: boolean): Part[] {
  const { stages, operators } = pipeline;
  const whole = line.whole ?? (operators.includes("|&") ? "stderr-pipeline" : undefined) ??
    (stages.some(({ kind }) => kind === "compound") ? "compound-command" : undefined);
  return stages.map((command, index): Part => {
    const base = {
      span: { start: command.start, end: command.end },
      name: nameOf(line.source, command),
      command,
    };
    if (whole || command.kind === "compound") return refusal(base, whole ?? "compound-command");
    const verdict = decide(line.gate, command, { pipeline, index, background, state: line.state });
    const known = {
      ...base,
      ...aboutTool(verdict.entry),
      ...(verdict.resolution && pick(verdict.resolution)),
    };
    if (verdict.insertAt === undefined) return refusal(known, verdict.reason ?? "no-tool");
    return { ...known, kind: "rewrite", insertAt: verdict.insertAt };
  });
}

function refusal(base: Omit<Part, "kind">, reason: Reason): Part {
  return { ...base, kind: isDeferReason(reason) ? "defer" : "pass", reason };
}

function pick(resolution: Resolution): Pick<Part, "resolution"> {
  return { resolution };
}

function aboutTool(entry: GateEntry | undefined): Pick<Part, "toolId" | "effect"> {
  return entry ? { toolId: entry.id, effect: entry.effect } : {};
}

function nameOf(source: string, command: Command): string {
  if (command.kind === "compound") return command.functionName ?? command.keyword;
  const name = command.words[0];
  return name ? name.value ?? source.slice(name.start, name.end) : "";
}

/** Why a line is left alone with all of its commands. */
function wholeReason(source: string, program: Program): Reason | undefined {
  const stages = program.lists.flatMap(({ pipelines }) => pipelines.flatMap((pipeline) => pipeline.stages));
  if (stages.some(holdsHereDocument)) return "here-document";
  // Line breaks end commands, but not everywhere inside these; where they do is what parsers get wrong most.
  const spansLines = ({ start, end }: Span): boolean => source.slice(start, end).includes("\n");
  if (stages.some((stage) => stage.kind === "compound" && spansLines(stage))) return "compound-command";
  const holders = stages.flatMap(wordsOf).filter(({ substitution }) => substitution);
  return holders.some(spansLines) ? "substitution" : undefined;
}

function holdsHereDocument(command: Command): boolean {
  const inner = command.kind === "compound" ? command.inner : wordsOf(command).flatMap((word) => word.inner);
  return command.redirections.some(({ operator }) => operator.startsWith("<<")) ||
    inner.some(({ lists }) =>
      lists.some(({ pipelines }) => pipelines.some(({ stages }) => stages.some(holdsHereDocument)))
    );
}

/** Every word of a command, those of its assignments and redirections included. */
function wordsOf(command: Command): Word[] {
  const targets = command.redirections.map(({ target }) => target);
  if (command.kind === "compound") return targets;
  return [...command.assignments.map(({ value }) => value), ...command.words, ...targets];
}

/** The user's filters take any arguments; what the command does is not known, so it counts as writing. */
function userFilters(filters: readonly UserFilterRule[]): (words: readonly ArgWord[]) => Match {
  const compiled = filters.flatMap(({ id, pattern }) => {
    const entry: GateEntry = { id, effect: "write", args: { operands: "any" }, output: "whole" };
    try {
      return [{ entry, pattern: new RegExp(pattern) }];
    } catch {
      return [];
    }
  });
  return (words) => {
    const text = words.map((word) => word.text).join(" ");
    const found = compiled.find(({ pattern }) => pattern.test(text));
    if (!found) return { kind: "none" };
    const args = { command: words[0]?.text ?? "", options: [], operands: [], afterTerminator: [] };
    return { kind: "tool", entry: found.entry, args, offset: 0 };
  };
}
