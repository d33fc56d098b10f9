/** Python tracebacks: each frame on one line, `path:12 in parse: code`. Seen with CPython 3.11. */

const HEADER = /^\s*Traceback \(most recent call last\):$/;
// `  File "/home/u/p/shop.py", line 6, in parse`
const FRAME = /^(\s*)File "(.+?)", line (\d+)(?:, in (.+))?$/;
/** `    ^^^^^^^^` or `    ~~~~~^^^` below a line of code. */
export const CARETS = /^\s+[\^~]+[\s^~]*$/;
// Frames of test runners and of the import machinery, whose code the reader cannot change.
const TOOL_FRAME =
  /[\\/](?:_pytest|pluggy)[\\/]|[\\/]unittest[\\/]\w+\.py$|[\\/]importlib[\\/]__init__\.py$|^<frozen |[\\/]python3[\d.]*[\\/]ast\.py$/;

/** Whether a frame's file belongs to the test runner or the interpreter. */
export function isToolFrame(path: string): boolean {
  return TOOL_FRAME.test(path);
}

/** `shop.py:6 in parse: code`, without what is not there. */
export function frameLine(place: string, scope: string | undefined, code: string): string {
  return `${place}${scope === undefined ? "" : ` in ${scope}`}${code === "" ? "" : `: ${code}`}`;
}

/** Compacts the tracebacks among some lines; all other lines stay as they are. */
export function compactTracebacks(lines: readonly string[]): string[] {
  const compact: string[] = [];
  for (let index = 0; index < lines.length;) {
    const line = lines[index++] ?? "";
    const frame = FRAME.exec(line);
    if (!frame) {
      if (!HEADER.test(line)) compact.push(line);
      continue;
    }
    const [, indent = "", path = "", number = "", scope] = frame;
    const code: string[] = [];
    while (index < lines.length && lines[index]!.startsWith(`${indent}  `)) {
      const below = lines[index++]!;
      if (!CARETS.test(below)) code.push(below.slice(indent.length + 2));
    }
    if (isToolFrame(path)) continue;
    compact.push(frameLine(`${path}:${number}`, scope, code[0] ?? ""), ...code.slice(1));
  }
  return compact;
}
