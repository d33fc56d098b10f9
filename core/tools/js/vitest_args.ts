/** The options of vitest. */
import type { ArgGrammar } from "../../argv/grammar.ts";

const COVERAGE = "--coverage --coverage.enabled --coverage.all --coverage.clean --coverage.cleanOnRerun " +
  "--coverage.reportOnFailure --coverage.allowExternal --coverage.skipFull --coverage.thresholds.100 " +
  "--coverage.thresholds.perFile --coverage.excludeAfterRemap --no-coverage";

/** Options of `vitest run`, after `vitest run --help --expand-help` of 4.1 and what 1.x to 3.x had besides. */
export const vitestArgs: ArgGrammar = {
  switches: `${COVERAGE} -h --help -v --version --run --no-watch --globals --dom --no-isolate ` +
    "--no-file-parallelism --no-fileParallelism --no-threads --no-cache --no-color --passWithNoTests " +
    "--pass-with-no-tests --logHeapUsage --log-heap-usage --detectAsyncLeaks --allowOnly --allow-only " +
    "--no-allowOnly --dangerouslyIgnoreUnhandledErrors --hideSkippedTests --expandSnapshotDiff " +
    "--disableConsoleIntercept --disable-console-intercept --typecheck --typecheck.enabled " +
    "--typecheck.only --typecheck.allowJs --typecheck.ignoreSourceErrors --printConsoleTrace " +
    "--includeTaskLocation --strictTags --single-thread --singleThread --no-clearScreen " +
    "--sequence.shuffle --sequence.shuffle.files --sequence.shuffle.tests --sequence.concurrent " +
    "--expect.requireAssertions --browser.headless --no-browser.headless --segfaultRetry",
  withArgument: "-r --root -c --config -t --testNamePattern --test-name-pattern --dir --coverage.provider " +
    "--coverage.include --coverage.exclude --coverage.reportsDirectory --coverage.reporter " +
    "--coverage.thresholds.lines --coverage.thresholds.functions --coverage.thresholds.branches " +
    "--coverage.thresholds.statements --mode --pool --execArgv --environment --maxWorkers --max-workers " +
    "--minWorkers --min-workers --shard --testTimeout --test-timeout --hookTimeout --hook-timeout --bail " +
    "--retry --retry.count --retry.delay --exclude --typecheck.tsconfig --typecheck.checker --project " +
    "--workspace --slowTestThreshold --teardownTimeout --maxConcurrency --max-concurrency --attachmentsDir " +
    "--configLoader --tagsFilter --sequence.seed --sequence.hooks --sequence.setupFiles --poolOptions " +
    "--reporter --browser.name --expect.poll.timeout --expect.poll.interval",
  optionalArgument:
    "--watch -u --update --silent --changed --browser --browser.enabled --isolate --threads " +
    "--fileParallelism --file-parallelism --cache --color --poolOptions.threads.singleThread " +
    "--poolOptions.forks.singleFork --poolOptions.threads.isolate --poolOptions.forks.isolate",
  declines: {
    "exact-format": "--outputFile --output-file --listTags --mergeReports --clearCache",
    "follow-mode": "-w --standalone",
    "interactive": "--ui --open --api --inspect --inspect-brk --inspectBrk",
  },
  values: {
    "--reporter": {
      only: ["default", "verbose", "dot", "basic", "tree", "minimal", "agent"],
      otherwise: "exact-format",
    },
    "--watch": { only: ["false"], otherwise: "follow-mode", needed: true },
  },
  operands: "any",
};
