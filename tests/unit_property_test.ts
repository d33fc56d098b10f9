/** Laws 3 to 6 as properties over all units and all their runs. A new unit is in by having a golden case. */
import assert from "node:assert/strict";
import { compactOrRaw, type Printed } from "../core/run/guard.ts";
import type { Run, Tool } from "../core/tools/tool.ts";
import {
  failureCounts,
  inventedNumbers,
  isNoise,
  namesPlace,
  newLines,
  places,
  successClaims,
} from "./harness/facts.ts";
import { units } from "./harness/inner.ts";
import { type UnitRun, unitRuns } from "./harness/runs.ts";

const runs = unitRuns();

function text({ stdout, stderr }: { stdout: string; stderr: string }): string {
  return stdout + stderr;
}

/** Runs one property over every run and reports all faults at once. */
function forAll(title: string, property: (run: UnitRun) => readonly string[]): void {
  Deno.test(title, () => {
    const faults = runs.flatMap((run) => property(run).map((fault) => `${run.name}: ${fault}`));
    assert.deepEqual(faults, []);
  });
}

/** A filter that throws is a defect even though the guard prints raw. */
function print(tool: Tool, run: Run): { printed: Printed; faults: string[] } {
  const printed = compactOrRaw(tool, run, units);
  return { printed, faults: printed.failed ? ["the filter threw"] : [] };
}

function missingFacts(tool: Tool, run: Run, printed: Printed): string[] {
  if (!printed.compacted || printed.stdout.includes("[rtk: ") || printed.stderr.includes("[rtk: ")) return [];
  const compact = text(printed);
  // A text that was cut inside of a line must not run into the other stream.
  const raw = `${run.stdout}\n${run.stderr}`;
  const lost = [...places(raw, tool.id)].filter((place) => !namesPlace(compact, place));
  const counts = [...failureCounts(raw, tool.id)].filter((n) =>
    !new RegExp(`(?<!\\d)${n}(?!\\d)`).test(compact)
  );
  return [...lost.map((place) => `lost the place ${place}`), ...counts.map((n) => `lost the count ${n}`)];
}

forAll("places and failure counts stay", ({ tool, run }) => {
  const { printed, faults } = print(tool, run);
  return [...faults, ...missingFacts(tool, run, printed)];
});

forAll("without cuts places and failure counts stay as well, and no marker is printed", ({ tool, run }) => {
  const { printed, faults } = print(tool, { ...run, cut: undefined });
  const marked = text(printed).includes("[rtk: ") && !text(run).includes("[rtk: ");
  return [...faults, ...missingFacts(tool, run, printed), ...(marked ? ["a marker without a store"] : [])];
});

forAll("merged streams lose nothing", ({ tool, run }) => {
  const merged: Run = { ...run, stdout: run.stdout + run.stderr, stderr: "", merged: true };
  const { printed, faults } = print(tool, merged);
  return [...faults, ...missingFacts(tool, merged, printed)];
});

forAll("numbers of new lines are numbers of the raw text, or sums", ({ tool, run }) => {
  const { printed } = print(tool, run);
  return printed.compacted ? inventedNumbers(text(printed), text(run)) : [];
});

forAll("CRLF and ANSI codes change nothing", ({ tool, run }) => {
  if (tool.verbatim || tool.output === "exact") return [];
  const expected = print(tool, run).printed;
  if (!expected.compacted) return [];
  const dress = (change: (raw: string) => string): Run => {
    return { ...run, stdout: change(run.stdout), stderr: change(run.stderr) };
  };
  const crlf = print(tool, dress((raw) => raw.replaceAll("\n", "\r\n"))).printed;
  const coloured = print(tool, dress((raw) => raw.replaceAll(/\S+/g, "\x1b[1m$&\x1b[0m"))).printed;
  return [
    ...(text(crlf) === text(expected) ? [] : ["CRLF changes the compact form"]),
    ...(text(coloured) === text(expected) ? [] : ["ANSI codes change the compact form"]),
  ];
});

forAll("a text that stops at any line neither throws nor claims success", ({ tool, run }) => {
  const lines = run.stdout.split("\n");
  const step = Math.max(1, Math.floor(lines.length / 25));
  const faults: string[] = [];
  for (let at = 0; at < lines.length; at += step) {
    const cut: Run = { ...run, exit: run.exit === 0 ? 1 : run.exit, stdout: lines.slice(0, at).join("\n") };
    const { printed, faults: thrown } = print(tool, cut);
    faults.push(...thrown, ...claims(cut, printed), ...missingFacts(tool, cut, printed));
  }
  return [...new Set(faults)];
});

function claims(run: Run, printed: Printed): string[] {
  if (run.exit === 0 || !printed.compacted) return [];
  // A stream that was cut inside its last line must not be glued to the other one.
  const raw = `${run.stdout}\n${run.stderr}`;
  return successClaims(newLines(text(printed), raw)).map((line) => `claims success: ${line}`);
}

forAll("a failing status never gets a line of success", ({ tool, run }) => {
  const faults: string[] = [];
  for (const exit of [1, 2, 101, 130, 137]) {
    const failing = { ...run, exit };
    const { printed, faults: thrown } = print(tool, failing);
    faults.push(...thrown, ...claims(failing, printed));
  }
  return [...new Set(faults)];
});

forAll("a status of success over a failing text keeps the facts", ({ tool, run }) => {
  const good = { ...run, exit: 0 };
  const { printed, faults } = print(tool, good);
  return [...faults, ...missingFacts(tool, good, printed)];
});

forAll("foreign lines between the tool's own stay", ({ tool, run }) => {
  const foreign = "zq-foreign 4711 wrote something else: überraschend";
  const faults: string[] = [];
  const lines = run.stdout.split("\n");
  for (const at of [0, Math.floor(lines.length / 3), Math.floor(lines.length / 2), lines.length - 1]) {
    const stdout = [...lines.slice(0, at), foreign, ...lines.slice(at)].join("\n");
    const mixed = { ...run, stdout };
    const { printed, faults: thrown } = print(tool, mixed);
    const kept = text(printed).includes("zq-foreign 4711") || text(printed).includes("[rtk: ");
    faults.push(
      ...thrown,
      ...(kept ? [] : [`loses a foreign line before line ${at + 1} of ${lines.length}`]),
    );
  }
  return faults;
});

const TRANSLATIONS: readonly [RegExp, string][] = [
  [/\berrors?\b/gi, "Fehler"],
  [/\bfail(?:ed|ures?|ing)?\b/gi, "fehlgeschlagen"],
  [/\bpass(?:ed|ing)?\b/gi, "bestanden"],
  [/\bwarnings?\b/gi, "Warnung"],
  [/\btests?\b/gi, "Prüfungen"],
  [/\bmodified\b/g, "geändert"],
  [/\bOn branch\b/g, "Auf Branch"],
];

forAll("messages in another language stay whole or facts stay", ({ tool, run }) => {
  const translate = (raw: string): string =>
    TRANSLATIONS.reduce((all, [from, to]) => all.replaceAll(from, to), raw);
  const foreign = { ...run, stdout: translate(run.stdout), stderr: translate(run.stderr) };
  const { printed, faults } = print(tool, foreign);
  return [...faults, ...claims(foreign, printed), ...missingFacts(tool, foreign, printed)];
});

forAll("empty output stays empty", ({ tool, run }) => {
  const faults: string[] = [];
  for (const exit of [0, 1]) {
    const { printed, faults: thrown } = print(tool, { ...run, stdout: "", stderr: "", exit });
    faults.push(...thrown, ...(text(printed) === "" ? [] : ["prints something for nothing"]));
  }
  return faults;
});

forAll("a hundred thousand lines take no more than seconds", ({ tool, run }) => {
  const body = run.stdout.length >= run.stderr.length ? run.stdout : run.stderr;
  const lines = body.split("\n").length;
  if (lines < 3 || !FIRST_OF_UNIT.has(run)) return [];
  const long = `${body}\n`.repeat(Math.ceil(100_000 / lines));
  const huge = body === run.stdout ? { ...run, stdout: long } : { ...run, stderr: long };
  const start = performance.now();
  const { faults } = print(tool, huge);
  const seconds = (performance.now() - start) / 1000;
  return seconds < 10 ? faults : [...faults, `took ${seconds.toFixed(1)} s`];
});

/** One run per unit is enough where time is what is looked at: the longest. */
const FIRST_OF_UNIT: ReadonlySet<Run> = new Set(
  [...Map.groupBy(runs, ({ tool }) => tool.id).values()].map((group) =>
    group.reduce((a, b) => text(a.run).length >= text(b.run).length ? a : b).run
  ),
);

forAll("the last line of a report holds its verdict", ({ tool, run }) => {
  if (tool.pipeline?.first !== "report" || run.exit === 0) return [];
  const merged: Run = { ...run, stdout: run.stdout + run.stderr, stderr: "", merged: true };
  const { printed } = print(tool, merged);
  if (!printed.compacted) return [];
  const last = printed.stdout.trimEnd().split("\n").at(-1) ?? "";
  const verdict = /\d|fail|error|problem|\bnot\b|cannot|\*\*\*|abort|unformatted/i;
  const ok = verdict.test(last) && successClaims([last]).length === 0 && !isNoise(last, tool.id);
  return ok ? [] : [`its last line is: ${last}`];
});
