/** Claude Code's rules over texts instead of files, and the ruling on a line. */
import type { HookRequest } from "../../agents/agent.ts";
import { claudeRules, type Machine } from "../../agents/claude/rules.ts";
import { judge, type Ruling } from "../../core/permission/judge.ts";
import type { GateTable } from "../../core/tools/gate_table.ts";
import { parse } from "../../core/syntax/parse.ts";
import { gateParsed } from "./gate.ts";

/** The host's files and what it says in the call. */
export interface ClaudeHost {
  /** Absolute path -> text. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly mode?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  /** Words of Claude's own command line. */
  readonly argv?: readonly string[];
  /** Symbolic links: path -> target. */
  readonly links?: Readonly<Record<string, string>>;
}

export const HOME = "/home/dev";
export const PROJECT = "/home/dev/app";

/** A host whose user settings hold these lists. */
export function withRules(
  rules: {
    readonly deny?: readonly string[];
    readonly ask?: readonly string[];
    readonly allow?: readonly string[];
  },
  host: ClaudeHost = {},
): ClaudeHost {
  const files = { [`${HOME}/.claude/settings.json`]: JSON.stringify({ permissions: rules }), ...host.files };
  return { ...host, files };
}

/** The rules of such a host for one call. */
export function rulesOf(host: ClaudeHost, command = "") {
  const env: Readonly<Record<string, string>> = { HOME, CLAUDE_PROJECT_DIR: PROJECT, ...host.env };
  const request: HookRequest = {
    command,
    input: { command, ...host.input },
    cwd: host.cwd ?? PROJECT,
    mode: host.mode ?? "default",
    isBackground: false,
  };
  const seen = host.argv && `${host.argv.join("\0")}\0\x01`;
  const surroundings = {
    env: (name: string) => env[name],
    envNames: () => Object.keys(env),
    cwd: host.cwd ?? PROJECT,
    request,
    seen,
  };
  return claudeRules(surroundings, machineOf(host));
}

function machineOf({ files = {}, links = {} }: ClaudeHost): Machine {
  return {
    readText: (path) => files[path],
    listFolder: (path) =>
      Object.keys(files).filter((file) => file.startsWith(`${path}/`)).map((file) =>
        file.slice(path.length + 1)
      ),
    realPath: (path) => links[path] ?? path,
  };
}

/** What becomes of a line in such a host. */
export async function ruling(
  command: string,
  host: ClaudeHost,
  table: GateTable,
): Promise<Ruling & { command: string }> {
  const { rules, defaultRewrite } = rulesOf(host, command);
  const parsed = await parse(command);
  const rewrite = gateParsed(command, parsed, { table, config: { rewrite: defaultRewrite } });
  return {
    ...await judge({ source: command, parse: parsed, rewrite }, rules, parse),
    command: rewrite.command,
  };
}
