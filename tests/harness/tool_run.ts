/** Runs of real tools in a temporary folder, and what their unit makes of given or real output. */
import { compactOrRaw, type Printed } from "../../core/run/guard.ts";
import { gateTable } from "../../core/tools/gate_table.ts";
import { tools } from "../../core/tools/registry.ts";
import type { Cut, Run } from "../../core/tools/tool.ts";
import { units } from "./inner.ts";
import { matchArgv } from "./invocation.ts";
import { marker } from "./runs.ts";
import { reportAbsent } from "./tools_for_tests.ts";

export interface RawRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number;
}

export interface ToolRun extends Printed {
  readonly raw: RawRun;
  /** Both streams of the compact form. */
  readonly text: string;
}

const table = gateTable(tools);

/** What the unit of a command makes of an output; throws where no unit takes the command. */
export function compactRun(
  argv: readonly string[],
  raw: Partial<RawRun>,
  options: { cut?: Cut | undefined; merged?: boolean; cwd?: string } = { cut: marker },
): ToolRun {
  const match = matchArgv(table, argv);
  if (match.kind !== "tool") throw new Error(`Cannot run ${argv.join(" ")}: no unit takes it`);
  const whole: RawRun = { stdout: "", stderr: "", exit: 0, ...raw };
  const run: Run = {
    ...whole,
    merged: options.merged ?? false,
    args: match.args,
    cwd: options.cwd ?? "/home/dev/project",
    cut: options.cut,
  };
  const printed = compactOrRaw(tools.find(({ id }) => id === match.entry.id)!, run, units);
  return { ...printed, raw: whole, text: printed.stdout + printed.stderr };
}

/** Why the gate passes a command, or the id of the unit that takes it. */
export function unitOf(argv: readonly string[]): string {
  const match = matchArgv(table, argv);
  if (match.kind === "tool") return match.entry.id;
  return match.kind === "declined" ? match.reason : "no-tool";
}

/** A temporary folder with files, and commands that run in it. */
export class Workshop {
  constructor(readonly path: string) {}

  /** Writes a file and the folders above it. */
  write(file: string, text: string, mode?: number): void {
    const path = `${this.path}/${file}`;
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(path, text);
    if (mode !== undefined) Deno.chmodSync(path, mode);
  }

  /** Runs a command with standard input closed. */
  raw(argv: readonly string[], env: Record<string, string> = {}): RawRun {
    const [name = "", ...args] = argv;
    const command = new Deno.Command(name, {
      args,
      cwd: this.path,
      env: { LC_ALL: "C.UTF-8", ...env },
      stdin: "null",
    });
    const { code, stdout, stderr } = command.outputSync();
    const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
    return { exit: code, stdout: text(stdout), stderr: text(stderr) };
  }

  /** Runs a command and compacts its output; without `cut` nothing may be left out. */
  compact(argv: readonly string[], cut?: Cut): ToolRun {
    return compactRun(argv, this.raw(argv), { cut, cwd: this.path });
  }
}

/** Gives a temporary folder to a test and removes it behind. */
export async function withWorkshop(use: (workshop: Workshop) => void | Promise<void>): Promise<void> {
  const path = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "rtk-tools-" }));
  try {
    await use(new Workshop(path));
  } finally {
    Deno.removeSync(path, { recursive: true });
  }
}

/** Registers a test that needs a program; where it is not installed the test says `absent: X` and ends. */
export function testWith(program: string, title: string, test: () => void | Promise<void>): void {
  Deno.test(title, async () => {
    if (!isInstalled(program)) return reportAbsent(program);
    await test();
  });
}

/** Whether a program can be started. */
export function isInstalled(program: string): boolean {
  try {
    new Deno.Command(program, { args: ["--version"], stdin: "null" }).outputSync();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
