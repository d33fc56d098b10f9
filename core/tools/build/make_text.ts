/** What build tools print around the compilers they run: echoed commands, progress, directories, failing targets. */

// "cc -Wall -c -o m1.o m1.c", "ccache /usr/bin/x86_64-linux-gnu-g++-12 -c a.cpp", "LANG=C gcc a.c"
const COMPILES =
  /^\s*(?:[A-Z_]+=\S* )*(?:(?:\S*\/)?(?:ccache|distcc|sccache) )?(?:\S*\/)?(?:[\w.]+-)*(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|emcc|em\+\+|nvcc|icx?|icpx?)(?:-[\d.]+)?\s+(?=.*(?:\.(?:c|cc|cpp|cxx|m|mm|s|S|o|a|so|cu|hpp?)\b|\s-o\s))/;
// "ar rcs libm.a m1.o", "ranlib libm.a", "ld -r -o a.o b.o", "/bin/bash ./libtool --mode=compile gcc …"
const ARCHIVES =
  /^\s*(?:\S*\/)?(?:[\w.]+-)*(?:ar\s+-?[a-zA-Z]+\s+\S+\.(?:a|lib)\b|ranlib\s+\S+\.a\b|ld\s+-)|^\s*(?:\/bin\/(?:ba)?sh )?\S*libtool\s+.*--mode=|^libtool: (?:compile|link): /;
// "  CC      main.o", "  CXXLD  prog" (automake, Linux)
const SHORT_RULE =
  /^ {1,4}(?:HOST)?(?:CC|CXX|CCLD|CXXLD|LD|AR|AS|CCAS|OBJC|RANLIB|GEN|LINK|LTO)(?: \[M\])? +\S+$/;
// cmake's makefiles: "[ 25%] Building C object a.o", "[100%] Built target demo"
const PROGRESS =
  /^\[ *\d+%\] (?:Building|Linking|Built target|Generating|Archiving|Automatic|Completed)|^Scanning dependencies of target |^Consolidate compiler generated dependencies of target /;
// ninja: "[3/7] Linking C executable demo"; with other words the step is named where it prints something
const STEP = /^\[\d+\/\d+\] (.*)$/;
const BUILD_STEP = /^(?:Building|Linking|Compiling|Generating|Archiving|Automatic|CC|CXX|LINK|AR) /;
const DIRECTORY = /^\S*make(?:\[\d+\])?: (Entering|Leaving) directory ['‘`"](.+)['’"]$/;
// "make: *** [Makefile:3: main.o] Error 1", "make[1]: *** …", "make: Target 'all' not remade because of errors."
const OWN = /^\S*make(?:\.exe)?(?:\[\d+\])?: /;

/** Whether a line echoes a command that compiles, links or archives, or only counts progress. */
export function isBuildEcho(line: string): boolean {
  return COMPILES.test(line) || ARCHIVES.test(line) || SHORT_RULE.test(line) || PROGRESS.test(line);
}

/** Whether make itself says it. */
export function isMakeLine(line: string): boolean {
  return OWN.test(line);
}

/** Whether make says that a target failed. */
export function isFailedTarget(line: string): boolean {
  return OWN.test(line) && line.includes(": *** ");
}

/** `make[1]: Entering directory '/src/lib'`: the direction and the directory. */
export function directoryChange(line: string): { entering: boolean; path: string } | undefined {
  const [, direction, path = ""] = DIRECTORY.exec(line) ?? [];
  return direction === undefined ? undefined : { entering: direction === "Entering", path };
}

/**
 * Takes out echoed commands with their continuation lines, and progress. Directories are named only where a line that
 * stays comes from another one than the line before it.
 * @param elsewhere lines on another stream may come from any directory: all are named.
 */
export function withoutEchoes(lines: readonly string[], { elsewhere = false } = {}): string[] {
  const kept: string[] = [];
  const entered: string[] = [];
  let named = "";
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const change = directoryChange(line);
    if (change) {
      if (change.entering) entered.push(line);
      else entered.pop();
      if (elsewhere && change.entering) kept.push(line);
      continue;
    }
    const step = STEP.exec(line)?.[1];
    if (step !== undefined && (BUILD_STEP.test(step) || isQuiet(lines[at + 1]))) continue;
    const end = continuedTo(lines, at);
    if (isBuildEcho(lines.slice(at, end + 1).join(" "))) {
      at = end;
      continue;
    }
    const current = entered.at(-1) ?? "";
    if (!elsewhere && line !== "" && current !== named && !isMakeLine(line)) {
      kept.push(current === "" ? named.replace(": Entering ", ": Leaving ") : current);
      named = current;
    }
    kept.push(line);
  }
  return kept;
}

/** A recipe line goes on behind a backslash; make takes the tab of its next lines away, and they are indented still. */
function continuedTo(lines: readonly string[], start: number): number {
  const last = start + MAX_CONTINUED;
  let end = start;
  while (end < last && (lines[end] ?? "").endsWith("\\") && /^(?:\s|-)/.test(lines[end + 1] ?? "")) end++;
  return end;
}

/** A longer command is a list of objects at most; its rest stays. */
const MAX_CONTINUED = 60;

/** Whether the step before this line printed nothing, or is named again as the one that failed. */
function isQuiet(next: string | undefined): boolean {
  return next === undefined || next === "" || STEP.test(next) || /^(?:FAILED: |ninja: )/.test(next);
}
