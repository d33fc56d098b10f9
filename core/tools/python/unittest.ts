import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import { compactTracebacks } from "../../text/python_traceback.ts";
import type { Tool } from "../tool.ts";

/**
 * `python -m unittest`: drops dots, names that passed, separators, frames of unittest and the `?` marks of diffs. Every
 * failure with its id, frames and message, what was skipped and the counts stay. Seen with CPython 3.11.
 */
export const tool: Tool = {
  id: "unittest",
  commands: ["unittest"],
  summary: "Failing tests first, counts last",
  effect: "build",
  args: {
    switches: "-v --verbose -q --quiet --locals -f --failfast -c --catch -b --buffer",
    withArgument: "-k -s --start-directory -p --pattern -t --top-level-directory --durations",
    declines: { "exact-format": "-h --help" },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter({ stdout, stderr, merged, exit, cwd }) {
    const compact = compactReport(splitLines(relativePaths(merged ? stdout : stderr, cwd)));
    if (!compact || compact.succeeded !== (exit === 0)) return undefined;
    const text = joinLines(compact.lines);
    return merged ? { stdout: text } : { stdout, stderr: text };
  },
  examples: {
    rewrites: [
      "python -m unittest",
      "python3 -m unittest discover -s tests -v",
      "python3 -m unittest -k cart a.b",
    ],
    declines: ["python -m unittest --help"],
  },
};

interface Report {
  readonly lines: readonly string[];
  readonly succeeded: boolean;
}

const DOUBLE_RULE = /^={70}$/;
const RULE = /^-{70}$/;
// "Ran 9 tests in 0.007s"
const RAN = /^(Ran \d+ tests?) in [\d.]+s$/;
// "OK (skipped=1)", "FAILED (failures=4, errors=2)", "NO TESTS RAN"
const RESULT = /^(?:OK|FAILED|NO TESTS RAN)(?: \(.+\))?$/;

/** Failures first, then what else was told, then the counts; undefined without counts. */
function compactReport(lines: readonly string[]): Report | undefined {
  const ran = lines.findLastIndex((line) => RAN.test(line));
  const result = lines.findIndex((line, index) => index > ran && RESULT.test(line));
  if (ran < 0 || result < 0) return undefined;
  const end = RULE.test(lines[ran - 1] ?? "") ? ran - 1 : ran;
  const first = lines.findIndex((line) => DOUBLE_RULE.test(line));
  const start = first < 0 || first > end ? end : first;
  const rest = [...lines.slice(ran + 1, result), ...lines.slice(result + 1)].filter((line) => line !== "");
  const counts = RAN.exec(lines[ran] ?? "")?.[1] ?? "";
  return {
    lines: [
      ...failureLines(lines.slice(start, end)),
      ...progressLines(lines.slice(0, start)),
      ...rest,
      `${counts}, ${lines[result]}`,
    ],
    succeeded: lines[result]?.startsWith("OK") === true,
  };
}

// "FAIL: test_list (test_calc.TestCalc.test_list)"; up to 3.10 the parenthesis lacks the method
const TITLE = /^(FAIL|ERROR): (\w+) \((\S+\.\2)\)(.*)$/;

function failureLines(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    // "First differing element 2:", then both values, which the message and the diff show.
    if (/^First differing element /.test(line)) at += 2;
    else if (line !== "" && !DOUBLE_RULE.test(line) && !RULE.test(line) && !/^\?[\s^+-]*$/.test(line)) {
      kept.push(line.replace(TITLE, "$1: $3$4"));
    }
  }
  return compactTracebacks(kept);
}

const DOTS = /^[.FEsxu]+$/;
// "test_add (test_calc.TestCalc.test_add) ... ok"; with a docstring the name stands on a line of its own above it
const TOLD_ELSEWHERE = /(?:^| )\.\.\. (?:ok|FAIL|ERROR)?$|^(?:ok|FAIL|ERROR)$/;
const NAME = /^\w+ \([\w.]+\)$/;

/** Output between the tests, and rows of `-v` that say more than that a test passed or failed. */
function progressLines(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (line === "" || DOTS.test(line) || TOLD_ELSEWHERE.test(line)) continue;
    if (NAME.test(line) && TOLD_ELSEWHERE.test(lines[index + 1] ?? "")) continue;
    kept.push(line);
  }
  return kept;
}
