/** `rtk gain`: what compact outputs saved, from the history: by tool, by day, the last runs, the fallbacks. */
import type { DatabaseSync } from "node:sqlite";
import { INSTALLATIONS } from "../../agents/installations.ts";
import { loadConfig } from "../../core/config/digest_load.ts";
import { isFolder } from "../../core/config/files.ts";
import { openHistory } from "../../core/state/history.ts";
import { dataFolder, readEnv } from "../../core/state/paths.ts";
import { fail, say } from "../print.ts";
import { installScope } from "./install_scope.ts";
import { stateOfEdits } from "../../installer/plan.ts";

/** Bytes of a token, about: o200k over the recorded runs. Sums are of bytes; tokens are told as an estimate. */
const BYTES_PER_TOKEN = 3;

interface Totals {
  readonly runs: number;
  readonly raw: number;
  readonly printed: number;
}

/** Runs `rtk gain [--by-day | --history | --fallbacks] [--days N] [--json]`. */
export function gainCommand(words: readonly string[]): number {
  const options = parse(words);
  if (typeof options === "string") return fail(options);
  const folder = dataFolder(readEnv);
  const settings = loadConfig({ env: readEnv, cwd: Deno.cwd(), dataFolder: undefined }).settings;
  if (folder === undefined || !isFolder(folder)) {
    say(`Nothing is counted yet: rtk's data folder is not there. ${nextStep()}`);
    return 0;
  }
  let database: DatabaseSync;
  try {
    database = openHistory(folder, { days: settings.get("tracking.days")?.value as number });
  } catch (error) {
    return fail(`Cannot read the history in ${folder}: ${(error as Error).message}`);
  }
  try {
    report(database, options);
  } finally {
    database.close();
  }
  return 0;
}

interface GainOptions {
  readonly view: "tools" | "by-day" | "history" | "fallbacks";
  readonly days: number;
  readonly json: boolean;
}

function parse(words: readonly string[]): GainOptions | string {
  let view: GainOptions["view"] = "tools";
  let days = 90;
  let json = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--by-day" || word === "--history" || word === "--fallbacks") {
      view = word.slice(2) as GainOptions["view"];
    } else if (word === "--json") json = true;
    else if (word === "--days" && /^\d+$/.test(words[at + 1] ?? "")) days = Number(words[++at]);
    else return `Cannot use "${word}": rtk gain [--by-day | --history | --fallbacks] [--days N] [--json]`;
  }
  return { view, days, json };
}

const VIEWS: Readonly<Record<GainOptions["view"], string>> = {
  tools: `SELECT tool, count(*) AS runs, sum(raw) AS raw, sum(printed) AS printed FROM runs
    WHERE ts >= ? AND tool IS NOT NULL GROUP BY tool ORDER BY sum(raw) - sum(printed) DESC`,
  "by-day": `SELECT date(ts / 1000, 'unixepoch', 'localtime') AS day, count(*) AS runs, sum(raw) AS raw,
    sum(printed) AS printed FROM runs WHERE ts >= ? AND tool IS NOT NULL GROUP BY day ORDER BY day`,
  history:
    `SELECT datetime(ts / 1000, 'unixepoch', 'localtime') AS at, command, exit, raw, printed, ms FROM runs
    WHERE ts >= ? ORDER BY ts DESC LIMIT 50`,
  fallbacks: `SELECT datetime(ts / 1000, 'unixepoch', 'localtime') AS at, tool, command, exit FROM runs
    WHERE ts >= ? AND fallback = 1 ORDER BY ts DESC LIMIT 50`,
};

type Row = Readonly<Record<string, unknown>>;

function report(database: DatabaseSync, { view, days, json }: GainOptions): void {
  const since = Date.now() - days * 86_400_000;
  const rows = database.prepare(VIEWS[view]).all(since) as Row[];
  if (json) return say(JSON.stringify(rows, null, 2));
  if (rows.length === 0) return say(view === "fallbacks" ? "No fallbacks." : `No runs yet. ${nextStep()}`);
  if (view === "tools") say(summary(totalsOf(database, since)));
  for (const row of rows) {
    say(view === "tools" || view === "by-day" ? savedLine(row) : Object.values(row).join("  "));
  }
}

function totalsOf(database: DatabaseSync, since: number): Totals {
  const row = database.prepare(
    "SELECT count(*) AS runs, coalesce(sum(raw), 0) AS raw, coalesce(sum(printed), 0) AS printed FROM runs WHERE ts >= ? AND tool IS NOT NULL",
  ).get(since);
  return row as unknown as Totals;
}

function summary({ runs, raw, printed }: Totals): string {
  const saved = raw - printed;
  return `${counted(runs)}: ${raw} bytes became ${printed}, ${percent(raw, printed)}% saved, about ${
    Math.round(saved / BYTES_PER_TOKEN)
  } tokens`;
}

function savedLine(row: Row): string {
  const [label = "", runs, raw, printed] = Object.values(row);
  const share = percent(Number(raw), Number(printed));
  return `${String(label).padEnd(20)} ${counted(Number(runs)).padStart(10)} ${String(raw).padStart(9)} -> ${
    String(printed).padStart(9)
  } bytes ${String(share).padStart(4)}%`;
}

function counted(runs: number): string {
  return `${runs} ${runs === 1 ? "run" : "runs"}`;
}

/** What was printed beyond the tool's output, a progress line, say, counts against the savings. */
function percent(raw: number, printed: number): number {
  return raw === 0 ? 0 : Math.round(100 * (1 - printed / raw));
}

/** An empty report is most often a missing hook. */
function nextStep(): string {
  const scope = installScope("global");
  const installed = scope && INSTALLATIONS.some((agent) => {
    try {
      return stateOfEdits(agent.edits(scope)) !== "absent";
    } catch {
      return false;
    }
  });
  return installed
    ? "Runs are counted when an agent runs a command."
    : "No agent has the hook: rtk init -g installs it.";
}
