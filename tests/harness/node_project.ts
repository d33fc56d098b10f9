/** Real runs of Node's tools in a project of their own. */
import { marker } from "./runs.ts";
import { compactRun, type RawRun, type ToolRun, withWorkshop, type Workshop } from "./tool_run.ts";
import { nodeModulesOfTools, nodeTool, reportAbsent } from "./tools_for_tests.ts";

/** A folder with files and with Node's tools in its `node_modules`. */
export interface NodeProject {
  readonly path: string;
  raw(argv: readonly string[]): RawRun;
  /** Runs the command and makes its output compact. */
  compact(argv: readonly string[]): ToolRun;
}

/** Variables at which tools write something else. */
const UNSET = ["CI", "GITHUB_ACTIONS", "FORCE_COLOR", "NODE_OPTIONS"].flatMap((name) => ["-u", name]);

/** Registers a test that runs one of Node's tools; where the tool is absent the test says so and ends. */
export function testOfNode(
  tool: string,
  title: string,
  options: { files: Readonly<Record<string, string>>; use: (project: NodeProject) => void },
): void {
  Deno.test(title, async () => {
    if (nodeTool(tool) === undefined) return reportAbsent(tool);
    await withWorkshop((workshop) => options.use(furnished(workshop, options.files)));
  });
}

function furnished(workshop: Workshop, files: Readonly<Record<string, string>>): NodeProject {
  for (const [file, text] of Object.entries(files)) workshop.write(file, text);
  Deno.symlinkSync(nodeModulesOfTools(), `${workshop.path}/node_modules`);
  const raw = (argv: readonly string[]): RawRun => workshop.raw(["env", ...UNSET, ...argv]);
  const compact = (argv: readonly string[]): ToolRun =>
    compactRun(argv, raw(argv), { cut: marker, cwd: workshop.path });
  return { path: workshop.path, raw, compact };
}
