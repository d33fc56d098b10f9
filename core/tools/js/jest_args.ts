/** The options of jest. */
import type { ArgGrammar } from "../../argv/grammar.ts";

/** Those of jest 30 and 29. */
export const jestArgs: ArgGrammar = {
  switches:
    "-h --help --version --all --automock --changedFilesWithAncestor --ci --clearMocks --color --colors " +
    "--no-color --no-cache --debug --detectLeaks --detectOpenHandles --errorOnDeprecated -e --expand " +
    "--findRelatedTests --forceExit --injectGlobals --lastCommit --logHeapUsage --noStackTrace -o --onlyChanged " +
    "-f --onlyFailures --passWithNoTests --randomize --resetMocks --resetModules --restoreMocks -i --runInBand " +
    "--runTestsByPath --showSeed --silent --skipFilter --testLocationInResults -u --updateSnapshot --useStderr " +
    "--verbose --no-verbose --waitForUnhandledRejections --no-watchman --workerThreads --no-coverage --no-ci " +
    "--no-watch --no-watchAll",
  withArgument: "-c --config --cacheDirectory --changedSince --collectCoverageFrom --coverageDirectory " +
    "--coveragePathIgnorePatterns --coverageProvider --coverageReporters --coverageThreshold --env " +
    "--testEnvironment --testEnvironmentOptions --filter --globalSetup --globalTeardown --globals --haste " +
    "--ignoreProjects --maxConcurrency -w --maxWorkers --moduleDirectories --moduleFileExtensions " +
    "--moduleNameMapper --modulePathIgnorePatterns --modulePaths --openHandlesTimeout --preset --prettierPath " +
    "--projects --reporters --resolver --rootDir --roots --runner --seed --selectProjects --setupFiles " +
    "--setupFilesAfterEnv --shard --snapshotSerializers --testFailureExitCode --testMatch -t " +
    "--testNamePattern --testPathIgnorePatterns --testPathPattern --testPathPatterns --testRegex " +
    "--testResultsProcessor --testRunner --testSequencer --testTimeout --transform --transformIgnorePatterns " +
    "--unmockedModulePathPatterns --watchPathIgnorePatterns --workerGracefulExitTimeout",
  optionalArgument: "--watch --watchAll -b --bail --cache --coverage --collectCoverage --watchman",
  declines: {
    "exact-format": "--json --outputFile --listTests --showConfig --collectTests --clearCache --init",
    "interactive": "--notify --notifyMode",
  },
  values: {
    "--reporters": { only: ["default"], otherwise: "exact-format" },
    "--watch": { only: ["false"], otherwise: "follow-mode", needed: true },
    "--watchAll": { only: ["false"], otherwise: "follow-mode", needed: true },
  },
  operands: "any",
};
