/** Goroutine dumps and race reports: frames of user code stay, those of go itself and of testing are noise. */

// "\t/usr/local/go/src/testing/testing.go:1974 +0x232", "      /src/calc/calc.go:3" (race report)
const PLACE = /^\s+(\S.*\.(?:go|s|c):\d+)(?: \+0x[0-9a-f]+)?$/;
// "example.org/pan/calc.Div(...)", "created by testing.(*T).Run in goroutine 1", "  main.main()"
const CALL = /^\s*(?:created by \S+(?: in goroutine \d+)?|\S+\(.*\))$/;
const GOROUTINE = /^goroutine \d+ (?:gp=\S+ m=\S+ (?:mp=\S+ )?)?\[.*\]:$/;
// The directory of go's own sources shows in every dump: the test runner is in it.
const GO_ROOT = /^\s+(.*\/src\/)(?:testing|runtime)\/\w+\.go:\d+/;

/** Whether a dump or report begins at this line. */
export function startsStack(line: string): boolean {
  return GOROUTINE.test(line) || line === "WARNING: DATA RACE";
}

/** Takes out frames of go's own sources, and goroutines that have no others. */
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
  return goroutines.length === 1 ? out.filter((line) => !RUNNING.test(line)) : out;
}

const RUNNING = /^goroutine \d+ (?:gp=\S+ m=\S+ (?:mp=\S+ )?)?\[running\]:$/;

const RULE = "==================";

/** `goroutine 7 [running]:`; in a race report `Goroutine 7 (running) created at:`, of which only user frames matter. */
function isHeader(line: string): boolean {
  return GOROUTINE.test(line) || /^Goroutine \d+ \(.*\) created at:$/.test(line);
}

function isOwn(place: string, root: string | undefined): boolean {
  return place.startsWith("_testmain.go:") || (root !== undefined && place.startsWith(root));
}

/** `example.org/calc.Div(0x1, {0x2, 0x3})` -> `example.org/calc.Div`: arguments are addresses. */
function callName(line: string): string {
  return line.trim().replace(/\([^()]*(?:\([^()]*\)[^()]*)*\)$/, "").replace(/ in goroutine \d+$/, "");
}
