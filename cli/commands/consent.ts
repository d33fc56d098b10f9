/** What `rtk init` asks: for which agents, and whether files of other programs may be changed. */
import type { Installation } from "../../agents/installations.ts";
import type { InstallScope } from "../../core/install/scope.ts";
import { diffText } from "../../installer/diff.ts";
import { type FileChange, rivalEntries } from "../../installer/plan.ts";
import { say } from "../print.ts";
import type { InitOptions } from "./init_options.ts";

/** Whether there is somebody to ask. */
export function canAsk(): boolean {
  return Deno.stdin.isTerminal() && Deno.stderr.isTerminal();
}

/**
 * Shows the agents as a list with marks, all of them set.
 * @returns those that stay marked; undefined where the list was left.
 */
export async function chooseAgents(agents: readonly Installation[]): Promise<Installation[] | undefined> {
  const $ = await prompts();
  const options = agents.map(({ title }) => ({ text: title, selected: true }));
  const message = "Install for these agents? Space marks, Enter goes on";
  const chosen = await $.maybeMultiSelect({ message, options, noClear: true });
  return chosen && agents.filter((_, index) => chosen.some((item) => Number(item) === index));
}

/** `refused`: there is nobody to ask, and it takes somebody. */
export type Consent = "given" | "declined" | "refused";

/** Settings of other programs are patched after consent, with --auto-patch, or when --agent named the agent. */
export async function consentTo(
  changes: readonly FileChange[],
  agent: Installation,
  { options, scope }: { readonly options: InitOptions; readonly scope: InstallScope },
): Promise<Consent> {
  if (options.patch === "none") return "declined";
  if (changes.length === 0 || options.patch === "auto") return "given";
  const rivals = rivalEntries(agent.edits(scope));
  const named = options.agents.includes(agent.id);
  if (rivals.length === 0 && (named || !canAsk())) return "given";
  for (const line of rivalLines(agent, rivals)) say(line);
  if (!canAsk()) {
    say("  Not without consent: run again with --auto-patch.");
    return "refused";
  }
  const $ = await prompts();
  say(diffText(changes));
  const message = `Change these files of ${agent.title}?`;
  return await $.maybeConfirm({ message, default: rivals.length === 0, noClear: true })
    ? "given"
    : "declined";
}

/** What of another rtk's an installation would replace; nothing where there is none. */
export function rivalLines(agent: Installation, rivals: readonly string[]): string[] {
  if (rivals.length === 0) return [];
  const head = `${agent.title}: another rtk is installed; its parts would be replaced, and kept as a backup:`;
  return [head, ...rivals.map((rival) => `  ${rival}`)];
}

async function prompts() {
  const [{ default: $ }, { default: process }] = await Promise.all([import("dax"), import("node:process")]);
  // Terminals of scripts often tell a width of nothing, and a letter would stand on each line.
  for (const stream of [process.stdout, process.stderr]) {
    if (stream.columns === 0) {
      Object.defineProperties(stream, { columns: { value: 80 }, rows: { value: 24 } });
    }
  }
  if (!isKeyByKey) readKeyByKey(process.stdin);
  isKeyByKey = true;
  return $;
}

let isKeyByKey = false;

interface KeySource {
  read(size?: number): Uint8Array | null;
  unshift(bytes: Uint8Array): void;
}

/** dax 0.49 takes what one read brings for one key; scripts write several at once, and so does who types ahead. */
function readKeyByKey(source: KeySource): void {
  const read = source.read.bind(source);
  source.read = (size) => {
    const bytes = read(size);
    if (bytes === null || bytes.length === 0) return bytes;
    const length = firstKeyLength(bytes);
    if (length < bytes.length) source.unshift(bytes.subarray(length));
    const key = bytes.subarray(0, length);
    // Where input ends, at ^D, the prompt ends as at ^C.
    return key[0] === END_OF_INPUT ? key.fill(INTERRUPT) : key;
  };
}

const INTERRUPT = 3;
const END_OF_INPUT = 4;
const ESCAPE = 27;

/** Bytes of the first key: an arrow is an escape sequence (`ESC [ A`), other letters are UTF-8; a line feed counts as Enter. */
export function firstKeyLength(bytes: Uint8Array): number {
  const [first = 0, second] = bytes;
  if (first === ESCAPE && (second === 0x5b || second === 0x4f)) {
    const end = bytes.findIndex((byte, index) => index > 1 && byte >= 0x40 && byte <= 0x7e);
    return end < 0 ? bytes.length : end + 1;
  }
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return Math.min(length, bytes.length);
}
