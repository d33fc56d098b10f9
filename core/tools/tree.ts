import type { ParsedArgs } from "../argv/parse_args.ts";
import { fillLines, isPlainName } from "../text/columns.ts";
import { joinLines, splitLines } from "../text/lines.ts";
import type { Cut, Tool } from "./tool.ts";

/**
 * `tree`: guides become one blank per level, names without children share lines, and so does a directory
 * with the only one in it; every name and the totals stay.
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

/** The roots, totals and other lines as they are, below each root its nodes. */
function drawTree(nodes: readonly Node[]): string[] {
  const lines: string[] = [];
  for (let at = 0; at < nodes.length;) {
    const { depth, name } = nodes[at]!;
    if (depth === 0) {
      // The line before the totals is empty.
      if (name !== "") lines.push(name);
      at++;
      continue;
    }
    let end = at;
    while (end < nodes.length && nodes[end]!.depth > 0) end++;
    lines.push(...drawNodes(nodes.slice(at, end), 1));
    at = end;
  }
  return lines;
}

/** Names without children stand side by side, on the line of their parent where it has no others. */
function drawNodes(nodes: readonly Node[], level: number): string[] {
  const indent = " ".repeat(level);
  const lines: string[] = [];
  let leaves: string[] = [];
  const flush = (): void => {
    lines.push(...fillLines(leaves).map((line) => indent + line));
    leaves = [];
  };
  for (let at = 0; at < nodes.length;) {
    const end = endOf(nodes, at);
    if (end === at + 1 && isPlainName(nodes[at]!.name)) leaves.push(nodes[at]!.name);
    else {
      flush();
      lines.push(...drawBranch(nodes.slice(at, end), level));
    }
    at = end;
  }
  flush();
  return lines;
}

/** A node with what is below it; directories that hold one directory and nothing else share a line: `a/b/c`. */
function drawBranch(nodes: readonly Node[], level: number): string[] {
  let name = nodes[0]!.name;
  let first = 1;
  while (nodes.length > first + 1 && endOf(nodes, first) === nodes.length) {
    if (!isPlainName(name) || !isPlainName(nodes[first]!.name)) break;
    name = `${name.replace(/\/$/, "")}/${nodes[first++]!.name}`;
  }
  const below = nodes.slice(first);
  const indent = " ".repeat(level);
  const areLeaves = isPlainName(name) &&
    below.every((node, at) => isPlainName(node.name) && endOf(below, at) === at + 1);
  if (below.length === 0 || !areLeaves) return [indent + name, ...drawNodes(below, level + 1)];
  return fillLines([`${name.replace(/\/$/, "")}:`, ...below.map((node) => node.name)], " ").map((line) =>
    indent + line
  );
}

/** The index behind the last node below one. */
function endOf(nodes: readonly Node[], at: number): number {
  let end = at + 1;
  while (end < nodes.length && nodes[end]!.depth > nodes[at]!.depth) end++;
  return end;
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
