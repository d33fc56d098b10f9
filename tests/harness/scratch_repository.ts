/** Real git repositories in a temporary folder, and what a unit makes of git's real output there. */
import { compactOrRaw, type Printed } from "../../core/run/guard.ts";
import { gateTable } from "../../core/tools/gate_table.ts";
import { tools } from "../../core/tools/registry.ts";
import type { Run } from "../../core/tools/tool.ts";
import { matchArgv } from "./invocation.ts";
import { marker } from "./runs.ts";

export interface GitRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number;
}

/** A compacted run beside the raw one. */
export interface Compacted extends Printed {
  readonly raw: GitRun;
  readonly unit: string;
  /** The sum of the lines that markers name. */
  readonly cut: number;
}

const ENVIRONMENT = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_AUTHOR_NAME: "Ada Byron",
  GIT_AUTHOR_EMAIL: "ada@example.org",
  GIT_COMMITTER_NAME: "Ada Byron",
  GIT_COMMITTER_EMAIL: "ada@example.org",
  GIT_EDITOR: "true",
  GIT_SEQUENCE_EDITOR: "true",
  GIT_ALLOW_PROTOCOL: "file",
  LC_ALL: "C",
};

const table = gateTable(tools);

/** One working tree; `clock` counts the days of its commits. */
export class Repository {
  private clock = 0;

  constructor(readonly path: string) {}

  /** A fresh repository with branch `main`. */
  static create(parent: string, name = "repo"): Repository {
    const repository = new Repository(`${parent}/${name}`);
    Deno.mkdirSync(repository.path, { recursive: true });
    repository.git("init", "-q", "-b", "main");
    return repository;
  }

  /** Runs git as typed; never throws for a status. */
  run(...args: string[]): GitRun {
    const date = new Date(Date.UTC(2026, 2, 1 + this.clock, 9)).toISOString();
    const { stdout, stderr, code } = new Deno.Command("git", {
      args,
      cwd: this.path,
      env: { ...ENVIRONMENT, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
      stdin: "null",
    }).outputSync();
    return { stdout: textOf(stdout), stderr: textOf(stderr), exit: code };
  }

  /** Runs git and expects success. */
  git(...args: string[]): string {
    const { stdout, stderr, exit } = this.run(...args);
    if (exit !== 0) throw new Error(`git ${args.join(" ")}: ${exit} ${stderr}${stdout}`);
    return stdout;
  }

  write(file: string, text: string | Uint8Array): void {
    const path = `${this.path}/${file}`;
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    if (typeof text === "string") Deno.writeTextFileSync(path, text);
    else Deno.writeFileSync(path, text);
  }

  remove(file: string): void {
    Deno.removeSync(`${this.path}/${file}`, { recursive: true });
  }

  commit(message: string, ...options: string[]): string {
    this.clock++;
    this.git("add", "-A");
    this.git("commit", "-q", "--allow-empty", "-m", message, ...options);
    return this.git("rev-parse", "HEAD").trim();
  }

  /** Runs git and gives its output to the unit of that command; throws where no unit takes it. */
  compact(args: readonly string[], options: { cuts?: false; merged?: true } = {}): Compacted {
    const raw = this.run(...args);
    const match = matchArgv(table, ["git", ...args]);
    if (match.kind !== "tool") throw new Error(`no unit takes: git ${args.join(" ")}`);
    const tool = tools.find(({ id }) => id === match.entry.id);
    if (!tool) throw new Error(`no unit ${match.entry.id}`);
    let cut = 0;
    const run: Run = {
      stdout: options.merged ? raw.stdout + raw.stderr : raw.stdout,
      stderr: options.merged ? "" : raw.stderr,
      merged: options.merged === true,
      exit: raw.exit,
      args: match.args,
      cwd: this.path,
      cut: options.cuts === false ? undefined : marker,
    };
    const printed = compactOrRaw(tool, run);
    for (const [, lines] of printed.stdout.matchAll(/^\[rtk: (\d+) lines? cut;/gm)) cut += Number(lines);
    return { ...printed, raw, unit: tool.id, cut };
  }
}

/** UTF-8, or latin1 where the bytes are not valid UTF-8, as the runner decodes. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}

/** Gives a temporary folder to a test and removes it afterwards. */
export function withFolder(body: (folder: string) => void): void {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "scratch-git-" }));
  try {
    body(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}
