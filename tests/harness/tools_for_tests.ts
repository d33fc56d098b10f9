/** Tools of npm and PyPI that tests run for real: where `deno task tools` puts them, and how a test asks for one. */
import { isInstalled } from "./tool_run.ts";

const root = new URL("../../dist/tools-for-tests/", import.meta.url).pathname;

/** The `node_modules` folder with Node's tools. */
export function nodeModulesOfTools(): string {
  return Deno.env.get("RTK_TOOLS_NODE_MODULES") ?? `${root}node/node_modules`;
}

/** The virtual environment with Python's tools. */
export function pythonOfTools(): string {
  return `${root}python`;
}

/** The path of one of Node's tools; undefined where it is not installed. */
export function nodeTool(name: string): string | undefined {
  return existing(`${nodeModulesOfTools()}/.bin/${name}`);
}

/** The path of one of Python's tools, or its name where the machine has one; undefined where there is none. */
export function pythonTool(name: string): string | undefined {
  return existing(`${pythonOfTools()}/bin/${name}`) ?? (isInstalled(name) ? name : undefined);
}

/**
 * Says that a tool is not there, so that a test that needs it ends.
 * @throws Error in continuous integration (RTK_CI), where every tool of the closed list has to be there.
 */
export function reportAbsent(name: string): void {
  if (Deno.env.get("RTK_CI")) throw new Error(`absent: ${name}`);
  console.log(`absent: ${name}`);
}

function existing(path: string): string | undefined {
  try {
    Deno.statSync(path);
    return path;
  } catch {
    return undefined;
  }
}
