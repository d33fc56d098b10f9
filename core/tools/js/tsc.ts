import { type Diagnostic, formatDiagnostics } from "../../text/diagnostics.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import type { Run, Tool } from "../tool.ts";

/**
 * `tsc`, `vue-tsc`, `tsgo`: equal messages once with all their places; drops code frames and the table of counts per
 * file. Every place, code, message, chain line and related place stays. Seen with typescript 6.0 and 5.9.
 */
export const tool: Tool = {
  id: "tsc",
  commands: ["tsc", "vue-tsc", "tsgo"],
  summary: "Type checks: tsc, vue-tsc, tsgo",
  effect: "build",
  args: {
    switches: "-h --help -? --all --ignoreConfig -b --build -f --force --clean --stopBuildOnErrors " +
      "--allowArbitraryExtensions --allowImportingTsExtensions --allowUmdGlobalAccess --noResolve " +
      "--noUncheckedSideEffectImports --resolveJsonModule --resolvePackageJsonExports " +
      "--resolvePackageJsonImports --rewriteRelativeImportExtensions --allowJs --checkJs " +
      "--allowSyntheticDefaultImports --erasableSyntaxOnly --esModuleInterop --forceConsistentCasingInFileNames " +
      "--isolatedDeclarations --isolatedModules --preserveSymlinks --verbatimModuleSyntax " +
      "--allowUnreachableCode --allowUnusedLabels --alwaysStrict --exactOptionalPropertyTypes " +
      "--noFallthroughCasesInSwitch --noImplicitAny --noImplicitOverride --noImplicitReturns --noImplicitThis " +
      "--noPropertyAccessFromIndexSignature --noUncheckedIndexedAccess --noUnusedLocals --noUnusedParameters " +
      "--strict --strictBindCallApply --strictBuiltinIteratorReturn --strictFunctionTypes --strictNullChecks " +
      "--strictPropertyInitialization --useUnknownInCatchVariables --assumeChangesOnlyAffectDirectDependencies " +
      "--composite --disableReferencedProjectLoad --disableSolutionSearching -i --incremental -d --declaration " +
      "--declarationMap --downlevelIteration --emitBOM --emitDeclarationOnly --importHelpers --inlineSourceMap " +
      "--inlineSources --noEmit --noEmitHelpers --noEmitOnError --preserveConstEnums --removeComments " +
      "--sourceMap --stripInternal --noCheck --disableSizeLimit --emitDecoratorMetadata " +
      "--experimentalDecorators --libReplacement --noLib --useDefineForClassFields --noErrorTruncation " +
      "--pretty --skipDefaultLibCheck --skipLibCheck",
    withArgument: "-p --project --locale --baseUrl --customConditions -m --module --moduleResolution " +
      "--moduleSuffixes --paths --rootDir --rootDirs --typeRoots --types --maxNodeModuleJsDepth " +
      "--tsBuildInfoFile --declarationDir --mapRoot --newLine --outDir --outFile --sourceRoot --plugins --jsx " +
      "--jsxFactory --jsxFragmentFactory --jsxImportSource --lib --moduleDetection --reactNamespace -t " +
      "--target --ignoreDeprecations --checkers",
    declines: {
      "exact-format": "-v --version --init --listFiles --listFilesOnly --listEmittedFiles --showConfig " +
        "--explainFiles --traceResolution --generateTrace --generateCpuProfile --diagnostics " +
        "--extendedDiagnostics --verbose --dry",
      "follow-mode": "-w --watch --preserveWatchOutput --watchFile --watchDirectory",
    },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run: Run) {
    if (run.exit !== 0 && PLACEHOLDER.test(run.stdout)) return { stdout: joinLines(placeholder(run.stdout)) };
    const stdout = compact(run.stdout);
    const stderr = compact(run.stderr);
    const found = stdout.diagnostics + stderr.diagnostics;
    if (run.exit === 0 ? found > 0 : found === 0) return undefined;
    return { stdout: joinLines(stdout.lines), stderr: joinLines(stderr.lines) };
  },
  examples: {
    rewrites: ["tsc --noEmit", "npx tsc -p tsconfig.build.json --pretty", "vue-tsc --noEmit -p ."],
    declines: ["tsc -w", "tsc --showConfig", "tsc --listFiles"],
  },
};

// What `npx tsc` runs where typescript is not installed; it says what to install.
const PLACEHOLDER = /This is not the tsc command you are looking for/;
// "src/a.ts(1,14): error TS2322: Type …"
const PLAIN = /^(.+)\((\d+),(\d+)\): ((?:error|warning|message|suggestion) TS\d+): (.*)$/;
// "src/a.ts:1:14 - error TS2322: Type …"
const PRETTY = /^(.+):(\d+):(\d+) - ((?:error|warning|message|suggestion) TS\d+): (.*)$/;
// "error TS5058: The specified path does not exist: 'nope'."
const GLOBAL = /^((?:error|warning) TS\d+): (.*)$/;
// "Found 15 errors in 5 files."
const FOUND = /^Found \d+ errors?(?: in .+)?\.$/;
// "3   const o = …", "         ~~~" at the margin or, below a related place, indented by four
const SOURCE = /^(?: {4})?\d+ .*$|^(?: {4})?\d+$|^\s+~+\s*$|^(?: {4})?\s*\.\.\.$/;
// "Errors  Files", "     2  src/gen1.ts:1"
const TABLE = /^Errors {2}Files$|^ +\d+ {2}\S.*:\d+$/;

/** The advice, then what is wrong. */
function placeholder(text: string): string[] {
  const lines = splitLines(text).map((line) => line.trim()).filter((line) => line !== "");
  return [
    ...lines.filter((line) => !PLACEHOLDER.test(line)),
    ...lines.filter((line) => PLACEHOLDER.test(line)),
  ];
}

interface Compacted {
  readonly lines: string[];
  readonly diagnostics: number;
}

interface Open {
  readonly one: Omit<Diagnostic, "details">;
  readonly details: string[];
  readonly pretty: boolean;
}

function compact(text: string): Compacted {
  const found: Open[] = [];
  const rest: string[] = [];
  let verdict: string | undefined;
  for (const line of splitLines(text)) {
    const open = found.at(-1);
    const next = diagnosticOf(line);
    if (next) found.push(next);
    else if (FOUND.test(line)) verdict = line;
    else if (line.trim() === "" || (verdict !== undefined && TABLE.test(line))) continue;
    else if (open && verdict === undefined && /^\s/.test(line)) addDetail(open, line);
    else if (!open?.pretty || !SOURCE.test(line)) rest.push(line);
  }
  const lines = formatDiagnostics(found.map(({ one, details }) => ({ ...one, details })), "quoted");
  // The plain form ends without a count.
  if (verdict === undefined && found.length > 1) verdict = `errors (${found.length})`;
  const last = verdict === undefined ? [] : [verdict];
  return { lines: [...lines, ...rest, ...last], diagnostics: found.length };
}

function diagnosticOf(line: string): Open | undefined {
  const plain = PLAIN.exec(line);
  const [, path = "", row = "", column = "", severity = "", message = ""] = plain ?? PRETTY.exec(line) ?? [];
  if (severity !== "") {
    const one = { path, at: `${row}:${column}`, severity, message, rule: "" };
    return { one, details: [], pretty: plain === null };
  }
  const [, code = "", words = ""] = GLOBAL.exec(line) ?? [];
  if (code === "") return undefined;
  return { one: { path: "", at: "", severity: code, message: words, rule: "" }, details: [], pretty: false };
}

/** Chain lines and, in the pretty form, related places with their messages; the source drawn there is noise. */
function addDetail(open: Open, line: string): void {
  if (open.pretty && SOURCE.test(line)) return;
  open.details.push(line.replace(/^ {2}/, ""));
}
