/** `rtk recall [ID]`: prints the whole output of a run that was cut, byte for byte, or lists those that are kept. */
import { DEFAULT_RUN_CONFIG } from "../../core/config/run_config.ts";
import { Output, ReaderGone } from "../../core/run/output.ts";
import { dataFolder, readEnv, recallFolder } from "../../core/state/paths.ts";
import { type RecallEntry, type RecallNote, RecallStore } from "../../core/state/recall_store.ts";
import type { CliContext } from "../context.ts";
import { runContext } from "../run_context.ts";

const encoder = new TextEncoder();

/** Runs the command. */
export async function recallCommand(argv: readonly string[], context: CliContext): Promise<number> {
  const [id, ...rest] = argv;
  if (rest.length > 0 || id?.startsWith("-")) {
    return complain("Cannot recall: give one id, or none to list them", 2);
  }
  const folder = dataFolder(readEnv);
  const { recall } = await runContext(context).config();
  // What was kept before recall was switched off can still be read.
  const store = RecallStore.open(folder, recall.megabytes > 0 ? recall : DEFAULT_RUN_CONFIG.recall);
  if (!store) {
    const path = folder === undefined ? "no home folder" : recallFolder(folder);
    return complain(`Cannot recall: nothing is kept here (${path}); rtk init makes the folder`, 1);
  }
  store.prune();
  try {
    return id === undefined ? await list(store) : await print(store, id);
  } catch (error) {
    if (error instanceof ReaderGone) return 0;
    return complain(
      `Cannot recall ${id ?? "the list"}: ${error instanceof Error ? error.message : error}`,
      1,
    );
  }
}

async function print(store: RecallStore, id: string): Promise<number> {
  const frames = store.read(id.toLowerCase());
  if (!frames) return complain(`Cannot recall ${id}: no output of that id is kept; rtk recall lists them`, 1);
  const output = new Output();
  for await (const { stream, bytes } of frames) {
    if (stream !== 0) await output.write(stream, bytes);
  }
  return 0;
}

async function list(store: RecallStore): Promise<number> {
  const output = new Output();
  for (const entry of store.list()) await output.write(1, encoder.encode(`${await row(store, entry)}\n`));
  return 0;
}

/** `7f3a2c  2026-11-30 12:00:04    4.1 kB  cargo test` */
async function row(store: RecallStore, { id, bytes, modified }: RecallEntry): Promise<string> {
  const note = await noteOf(store, id);
  const time = new Date(note?.ts ?? modified).toISOString().slice(0, 19).replace("T", " ");
  const size = `${(bytes / 1000).toFixed(1)} kB`.padStart(11);
  return `${id}  ${time}Z ${size}  ${note?.command ?? "?"}`;
}

async function noteOf(store: RecallStore, id: string): Promise<RecallNote | undefined> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const { stream, bytes } of store.read(id) ?? []) {
      if (stream !== 0) break;
      pieces.push(bytes.slice());
    }
    return JSON.parse(await new Blob(pieces as BlobPart[]).text()) as RecallNote;
  } catch {
    return undefined;
  }
}

function complain(message: string, exit: number): number {
  Deno.stderr.writeSync(encoder.encode(`rtk: ${message}\n`));
  return exit;
}
