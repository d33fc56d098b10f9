/** Whether the history can be read and written, without folding anything into it. Cold code. */
import { DatabaseSync } from "node:sqlite";
import { databasePath } from "./paths.ts";

/** `locked`: another program holds it; `unwritable`: no right; `broken`: it is no history, or damaged; `unusable`: all else. */
export interface HistoryFault {
  readonly kind: "locked" | "unwritable" | "broken" | "unusable";
  readonly message: string;
}

/** Milliseconds that another program may hold the database: readers fold for a moment. */
const BUSY_MS = 1000;

/** SQLite's own words (sqlite3_errstr): Deno gives errors of `exec` no code. */
const WORDS: readonly (readonly [HistoryFault["kind"], RegExp])[] = [
  ["locked", /is locked/],
  ["unwritable", /readonly database|unable to open database file|access permission denied|not authorized/],
  ["broken", /file is not a database|disk image is malformed|no such (?:table|column)/],
];

/** What is wrong with the database in rtk's data folder; undefined where it is well, or not there yet. */
export function historyFault(folder: string): HistoryFault | undefined {
  const path = databasePath(folder);
  let size: number;
  try {
    ({ size } = Deno.statSync(path));
  } catch {
    return undefined;
  }
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: BUSY_MS });
    database.exec("BEGIN IMMEDIATE; ROLLBACK;");
    if (size === 0) return undefined;
    const check = database.prepare("PRAGMA quick_check(1)").get();
    if (check?.quick_check !== "ok") return { kind: "broken", message: String(check?.quick_check) };
    database.prepare("SELECT ts, command, tool, exit, raw, printed, ms, fallback FROM runs LIMIT 1").get();
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    return { kind: kindOf(message), message };
  } finally {
    database?.close();
  }
}

function kindOf(message: string): HistoryFault["kind"] {
  return WORDS.find(([, words]) => words.test(message))?.[0] ?? "unusable";
}
