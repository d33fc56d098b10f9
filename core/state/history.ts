/**
 * The history's reading half: folds the spool into one SQLite database, which commands then ask. Cold code: only commands
 * that read the history import it.
 */
import { DatabaseSync } from "node:sqlite";
import type { RunRecord } from "./history_spool.ts";
import { databasePath, spoolPath } from "./paths.ts";

/** How long a writer may take: runs append for a moment, other readers fold. */
const BUSY_MS = 5000;

/** A renamed spool may still get lines from runs that had opened it before; after this time it gets none. */
const SETTLED_MS = 60_000;

const DAY_MS = 86_400_000;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS runs (
  id INTEGER PRIMARY KEY,
  ts INTEGER NOT NULL,
  command TEXT NOT NULL,
  tool TEXT,
  exit INTEGER NOT NULL,
  raw INTEGER NOT NULL,
  printed INTEGER NOT NULL,
  ms INTEGER NOT NULL,
  fallback INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS runs_ts ON runs (ts);
CREATE TABLE IF NOT EXISTS spools (
  name TEXT PRIMARY KEY,
  offset INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;

export interface HistoryOptions {
  /** Days after which runs are forgotten. */
  readonly days: number;
  readonly now?: number;
}

/**
 * Opens the history with all runs so far in the table `runs` (columns as RunRecord; `fallback` is 0 or 1).
 * @throws when the folder is absent or the database cannot be opened or written.
 */
export function openHistory(folder: string, { days, now = Date.now() }: HistoryOptions): DatabaseSync {
  const path = databasePath(folder);
  // SQLite gives its side files the mode of the database.
  Deno.openSync(path, { write: true, create: true, mode: 0o600 }).close();
  const database = new DatabaseSync(path, { timeout: BUSY_MS });
  try {
    // The timeout must stand first: switching to WAL locks.
    database.exec(
      `PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;`,
    );
    database.exec(SCHEMA);
    fold(database, folder, now);
    database.prepare("DELETE FROM runs WHERE ts < ?").run(now - days * DAY_MS);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function fold(database: DatabaseSync, folder: string, now: number): void {
  setAside(folder);
  for (const name of spools(folder)) {
    // One reader at a time; another one may have removed the file in between.
    database.exec("BEGIN IMMEDIATE");
    try {
      const settled = foldSpool(database, `${folder}/${name}`, { name, now });
      database.exec("COMMIT");
      if (settled) removeSpool(database, folder, name);
    } catch (error) {
      database.exec("ROLLBACK");
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}

/** From now on runs begin a new spool. */
function setAside(folder: string): void {
  try {
    Deno.renameSync(spoolPath(folder), `${folder}/history-${crypto.randomUUID()}.jsonl`);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

function spools(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name)
    .filter((name) => /^history-[0-9a-f-]{36}\.jsonl$/.test(name)).sort();
}

/** Takes over the lines that are new since the last time; answers whether no more will come. */
function foldSpool(
  database: DatabaseSync,
  path: string,
  { name, now }: { readonly name: string; readonly now: number },
): boolean {
  const known = database.prepare("SELECT offset FROM spools WHERE name = ?").get(name);
  const start = Number(known?.offset ?? 0);
  const bytes = Deno.readFileSync(path).subarray(start);
  // A line without its end is still being written.
  const whole = bytes.subarray(0, bytes.lastIndexOf(10) + 1);
  const insert = database.prepare(
    "INSERT INTO runs (ts, command, tool, exit, raw, printed, ms, fallback) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  );
  for (const line of new TextDecoder().decode(whole).split("\n")) {
    const run = runOf(line);
    if (!run) continue;
    const { ts, command, tool, exit, raw, printed, ms, fallback } = run;
    insert.run(ts, command, tool, exit, raw, printed, ms, fallback ? 1 : 0);
  }
  database.prepare("INSERT OR REPLACE INTO spools (name, offset) VALUES (?, ?)").run(
    name,
    start + whole.length,
  );
  const modified = Deno.statSync(path).mtime?.getTime() ?? 0;
  return now - modified > SETTLED_MS;
}

/** What a line holds; undefined for one that is damaged. */
function runOf(line: string): RunRecord | undefined {
  try {
    const run = JSON.parse(line) as RunRecord;
    const numbers = [run.ts, run.exit, run.raw, run.printed, run.ms];
    if (!numbers.every(Number.isSafeInteger) || typeof run.command !== "string") return undefined;
    if (typeof run.tool !== "string" && run.tool !== null) return undefined;
    return run;
  } catch {
    return undefined;
  }
}

function removeSpool(database: DatabaseSync, folder: string, name: string): void {
  try {
    Deno.removeSync(`${folder}/${name}`);
  } catch {
    // Another reader was first.
  }
  database.prepare("DELETE FROM spools WHERE name = ?").run(name);
}
