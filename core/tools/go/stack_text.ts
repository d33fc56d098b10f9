/** Goroutine dumps and race reports: frames of user code stay, those of go itself and of testing are noise. */
import { foldRuns } from "../../text/fold.ts";

// "\t/usr/local/go/src/testing/testing.go:1974 +0x232", "      /src/calc/calc.go:3" (race report),
// "\t/src/calc/calc.go:4 +0x17 fp=0x826876603b0 sp=0x82687660398 pc=0x52e357" (a crash of the runtime, GOTRACEBACK=system)
const PLACE = /^\s+(\S.*?\.(?:go|s|c):\d+)(?: \+0x[0-9a-f]+)?(?: fp=\S+ sp=\S+ pc=\S+)?$/;
// "example.org/pan/calc.Div(...)", "created by testing.(*T).Run in goroutine 1", "  main.main()"
const CALL = /^\s*(?:created by \S+(?: in goroutine \d+)?|\S+\(.*\))$/;
const RUNTIME_STACK = "runtime stack:";
const GOROUTINE = /^goroutine \d+ (?:gp=\S+ m=\S+ (?:mp=\S+ )?)?\[.*\]:$/;
// The directory of go's own sources shows in every dump: the test runner is in it.
const GO_ROOT = /^\s+(.*\/src\/)(?:testing|runtime)\/\w+\.go:\d+/;

/** Whether a dump or report begins at this line. */
export function startsStack(line: string): boolean {
  return GOROUTINE.test(line) || line === RUNTIME_STACK || line === "WARNING: DATA RACE";
}

/** Takes out frames of go's own sources, and goroutines that have no others; those of a recursion are folded. */
export function compactStacks(lines: readonly string[]): string[] {
  const root = lines.map((line) => GO_ROOT.exec(line)?.[1]).find((found) => found !== undefined);
  const out: string[] = [];
  let header = "";
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const place = PLACE.exec(lines[at + 1] ?? "")?.[1];
    if (isHeader(line)) {
      header = line;
    } else if (place !== undefined && CALL.test(line)) {
      at++;
      if (isOwn(place, root)) continue;
      if (header !== "") out.push(header);
      header = "";
      out.push(`  ${place} ${callName(line)}`);
    } else if (line !== "" && line !== RULE) out.push(line);
  }
  const goroutines = out.filter((line) => GOROUTINE.test(line));
  // The one that panicked is the one that ran.
  return foldRuns(goroutines.length === 1 ? out.filter((line) => !RUNNING.test(line)) : out);
}

const RUNNING = /^goroutine \d+ (?:gp=\S+ m=\S+ (?:mp=\S+ )?)?\[running\]:$/;

const RULE = "==================";

/** `goroutine 7 [running]:`; in a race report `Goroutine 7 (running) created at:`, of which only user frames matter. */
function isHeader(line: string): boolean {
  return GOROUTINE.test(line) || line === RUNTIME_STACK || /^Goroutine \d+ \(.*\) created at:$/.test(line);
}

function isOwn(place: string, root: string | undefined): boolean {
  return place.startsWith("_testmain.go:") || (root !== undefined && place.startsWith(root));
}

/** `example.org/calc.Div(0x1, {0x2, 0x3})` -> `example.org/calc.Div`: arguments are addresses. */
function callName(line: string): string {
  return line.trim().replace(/\([^()]*(?:\([^()]*\)[^()]*)*\)$/, "").replace(/ in goroutine \d+$/, "");
}
