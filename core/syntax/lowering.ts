/** What the parts of the lowering share. */
import type { Node } from "../../wasm/load.ts";
import type { DeferReason, Program, Span } from "./nodes.ts";

export type { Node };

/** One text on its way from tree to program. */
export interface Lowering {
  /** The text; up to the closing backquote while a backquoted command is lowered. */
  source: string;
  /** Makes a program of sibling nodes that fill `span`; on a fault the result means nothing. */
  readonly program: (nodes: readonly Node[], span: Span) => Program;
  /** The first reason found why the text cannot be decomposed; everything stops then. */
  fault: DeferReason | undefined;
  /** How many substitutions enclose the place in hand: there, here-documents are read. */
  substitutions: number;
  /** How many compound commands enclose the place in hand. */
  depth: number;
}

/** Notes a fault; the first one stands. */
export function fail(lowering: Lowering, reason: DeferReason): void {
  lowering.fault ??= reason;
}

/** The node's stretch of the source. */
export function nodeSpan(node: Node): Span {
  return { start: node.startIndex, end: node.endIndex };
}
