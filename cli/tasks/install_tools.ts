/**
 * `deno task tools`: installs the tools of npm and PyPI that tests run for real, each pinned, into `dist/tools-for-tests`.
 * What is there already in the pinned versions stays. A tool that cannot be had fails the task.
 *
 * Node's tools come into the folder that RTK_TOOLS_NODE_MODULES names, or `node/node_modules`; Python's into `python`.
 */
import { nodeModulesOfTools, pythonOfTools } from "../../tests/harness/tools_for_tests.ts";

const NODE_TOOLS: Readonly<Record<string, string>> = {
  vitest: "4.1.12",
  jest: "30.5.2",
  eslint: "10.15.0",
  typescript: "6.0.3",
  prettier: "3.10.1",
};

const PYTHON_TOOLS: Readonly<Record<string, string>> = {
  pytest: "9.2.0",
  "pytest-xdist": "3.8.0",
  ruff: "0.17.6",
  mypy: "2.4.1",
  black: "26.10.1",
  flake8: "7.5.0",
  pylint: "4.1.4",
};

/** Holds what was installed. */
const STAMP = ".installed";

if (import.meta.main) {
  installNodeTools(nodeModulesOfTools());
  installPythonTools(pythonOfTools());
}

function installNodeTools(nodeModules: string): void {
  if (!nodeModules.endsWith("/node_modules")) {
    throw new Error(`Cannot install into ${nodeModules}: RTK_TOOLS_NODE_MODULES must end in /node_modules`);
  }
  const folder = nodeModules.slice(0, -"/node_modules".length);
  const manifest = JSON.stringify(
    { name: "tools-for-tests", private: true, dependencies: NODE_TOOLS },
    null,
    2,
  );
  if (isDone(folder, manifest)) return console.log(`tools: ${folder} is current`);
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(`${folder}/package.json`, `${manifest}\n`);
  run(["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock"], folder);
  markDone(folder, manifest);
}

function installPythonTools(folder: string): void {
  const wanted = Object.entries(PYTHON_TOOLS).map(([name, version]) => `${name}==${version}`);
  if (isDone(folder, wanted.join(" "))) return console.log(`tools: ${folder} is current`);
  Deno.mkdirSync(folder, { recursive: true });
  run(["python3", "-m", "venv", "."], folder);
  run(["bin/pip", "install", "--quiet", "--disable-pip-version-check", ...wanted], folder);
  markDone(folder, wanted.join(" "));
}

function isDone(folder: string, what: string): boolean {
  try {
    return Deno.readTextFileSync(`${folder}/${STAMP}`) === what;
  } catch {
    return false;
  }
}

/** Written last: a broken installation is made again. */
function markDone(folder: string, what: string): void {
  Deno.writeTextFileSync(`${folder}/${STAMP}`, what);
}

function run([name = "", ...args]: readonly string[], cwd: string): void {
  const program = name.startsWith("bin/") ? `${cwd}/${name}` : name;
  const { code } = new Deno.Command(program, {
    args,
    cwd,
    stdin: "null",
    stdout: "inherit",
    stderr: "inherit",
  })
    .outputSync();
  if (code !== 0) throw new Error(`Cannot install tools: ${[name, ...args].join(" ")} ended with ${code}`);
}
