/** Reads shell text: with the scanner where that is enough, else with tree-sitter-bash in WebAssembly. */
import { loadParser } from "../../wasm/load.ts";
import { lower, syntaxReason } from "./lower.ts";
import type { Parse } from "./nodes.ts";
import { scan } from "./scan.ts";

/** Decomposes shell text into a program, or says why it cannot be done; never throws on any text. */
export async function parse(source: string): Promise<Parse> {
  const scanned = scan(source);
  return scanned.kind === "undecided" ? await parseTree(source) : scanned;
}

/**
 * At each of these characters the tree may look ahead to the end of the text: operators where nothing fits, and `@` and
 * `?` that could begin an extended pattern. Their number times the length is what a parse costs at worst; within this
 * limit, some 50 ms. Lines that agents run stay under two thirds of it.
 */
const MAX_LOOKAHEAD = 300_000;
const LOOKAHEAD = /[<>|&;@?!]/g;
// Quoted text and bodies of here-documents cost nothing.
const PLAIN_TEXT = /<<-?[ \t]*(['"]?)(\w+)\1[^]*?\n[ \t]*\2(?!\w)|'[^']*'|\\[^]/g;
/** For texts that are made to pass the limit above and be slow all the same; no line comes near it. */
const MAX_MILLISECONDS = 250;

const MAX_HERE_DOCUMENTS = 20;
/** Nodes of a tree: each takes some microseconds to lower. Lines that agents run have 700 at most. */
const MAX_NODES = 6000;

function isTooLong(source: string): boolean {
  if (source.split("<<").length > MAX_HERE_DOCUMENTS + 1) return true;
  const lookahead = source.replaceAll(PLAIN_TEXT, "").match(LOOKAHEAD)?.length ?? 0;
  return lookahead * source.length > MAX_LOOKAHEAD;
}

/** The same by the tree alone. */
export async function parseTree(source: string): Promise<Parse> {
  if (isTooLong(source)) return { kind: "defer", reason: "too-long" };
  const parser = await loadParser();
  const end = performance.now() + MAX_MILLISECONDS;
  const isLate = (): boolean => performance.now() > end;
  // A tree with an error is of no use, so its recovery need not be waited for.
  const tree = parser.parse(source, null, { progressCallback: (state) => state.hasError || isLate() });
  if (!tree) {
    parser.reset();
    return { kind: "defer", reason: isLate() ? "too-long" : syntaxReason(source) };
  }
  try {
    // A node takes half a character at least, so that nearly no text need be counted.
    if (source.length > MAX_NODES / 2 && tree.rootNode.descendantCount > MAX_NODES) {
      return { kind: "defer", reason: "too-long" };
    }
    return lower(source, tree.rootNode);
  } finally {
    tree.delete();
  }
}
