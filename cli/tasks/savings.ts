/**
 * `deno task savings [--readme]`: what units save, in o200k_base tokens, by category: the aim, and the figure over all
 * golden cases and, where they lie beside the checkout, recorded runs. `--readme` writes the table into README.md.
 */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { compactOrRaw } from "../../core/run/guard.ts";
import { tools } from "../../core/tools/registry.ts";
import { units } from "../../tests/harness/inner.ts";
import { type UnitRun, unitRuns } from "../../tests/harness/runs.ts";

interface Category {
  readonly title: string;
  /** What the mission aims at, in per cent. */
  readonly aim: string;
  /** Unit ids, or their beginnings up to a dash. */
  readonly units: readonly string[];
}

const CATEGORIES: readonly Category[] = [
  {
    title: "test runners",
    aim: "90-99",
    units: [
      "pytest",
      "unittest",
      "cargo-test",
      "cargo-nextest",
      "go-test",
      "gotestsum",
      "vitest",
      "jest",
      "mocha",
      "node-test",
      "playwright",
      "ctest",
      "rspec",
      "phpunit",
      "bun-test",
      "deno-test",
    ],
  },
  {
    title: "build tools",
    aim: "70-90",
    units: [
      "cargo-build",
      "cargo-run",
      "cargo-fmt",
      "rustc",
      "go-build",
      "go-vet",
      "make",
      "cmake",
      "gcc",
      "ninja",
      "next-build",
      "npm-run",
      "npm-install",
      "pnpm-install",
      "yarn-install",
      "bun-install",
      "just",
      "mise",
      "task",
    ],
  },
  { title: "version control", aim: "70-80", units: ["git", "gh"] },
  { title: "type checkers", aim: "80-83", units: ["tsc", "mypy", "pyright"] },
  {
    title: "linters",
    aim: "80-85",
    units: [
      "eslint",
      "ruff",
      "golangci-lint",
      "biome",
      "oxlint",
      "cargo-clippy",
      "prettier",
      "black",
      "flake8",
      "pylint",
      "stylelint",
      "markdownlint",
      "shellcheck",
      "rubocop",
      "yamllint",
      "deno-lint",
    ],
  },
  {
    title: "package managers",
    aim: "75-80",
    units: ["pip", "cargo-install", "pnpm", "yarn", "npm", "bun", "uv", "poetry", "bundle", "composer"],
  },
  {
    title: "files and text",
    aim: "60-75",
    units: ["ls", "find", "fd", "grep", "rg", "cat", "head", "tail", "nl", "sed", "tree", "diff", "wc"],
  },
  {
    title: "infrastructure",
    aim: "75-85",
    units: ["docker", "kubectl", "aws", "terraform", "ansible", "curl", "wget"],
  },
];

const START = "<!-- savings: written by deno task savings --readme -->";
const END = "<!-- /savings -->";

const rows = CATEGORIES.map(rowOf).filter((row) => row !== undefined);
const table = [
  "| category | aim % | saved % | green runs % | failing runs % | runs |",
  "|---|---|---|---|---|---|",
  ...rows,
].join("\n");
console.log(table);
const homeless = tools.filter(({ id }) => categoryOf(id) === undefined).map(({ id }) => id);
if (homeless.length > 0) console.log(`\nWithout a category: ${homeless.join(", ")}`);
if (Deno.args[0] === "--readme") writeReadme();

function categoryOf(id: string): Category | undefined {
  const fits = (unit: string): boolean => id === unit || id.startsWith(`${unit}-`);
  const length = (category: Category): number =>
    Math.max(0, ...category.units.filter(fits).map((unit) => unit.length));
  return CATEGORIES.filter((category) => category.units.some(fits)).sort((a, b) => length(b) - length(a))[0];
}

function rowOf(category: Category): string | undefined {
  const runs = unitRuns().filter(({ tool }) => categoryOf(tool.id) === category);
  if (runs.length === 0) return undefined;
  const part = (some: readonly UnitRun[]): string => some.length === 0 ? "" : saved(some).toFixed(0);
  const green = runs.filter(({ run }) => run.exit === 0);
  const red = runs.filter(({ run }) => run.exit !== 0);
  return `| ${[category.title, category.aim, part(runs), part(green), part(red), runs.length].join(" | ")} |`;
}

/** Per cent of all tokens of the runs together. */
function saved(runs: readonly UnitRun[]): number {
  let before = 0;
  let after = 0;
  for (const { tool, run } of runs) {
    const printed = compactOrRaw(tool, run, units);
    before += countTokens(run.stdout) + countTokens(run.stderr);
    after += countTokens(printed.stdout) + countTokens(printed.stderr);
  }
  return before === 0 ? 0 : 100 * (1 - after / before);
}

function writeReadme(): void {
  const path = new URL("../../README.md", import.meta.url);
  const text = Deno.readTextFileSync(path);
  const from = text.indexOf(START);
  const to = text.indexOf(END);
  if (from < 0 || to < 0) throw new Error(`Cannot find the marks ${START} … ${END} in README.md`);
  Deno.writeTextFileSync(path, `${text.slice(0, from)}${START}\n\n${table}\n\n${text.slice(to)}`);
  // As deno fmt pads tables.
  new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", decodeURIComponent(path.pathname)] })
    .outputSync();
}
