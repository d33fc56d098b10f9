/** Chooses how deep a diff is compacted and ends the text with the one marker. */
import type { DiffDepth } from "./diff.ts";
import { joinLines } from "./lines.ts";
import type { Cut } from "../tools/tool.ts";

/** A compact form at one depth. */
export interface Shortened {
  readonly lines: readonly string[];
  readonly cut: number;
}

// A cut costs the agent a recall when it needs the context; below this gain the whole form is the better one.
const WORTH_A_CUT = 0.8;

/** Prints the short form where it is much smaller than the whole one and something may be cut. */
export function chooseDepth(print: (depth: DiffDepth) => Shortened, cut: Cut | undefined): string {
  const whole = joinLines(print("whole").lines);
  if (!cut) return whole;
  const short = print("short");
  if (short.cut === 0) return whole;
  const text = joinLines([...short.lines, cut(short.cut)]);
  return text.length <= whole.length * WORTH_A_CUT ? text : whole;
}
