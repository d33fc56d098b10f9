/** Reads shell text: with the scanner where that is enough, else with tree-sitter-bash in WebAssembly. */
import { loadParser } from "../../wasm/load.ts";
import { lower } from "./lower.ts";
import type { Parse } from "./nodes.ts";
import { scan } from "./scan.ts";

/** Decomposes shell text into a program, or says why it cannot be done; never throws on any text. */
export async function parse(source: string): Promise<Parse> {
  const scanned = scan(source);
  return scanned.kind === "undecided" ? await parseTree(source) : scanned;
}

/** The same by the tree alone. */
export async function parseTree(source: string): Promise<Parse> {
  const parser = await loadParser();
  const tree = parser.parse(source);
  if (!tree) return { kind: "defer", reason: "tree-mismatch" };
  try {
    return lower(source, tree.rootNode);
  } finally {
    tree.delete();
  }
}
