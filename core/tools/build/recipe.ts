/** Commands that a task runner echoes before it runs them, and what they wrote. */
import { joinLines, splitLines } from "../../text/lines.ts";
import type { Inner, Run } from "../tool.ts";

export interface RecipeRules {
  /** The shell line that an echo shows; undefined for any other line. */
  readonly echoed: (line: string) => string | undefined;
  /** Whether the runner itself says it: which target failed. */
  readonly isOwn: (line: string) => boolean;
  /** The status that the runner tells of the command that failed. */
  readonly statusIn: (line: string) => number | undefined;
  /** Compacts what stands before the first echo. */
  readonly compactHead?: (lines: readonly string[]) => string[];
}

interface Part {
  readonly echo: string;
  readonly command: string;
  readonly lines: string[];
  /** What the runner says after it. */
  readonly own: string[];
}

/**
 * Splits the run at its echoes. Of several commands it cannot be told which wrote what on the stream without echoes:
 * that stream then stays as it is, behind the last one.
 * @returns undefined where there is no echo, or where the run failed and the runner does not say with which status.
 */
export function splitRecipe(run: Run, rules: RecipeRules): readonly Inner[] | undefined {
  const streams = [splitLines(run.stdout), splitLines(run.stderr)] as const;
  const echoStream = streams.findIndex((lines) => lines.some((line) => rules.echoed(line) !== undefined));
  if (echoStream < 0) return undefined;
  const echoing = echoStream === 0 ? streams[0] : streams[1];
  const other = echoStream === 0 ? streams[1] : streams[0];
  const { head, parts } = partsOf(echoing, rules);
  const own = parts.flatMap((part) => part.own);
  const otherOwn = other.filter(rules.isOwn);
  const otherText = other.filter((line) => !rules.isOwn(line));
  const status = [...own, ...otherOwn].map(rules.statusIn).find((one) => one !== undefined);
  if (run.exit !== 0 && status === undefined) return undefined;
  const several = parts.length > 1;
  return [
    ...(head.length > 0 ? [headPart(head, { rules, echoStream })] : []),
    ...parts.map((part, at) => {
      const last = at === parts.length - 1;
      const exit = last && run.exit !== 0 ? status ?? run.exit : 0;
      const otherTail = last ? (several ? other : otherOwn) : [];
      return innerOf(part, {
        echoStream,
        otherText: several ? [] : otherText,
        exit,
        otherTail,
      });
    }),
  ];
}

function partsOf(lines: readonly string[], rules: RecipeRules) {
  const head: string[] = [];
  const parts: Part[] = [];
  for (const line of lines) {
    const command = rules.echoed(line);
    if (command !== undefined) parts.push({ echo: line, command, lines: [], own: [] });
    else if (rules.isOwn(line)) (parts.at(-1)?.own ?? head).push(line);
    else (parts.at(-1)?.lines ?? head).push(line);
  }
  return { head, parts };
}

function headPart(
  head: readonly string[],
  { rules, echoStream }: { rules: RecipeRules; echoStream: number },
): Inner {
  const text = joinLines(rules.compactHead?.(head) ?? head);
  return {
    command: "",
    body: { stdout: "", stderr: "", exit: 0 },
    wrap: () => echoStream === 0 ? { stdout: text } : { stderr: text },
  };
}

interface Surroundings {
  readonly echoStream: number;
  readonly otherText: readonly string[];
  readonly exit: number;
  readonly otherTail: readonly string[];
}

function innerOf({ echo, command, lines, own: tail }: Part, around: Surroundings): Inner {
  const { echoStream, otherText, exit, otherTail } = around;
  const written = joinLines(lines);
  const other = joinLines(otherText);
  const onStdout = echoStream === 0;
  const wrapEcho = (text: string): string => `${echo}\n${closed(text)}${joinLines(tail)}`;
  const wrapOther = (text: string): string => `${closed(text)}${joinLines(otherTail)}`;
  return {
    command,
    body: { stdout: onStdout ? written : other, stderr: onStdout ? other : written, exit },
    wrap: ({ stdout, stderr }) =>
      onStdout
        ? { stdout: wrapEcho(stdout), stderr: wrapOther(stderr) }
        : { stdout: wrapOther(stdout), stderr: wrapEcho(stderr) },
  };
}

function closed(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

const RUNNERS =
  "npx|bunx|pnpx|pnpm exec|pnpm dlx|yarn|poetry run|uv run|bundle exec|pipenv run|hatch run|rye run|pdm run|python3? -m";
/** Commands that no sentence begins with. */
const PLAIN =
  "cargo|pytest|py\\.test|tox|nox|ruff|mypy|flake8|pylint|pyright|basedpyright|jest|vitest|mocha|tsc|eslint|" +
  "prettier|biome|oxlint|rspec|rubocop|phpunit|mvn|gradle|\\./gradlew|\\./mvnw|cmake|ctest|ninja|golangci-lint|gotestsum|" +
  "terraform|tofu|kubectl|helm|shellcheck|hadolint|yamllint|pre-commit|dotnet|playwright|rustfmt|gofmt";
/** Commands that are words as well: only with one of their subcommands. */
const WORDS =
  "go (?:test|build|vet|run|generate|mod|install)|npm (?:test|t|run|ci|install|i)|pnpm (?:test|run|install|i)|" +
  "yarn (?:test|run|install)|bun (?:test|run|install)|deno (?:test|lint|check|fmt)|black (?:-|\\.|\\S*/)|docker (?:build|compose)|" +
  "python3? -m|git (?:status|diff|log|submodule)|rake (?:test|spec)|node --test";

const COMMAND = new RegExp(
  `^(?:[A-Za-z_]\\w*=\\S* )*(?:cd \\S+ && )?(?:(?:${RUNNERS}) )?(?:(?:\\S*/)?(?:${PLAIN})(?=\\s|$)|(?:${WORDS})(?=\\s|$))`,
);

/** Whether a line of a recipe runs a tool that prints reports. */
export function isToolCommand(line: string): boolean {
  return COMMAND.test(line);
}
