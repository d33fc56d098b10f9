import type { ParsedArgs } from "../argv/parse_args.ts";
import { fillLines, isPlainName } from "../text/columns.ts";
import { joinLines, splitLines } from "../text/lines.ts";
import type { Cut, Tool } from "./tool.ts";

/**
 * `tree`: guides become one blank per level, and names without children share lines; every name and the totals stay.
 * What lies below `node_modules` and `.git` is cut where it is much and was not asked for. Seen with tree 2.1.
 */
export const tool: Tool = {
  id: "tree",
  commands: ["tree"],
  summary: "Directory trees without guides",
  effect: "read",
  args: {
    switches:
      "-a -d -l -x --gitignore --ignore-case --matchdirs --prune -q -N -F -v -t -c -U -r --dirsfirst " +
      "--filesfirst -n",
    withArgument: "-L -P -I --filelimit --charset --sort --gitfile",
    declines: {
      "exact-format":
        "-J -X -H -f -p -s -h --si --du -D --timefmt -u -g --inodes --device -Q -i -A -S -C --noreport " +
        "-T --nolinks --hintro --houtro --info --infofile --metafirst",
      "effect": "-o -R",
      "stdin-file": "--fromfile --fflinks",
    },
    operands: "any",
  },
  output: "whole",
  filter({ stdout, args, cut }) {
    const nodes = splitLines(stdout).map(parseLine);
    if (!nodes.some(({ depth }) => depth > 0)) return undefined;
    return { stdout: joinLines(drawTree(cut ? cutDependencies(nodes, args, cut) : nodes)) };
  },
  examples: {
    rewrites: ["tree", "tree -L 2 src", "tree -aI 'node_modules|.git' --dirsfirst"],
    declines: ["tree -J", "tree -f", "tree -sh", "tree -o out.txt", "tree --noreport"],
  },
};

interface Node {
  /** 0: a root, the totals, or a line that is none of the tree's. */
  readonly depth: number;
  readonly name: string;
}

// "│   │   ├── file1.ts" (after `│` tree puts no-break spaces), with --charset=ascii "|   |-- x" and "`-- x"
const NODE = /^((?:[│|][\s\u00a0]{3}| {4})*)[├└|`](?:──|--)[ \u00a0](.*)$/;

function parseLine(line: string): Node {
  const found = NODE.exec(line);
  return found ? { depth: (found[1] ?? "").length / 4 + 1, name: found[2] ?? "" } : { depth: 0, name: line };
}

/** Names without children stand side by side; one with children stands alone above them. */
function drawTree(nodes: readonly Node[]): string[] {
  const lines: string[] = [];
  let leaves: string[] = [];
  let level = 0;
  const flush = (): void => {
    const indent = " ".repeat(level);
    for (const line of fillLines(leaves)) lines.push(indent + line);
    leaves = [];
  };
  for (const [index, { depth, name }] of nodes.entries()) {
    const isLeaf = depth > 0 && (nodes[index + 1]?.depth ?? 0) <= depth && isPlainName(name);
    if (!isLeaf || depth !== level) flush();
    level = depth;
    if (isLeaf) leaves.push(name);
    // The line before the totals is empty.
    else if (name !== "" || depth > 0) lines.push(" ".repeat(depth) + name);
  }
  flush();
  return lines;
}

/** Fewer lines below a dependency folder are shown. */
const DEPENDENCY_LINES = 50;

function cutDependencies(nodes: readonly Node[], args: ParsedArgs, cut: Cut): Node[] {
  const words = [...args.operands, ...args.options.map((option) => option.value ?? "")];
  const kept: Node[] = [];
  for (let index = 0; index < nodes.length;) {
    const node = nodes[index++]!;
    kept.push(node);
    if (node.depth === 0 || !/^(?:node_modules|\.git)$/.test(node.name)) continue;
    let end = index;
    while (end < nodes.length && nodes[end]!.depth > node.depth) end++;
    if (end - index <= DEPENDENCY_LINES || words.some((word) => word.includes(node.name))) continue;
    kept.push({ depth: 0, name: cut(end - index) });
    index = end;
  }
  return kept;
}
