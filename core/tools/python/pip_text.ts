/** What pip says besides its answer. Seen with pip 23.2 and 25.0. */
import { isToolFrame } from "../../text/python_traceback.ts";
import type { Cut } from "../tool.ts";

// "[notice] A new release of pip is available: 23.2.1 -> 26.3", "WARNING: You are using pip version 21.2.4; however, …"
const NOTICE =
  /^\[notice\] |^WARNING: Running pip as (?:the )?'?root'? user |^WARNING: You are using pip version |^You should consider upgrading via /;

/** Drops the advice on pip itself, and empty lines. */
export function withoutNotices(lines: readonly string[]): string[] {
  return lines.filter((line) => line.trim() !== "" && !NOTICE.test(line));
}

// "  × Getting requirements to build wheel did not run successfully.", "  ╰─> [22 lines of output]"
const OUTPUT_START = /^\s*╰─> \[\d+ lines of output\]$/;
const OUTPUT_END = /^\s*\[end of output\]$/;
const ADVICE =
  /^\s*(?:note|hint): (?:This error originates from a subprocess|This is an issue with the package)/;
// pip says once more, without indentation, what it has shown above.
const REPEATED =
  /^(?:error: (?:subprocess-exited-with-error|metadata-generation-failed)|╰─> See above for output\.)$/;

/** Output of a failed build step above this length is shortened to its errors and its end. */
const LONG_OUTPUT = 60;
const KEPT_END = 25;
const ERROR_LINE = /\b(?:error|fatal|exception|not found|no such file|failed|undefined)\b/i;

/** Compacts the report of a build step that failed: frames of the build tools and repetitions go. */
export function compactBuildFailure(lines: readonly string[], cut: Cut | undefined): string[] {
  const kept: string[] = [];
  const shown = new Set<string>();
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (OUTPUT_START.test(line)) {
      let end = at + 1;
      while (end < lines.length && !OUTPUT_END.test(lines[end]!)) end++;
      const output = lines.slice(at + 1, end);
      kept.push(line.trim(), ...shorten(withoutBuildFrames(output), cut));
      at += output.length;
    } else if (OUTPUT_END.test(line) || ADVICE.test(line) || REPEATED.test(line)) continue;
    else if (/^\s*[×│]/.test(line)) {
      if (!shown.has(line.trim())) kept.push(line.trim());
      shown.add(line.trim());
    } else kept.push(/^ {2}error: /.test(line) ? line.trim() : line);
  }
  return kept;
}

const FRAME = /^(\s*)File "(.+?)", line \d+/;
const BUILD_FRAME = /[\\/]pip[\\/]_vendor[\\/]|[\\/]pip-build-env-|[\\/]site-packages[\\/]setuptools[\\/]/;

function withoutBuildFrames(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [, indent, path = ""] = FRAME.exec(lines[at] ?? "") ?? [];
    if (indent === undefined || !(BUILD_FRAME.test(path) || isToolFrame(path))) {
      kept.push(lines[at] ?? "");
      continue;
    }
    while (lines[at + 1]?.startsWith(`${indent}  `)) at++;
  }
  return kept;
}

function shorten(lines: readonly string[], cut: Cut | undefined): string[] {
  if (!cut || lines.length <= LONG_OUTPUT) return [...lines];
  const head = lines.slice(0, -KEPT_END);
  const errors = head.filter((line) => ERROR_LINE.test(line));
  if (errors.length > head.length / 2) return [...lines];
  return [...errors, cut(head.length - errors.length), ...lines.slice(-KEPT_END)];
}
