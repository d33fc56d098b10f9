/**
 * `deno task try`: builds rtk and shows its main job on this checkout: one rewrite explained, then `git status` and
 * `git log` raw beside compact, with the bytes and tokens saved.
 */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { build } from "./build.ts";

const root = new URL("../../", import.meta.url);
const dist = new URL("dist/", root);
const rtk = decodeURIComponent(new URL("rtk", dist).pathname);

await build(dist);
console.log(`\nBuilt ${rtk}\n`);
heading('rtk explain "git status && cargo test 2>&1 | tail -40"');
console.log(text(rtk, ["explain", "git status && cargo test 2>&1 | tail -40"]));
compare(["git", "status"]);
compare(["git", "log"]);

function compare([command = "", ...args]: readonly string[]): void {
  const raw = text(command, args);
  const compact = text(rtk, [command, ...args]);
  heading([command, ...args].join(" "));
  console.log(excerpt(raw));
  heading(["rtk", command, ...args].join(" "));
  console.log(excerpt(compact));
  const before = [bytes(raw), countTokens(raw)] as const;
  const after = [bytes(compact), countTokens(compact)] as const;
  console.log(`bytes ${before[0]} -> ${after[0]}, tokens ${before[1]} -> ${after[1]}\n`);
}

function text(command: string, args: readonly string[]): string {
  const { stdout, stderr } = new Deno.Command(command, { args: [...args], cwd: root }).outputSync();
  const decoder = new TextDecoder();
  return decoder.decode(stdout) + decoder.decode(stderr);
}

/** The screenful that shows what changed; the figures below it are for the whole text. */
function excerpt(output: string): string {
  const lines = output.split("\n");
  return lines.length <= 24
    ? output
    : [...lines.slice(0, 20), `(${lines.length - 20} more lines)`].join("\n");
}

function bytes(output: string): number {
  return new TextEncoder().encode(output).length;
}

function heading(title: string): void {
  console.log(`--- ${title}`);
}
