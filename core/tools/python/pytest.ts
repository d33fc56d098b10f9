import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Compact, Run, Tool } from "../tool.ts";
import { parseReport } from "./pytest_report.ts";

/**
 * `pytest`: drops the header, dots, percentages, names that passed, source above the failing line and the summary's
 * repetitions. Every failure with its id, frames, exception lines and captured output stays; warnings are folded.
 */
export const tool: Tool = {
  id: "pytest",
  commands: ["pytest", "py.test"],
  summary: "Failing tests first, counts last",
  effect: "build",
  args: {
    switches:
      "-x --exitfirst --strict-config --strict-markers --strict -s --runxfail --lf --last-failed --ff " +
      "--failed-first --nf --new-first --cache-clear --sw --stepwise --sw-skip --stepwise-skip --sw-reset " +
      "--stepwise-reset -v --verbose -vv -vvv --no-header --no-summary --no-fold-skipped --force-short-summary -q " +
      "--quiet --disable-warnings --disable-pytest-warnings -l --showlocals --no-showlocals --xfail-tb --full-trace " +
      "--pyargs --noconftest --keep-duplicates --collect-in-virtualenv --continue-on-collection-errors " +
      "--doctest-modules --doctest-ignore-import-errors --doctest-continue-on-failure --disable-plugin-autoload " +
      "--loadscope-reorder --no-loadscope-reorder -d --cov-reset --no-cov-on-fail --no-cov --cov-append --cov-branch " +
      "--create-db --reuse-db --nomigrations --no-migrations --migrations --only-rerun --headed --random-order " +
      "--snapshot-details --benchmark-skip --benchmark-disable --benchmark-enable --runslow --run-slow",
    withArgument: "-k -m --maxfail --capture --lfnf --last-failed-no-failures --durations --durations-min " +
      "--verbosity -r --report-chars --tb --show-capture --color --code-highlight --junit-xml --junitxml " +
      "--junit-prefix -W --pythonwarnings --max-warnings --ignore --ignore-glob --deselect --confcutdir " +
      "--import-mode --doctest-report --doctest-glob -c --config-file --rootdir --basetemp -p -o --override-ini " +
      "--assert --log-level --log-format --log-date-format --log-cli-level --log-cli-format " +
      "--log-cli-date-format --log-file --log-file-mode --log-file-level --log-file-format " +
      "--log-file-date-format --log-disable -n --numprocesses --maxprocesses --max-worker-restart --dist " +
      "--testrunuid --maxschedchunk --cov-report --cov-config --cov-fail-under --cov-precision --cov-context " +
      "--timeout --timeout-method --timeout_method --reruns --reruns-delay --asyncio-mode --anyio-backends --ds " +
      "--dc --randomly-seed --hypothesis-profile --hypothesis-seed --browser --base-url --splits --group --count",
    optionalArgument: "--cov",
    declines: {
      // Names, settings and formats that were asked for.
      "exact-format":
        "--co --collect-only --fixtures --funcargs --fixtures-per-test --markers --cache-show " +
        "--setup-only --setup-show --setup-plan -V --version -h --help --trace-config --debug --json-report " +
        "--json-report-file --report-log --json --html --tap-stream --tap",
      "interactive": "--pdb --pdbcls --trace",
      "follow-mode": "-f --looponfail",
      // Snapshots and reports are written, or sent away.
      "effect": "--snapshot-update --inline-snapshot --force-regen --pastebin",
    },
    values: {
      "--color": { only: ["auto", "no", "yes"], otherwise: "unknown-option" },
      "-p": {
        only: ["no:cacheprovider", "no:warnings", "no:randomly", "no:xdist", "no:cov"],
        otherwise: "unknown-option",
      },
    },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run) {
    if (run.exit === 4 && !run.merged) return usageError(run);
    if (run.exit !== 0 && run.exit !== 1 && run.exit !== 2 && run.exit !== 5) return undefined;
    if (/^INTERNALERROR>/m.test(run.stdout)) return undefined;
    const { failures, notes, counts } = parseReport(splitLines(relativePaths(run.stdout, run.cwd)));
    // "FAIL Required test coverage of 90% not reached. Total coverage: 30.77%"
    const missed = notes.filter((line) => line.startsWith("FAIL "));
    if (counts === undefined || contradicts(run.exit, counts, notes)) return undefined;
    const rest = notes.filter((line) => !missed.includes(line));
    const verdict = [counts, ...missed].join("; ");
    const lines = [...failures, ...rest, verdict];
    return { stdout: joinLines(lines), stderr: run.stderr };
  },
  examples: {
    rewrites: [
      "pytest",
      "pytest -xvs tests/test_a.py::test_b -k 'not slow'",
      "python -m pytest -q --tb=short",
      "python3.11 -m pytest -n 4 --cov=app --cov-report=term-missing",
      ".venv/bin/pytest -v",
      "poetry run pytest --maxfail=1",
    ],
    declines: [
      "pytest --collect-only -q",
      "pytest --pdb",
      "pytest --version",
      "pytest -f",
      "pytest --fixtures",
    ],
  },
};

/** The status has to say what the counts say; a threshold that was missed (`FAIL Required test coverage`) says so. */
function contradicts(exit: number, counts: string, notes: readonly string[]): boolean {
  const failed = /\d (?:failed|errors?)\b/.test(counts);
  if (exit === 0) return failed;
  if (exit === 5) return failed || /\d passed/.test(counts);
  if (exit === 2) return !failed && !notes.some((line) => /Interrupted|KeyboardInterrupt|Exit/.test(line));
  return !failed && !notes.some((line) => line.startsWith("FAIL "));
}

/** Exit 4: usage, a path that is not there, a conftest that does not load; told on stderr. */
function usageError({ stdout, stderr, cwd }: Run): Compact {
  // A file of settings may hold what is wrong; without one there is no place to tell.
  const told = relativePaths(stderr.replace(/^ {2}inifile: None\n {2}rootdir: .*\n/m, ""), cwd).replaceAll(
    /^(\S+:\d+): in <module>\n {4}(?=\S)/gm,
    "$1: ",
  )
    .replaceAll(/^E {3}/gm, "E ")
    .replace(/^(ImportError while loading conftest) '(.+)'\.\n(?=\2:\d)/m, "$1:\n");
  const { failures, notes, counts } = parseReport(splitLines(relativePaths(stdout, cwd)));
  if (counts === undefined) return { stderr: told.replace(/\n{2,}$/, "\n") };
  const lines = [...failures, ...notes, counts];
  return { stdout: joinLines(lines), stderr: told.replace(/\n{2,}$/, "\n") };
}
