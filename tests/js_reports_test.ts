/** Real runs of Node's tools: every failure that a tool's own JSON report knows is in the compact text. */
import assert from "node:assert/strict";
import { testOfNode } from "./harness/node_project.ts";
import {
  ESLINT_PROJECT,
  JEST_PROJECT,
  PRETTIER_PROJECT,
  TSC_PROJECT,
  VITEST_PROJECT,
} from "./harness/js_projects.ts";

interface Assertion {
  readonly status: string;
  readonly title: string;
  readonly ancestorTitles: readonly string[];
  readonly failureMessages: readonly string[];
}

interface TestReport {
  readonly numFailedTests: number;
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly Assertion[];
  }[];
}

// The first line that says what went wrong, without colour: "AssertionError: expected 1 to be 2 …"
function firstLine(message: string): string {
  const plain = message.replaceAll(/\x1b\[[0-9;]*m/g, "");
  return plain.split("\n").find((line) => line.trim() !== "")?.trim() ?? "";
}

// "    at /tmp/p/src/cart.test.js:7:56", "(file:///tmp/p/src/cart.test.js:7:56)"
function places(message: string, folder: string): string[] {
  const own = message.split("\n").filter((line) => line.includes(folder) && !line.includes("node_modules"));
  return own.flatMap((line) => /([^/(\s]+\.[cm]?[jt]s):(\d+)/.exec(line)?.slice(1, 3).join(":") ?? []);
}

function missing(text: string, report: TestReport, folder: string): string[] {
  const flat = text.replaceAll(/\s+/g, " ");
  const wanted = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === "failed");
    const file = status === "failed" ? [name.slice(name.lastIndexOf("/") + 1)] : [];
    return [
      ...file,
      ...failed.flatMap(({ title, ancestorTitles, failureMessages }) => [
        title,
        ...ancestorTitles,
        // jest's reporter leaves the class of an Error out.
        ...failureMessages.map((one) => firstLine(one).replace(/^(?:Error|AssertionError): /, "")),
        ...failureMessages.flatMap((one) => places(one, folder)),
      ]),
    ];
  });
  // A timeout is called "STACK_TRACE_ERROR" in vitest's JSON only.
  const facts = [...new Set(wanted)].filter((one) => one !== "STACK_TRACE_ERROR");
  return facts.filter((one) => !flat.includes(one.replaceAll(/\s+/g, " ")));
}

testOfNode("vitest", "vitest: the compact text holds every failure of the JSON report", {
  files: VITEST_PROJECT,
  use(project) {
    const run = project.compact(["node_modules/.bin/vitest", "run"]);
    const json = JSON.parse(
      project.raw(["node_modules/.bin/vitest", "run", "--reporter=json"]).stdout,
    ) as TestReport;
    assert.ok(json.numFailedTests > 10);
    assert.deepEqual(missing(run.text, json, project.path), []);
    assert.ok(run.text.includes("late boom") && run.text.includes("src/late.test.js:2"));
    assert.ok(run.text.includes(`${json.numFailedTests} failed | ${json.numPassedTests} passed`));
    assert.ok(run.text.length < run.raw.stdout.length + run.raw.stderr.length);
  },
});

testOfNode("jest", "jest: the compact text holds every failure of the JSON report", {
  files: JEST_PROJECT,
  use(project) {
    const [run, coloured] = [[], ["--color"]].map((more) =>
      project.compact(["node_modules/.bin/jest", ...more])
    );
    assert.ok(run && coloured);
    const json = JSON.parse(project.raw(["node_modules/.bin/jest", "--json"]).stdout) as TestReport;
    assert.ok(json.numFailedTests > 10);
    assert.deepEqual(missing(run.text, json, project.path), []);
    assert.ok(run.text.includes(`Tests: ${json.numFailedTests} failed`));
    // jest runs its files in no fixed order.
    const sorted = ({ text }: { text: string }): string[] =>
      text.split("\n").filter((line) => line.startsWith("FAIL ")).toSorted();
    assert.deepEqual(sorted(coloured), sorted(run));
  },
});

interface LintResult {
  readonly filePath: string;
  readonly messages: readonly {
    readonly ruleId: string | null;
    readonly line: number;
    readonly column: number;
    readonly message: string;
    readonly severity: number;
  }[];
}

testOfNode("eslint", "eslint: the compact text holds every message of the JSON report", {
  files: ESLINT_PROJECT,
  use(project) {
    const options = ["--report-unused-disable-directives", "."];
    const { text } = project.compact(["node_modules/.bin/eslint", ...options]);
    const json = JSON.parse(
      project.raw(["node_modules/.bin/eslint", "-f", "json", ...options]).stdout,
    ) as LintResult[];
    const lost = json.flatMap(({ filePath, messages }) => {
      const file = filePath.slice(project.path.length + 1);
      return messages.flatMap(({ ruleId, line, column, message }) => {
        const quoted = [...message.matchAll(/'([^']+)'/g)].flatMap((match) => match[1] ?? []);
        const wanted = [file, `${line}:${column}`, ...(ruleId === null ? [] : [ruleId]), ...quoted];
        return wanted.filter((one) => !text.includes(one)).map((one) => `${file}:${line} ${one}`);
      });
    });
    assert.ok(json.flatMap(({ messages }) => messages).length > 30);
    assert.deepEqual(lost, []);
  },
});

testOfNode("tsc", "tsc: both forms hold every place, code and chain line of the plain report", {
  files: TSC_PROJECT,
  use(project) {
    const plain = project.compact(["node_modules/.bin/tsc", "-p", "."]);
    const pretty = project.compact(["node_modules/.bin/tsc", "-p", ".", "--pretty"]);
    const lines = plain.raw.stdout.trimEnd().split("\n");
    assert.ok(lines.length > 12);
    for (const line of lines) {
      const [, file = "", row = "", column = "", code = ""] =
        /^(\S+)\((\d+),(\d+)\): error (TS\d+)/.exec(line) ?? [];
      const wanted = file === "" ? [line.trim()] : [file, `${row}:${column}`, code];
      for (const form of [plain, pretty]) {
        for (const one of wanted) assert.ok(form.text.includes(one), `lost: ${one}`);
      }
    }
  },
});

testOfNode("prettier", "prettier: the compact text holds every file that --list-different names", {
  files: PRETTIER_PROJECT,
  use(project) {
    const prettier = "node_modules/.bin/prettier";
    const run = project.compact([prettier, "--check", "src"]);
    const listed = project.raw([prettier, "--list-different", "src"]).stdout.trimEnd().split("\n");
    assert.deepEqual(listed.toSorted(), ["src/ugly one.js", "src/ugly.ts"]);
    for (const file of listed) assert.ok(run.text.includes(file), `lost: ${file}`);
    assert.ok(run.text.includes("src/broken.js") && run.text.includes("(1:12)"));
    assert.ok(!run.text.includes("prettier: ok"));
    assert.equal(project.compact([prettier, "--check", "src/fine.js"]).text, "prettier: ok\n");
  },
});

testOfNode("eslint", "npm run: a script's output is that of its command, without the banner", {
  files: {
    ...ESLINT_PROJECT,
    "package.json": `{"name":"p","type":"module","scripts":{"lint":"eslint src"}}`,
  },
  use(project) {
    const direct = project.compact(["node_modules/.bin/eslint", "src"]);
    const script = project.compact(["npm", "run", "lint"]);
    assert.equal(script.raw.exit, direct.raw.exit);
    assert.ok(script.raw.stdout.includes("> eslint src"));
    assert.equal(script.stdout, direct.stdout);
  },
});
