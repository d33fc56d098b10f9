/** The store of raw outputs: whole or not there, limited in age and size, owner-only. */
import assert from "node:assert/strict";
import { FrameReader } from "../core/state/frames.ts";
import { dataFolder } from "../core/state/paths.ts";
import { RecallStore } from "../core/state/recall_store.ts";
import { FrameLog } from "../core/run/frame_log.ts";
import { decodeBytes, encodeText } from "../core/run/text_bytes.ts";
import { Scratch } from "./harness/runner.ts";

const NOTE = { ts: 0, command: "x" };
const DAY = 86_400_000;

function storeOf(scratch: Scratch, megabytes = 200): RecallStore {
  const store = RecallStore.open(scratch.path, { days: 7, megabytes });
  assert.ok(store);
  return store;
}

async function keep(store: RecallStore, bytes: Uint8Array): Promise<string> {
  const log = new FrameLog();
  log.append(1, bytes);
  const writer = store.begin(store.freeId(), NOTE);
  for (const piece of log.pieces()) await writer.write(piece);
  await writer.commit();
  return writer.id;
}

async function recalled(store: RecallStore, id: string): Promise<Uint8Array | undefined> {
  const frames = store.read(id);
  if (!frames) return undefined;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const { stream, bytes } of frames) if (stream === 1) parts.push(bytes.slice());
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Bytes that do not compress, the same each time. */
function noise(length: number, seed = 1): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = Math.imul(state, 1_103_515_245) + 12_345 | 0;
    return state >>> 16;
  });
}

Deno.test("an output comes back byte for byte, large ones too", async () => {
  using scratch = new Scratch();
  const store = storeOf(scratch);
  for (const bytes of [new Uint8Array(0), noise(10), noise(3_000_000)]) {
    assert.deepEqual(await recalled(store, await keep(store, bytes)), bytes);
  }
  assert.equal(store.list().length, 3);
  assert.equal(await recalled(store, "ffffff"), undefined);
  assert.equal(await recalled(store, "../x"), undefined);
});

Deno.test("an output that was not finished is not there", async () => {
  using scratch = new Scratch();
  const store = storeOf(scratch);
  const writer = store.begin(store.freeId(), NOTE);
  await writer.write(noise(100_000));
  assert.equal(store.read(writer.id), undefined);
  assert.deepEqual(store.list(), []);
  await writer.abort();
  assert.deepEqual([...Deno.readDirSync(`${scratch.path}/recall`)], []);
});

Deno.test("a recorded output is there while it grows, and compressed in the end", async () => {
  using scratch = new Scratch();
  const store = storeOf(scratch);
  const recorder = store.record(store.freeId(), NOTE);
  recorder.write(1, noise(1000));
  assert.deepEqual(await recalled(store, recorder.id), noise(1000));
  recorder.write(2, noise(10));
  recorder.write(1, noise(500, 2));
  await recorder.commit();
  const names = Array.from(Deno.readDirSync(`${scratch.path}/recall`), ({ name }) => name);
  assert.deepEqual(names, [`${recorder.id}.gz`]);
  const bytes = await recalled(store, recorder.id);
  assert.deepEqual(bytes, new Uint8Array([...noise(1000), ...noise(500, 2)]));
});

Deno.test("an output over the limit is refused, and nothing of it stays", async () => {
  using scratch = new Scratch();
  const store = storeOf(scratch, 1);
  await assert.rejects(() => keep(store, noise(2_000_000)));
  const recorder = store.record(store.freeId(), NOTE);
  assert.throws(() => recorder.write(1, noise(2_000_000)));
  recorder.abort();
  assert.deepEqual(store.list(), []);
});

Deno.test("what is too old goes, then the oldest until the rest fits", async () => {
  using scratch = new Scratch();
  const store = storeOf(scratch, 1);
  const ids: string[] = [];
  const now = Date.now();
  for (const days of [8, 6, 4, 2]) {
    const id = await keep(store, noise(400_000, days));
    const time = new Date(now - days * DAY);
    for (const { name } of Deno.readDirSync(`${scratch.path}/recall`)) {
      if (name.startsWith(id)) Deno.utimeSync(`${scratch.path}/recall/${name}`, time, time);
    }
    ids.push(id);
  }
  store.prune(now);
  assert.deepEqual(store.list().map(({ id }) => id), [ids[3], ids[2]]);
  store.prune(now + 4 * DAY);
  assert.deepEqual(store.list().map(({ id }) => id), [ids[3]]);
});

Deno.test("a foreign file in the folder is left alone", async () => {
  using scratch = new Scratch();
  const store = storeOf(scratch, 1);
  scratch.file("recall/notes.txt", "mine");
  await keep(store, noise(10));
  store.prune(Date.now() + 100 * DAY);
  assert.equal(scratch.read("recall/notes.txt"), "mine");
});

Deno.test("the data folder is the one that the environment names", () => {
  const folder = (env: Record<string, string>): string | undefined => dataFolder((name) => env[name]);
  assert.equal(folder({ RTK_DATA_DIR: "/d", XDG_DATA_HOME: "/x", HOME: "/h" }), "/d");
  assert.equal(folder({ XDG_DATA_HOME: "/x", HOME: "/h" }), "/x/rtk");
  assert.equal(folder({ XDG_DATA_HOME: "relative", HOME: "/h" }), "/h/.local/share/rtk");
  assert.equal(folder({ RTK_DATA_DIR: "", HOME: "/h" }), "/h/.local/share/rtk");
  assert.equal(folder({}), undefined);
});

Deno.test("captured frames come back in order, from memory and from disk, in whatever pieces they are read", () => {
  const log = new FrameLog();
  const expected: Record<1 | 2, number[]> = { 1: [], 2: [] };
  const order: string[] = [];
  // 12 MB: more than is held in memory.
  for (let at = 0; at < 3000; at++) {
    const fd = at % 3 === 0 ? 2 : 1;
    const bytes = new Uint8Array(at % 7 === 0 ? 20_000 : 1000 + at % 500).fill(at % 251);
    log.append(fd, bytes);
    expected[fd].push(bytes.length);
    order.push(`${fd}:${at % 251}`);
  }
  const total = (fd: 1 | 2): number => expected[fd].reduce((sum, one) => sum + one, 0);
  assert.deepEqual([log.size(1), log.size(2)], [total(1), total(2)]);
  assert.equal(log.bytesOf(1).length, total(1));
  assert.equal(log.bytesOf(2).length, total(2));
  const seen: string[] = [];
  for (const { fd, bytes } of log.parts()) {
    for (let at = 0; at < bytes.length; at++) {
      const one = `${fd}:${bytes[at]}`;
      if (seen.at(-1) !== one) seen.push(one);
    }
  }
  assert.deepEqual(seen, order.filter((one, at) => one !== order[at - 1]));
  const pieces = Array.from(log.pieces(), (piece) => piece.slice());
  const reader = new FrameReader();
  let bytes = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += 4999) {
      for (const frame of reader.read(piece.subarray(at, at + 4999))) bytes += frame.bytes.length;
    }
  }
  assert.equal(bytes, total(1) + total(2));
  log.close();
});

Deno.test("damaged frames are told, not guessed", () => {
  assert.throws(() => [...new FrameReader().read(Uint8Array.of(7, 1, 0, 0, 0, 65))], RangeError);
});

Deno.test("every sequence of bytes survives being text", () => {
  const samples = [
    noise(5000),
    Uint8Array.of(0xef, 0xbb, 0xbf, 65),
    Uint8Array.of(0xed, 0xa0, 0x80, 10, 0xc3),
  ];
  for (let seed = 1; seed < 200; seed++) samples.push(noise(seed % 40, seed));
  for (const bytes of samples) assert.deepEqual(encodeText(decodeBytes(bytes)), bytes.slice());
  assert.equal(decodeBytes(new TextEncoder().encode("é✓😀")), "é✓😀");
  // One foreign line costs no other line its letters.
  const mixed = new Uint8Array([
    ...new TextEncoder().encode("é\n"),
    0xe9,
    10,
    ...new TextEncoder().encode("✓"),
  ]);
  assert.equal(decodeBytes(mixed), "é\n\udce9\n✓");
});
