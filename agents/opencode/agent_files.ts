/** OpenCode's agents that are Markdown files with YAML in front. */
import { parse } from "yaml";
import { isRecord } from "../agent.ts";
import { readText } from "../host_files.ts";

/** What an agent's file says; without a configuration where it could not be read. */
export interface AgentConfig {
  readonly path: string;
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>> | undefined;
}

const FOLDERS = ["agent", "agents", "mode", "modes"];

/** How many folders deep agents are looked for. */
const MAX_DEPTH = 8;

/**
 * The agents of a configuration folder; a name may hold slashes.
 * @param wanted the only one that is looked for; undefined reads all.
 */
export function agentsIn(folder: string, wanted: string | undefined): AgentConfig[] {
  return FOLDERS.flatMap((part) => {
    const root = `${folder}/${part}`;
    const names = wanted === undefined ? namesIn(root, "", 0) : [wanted];
    return names.flatMap((name) => {
      const path = `${root}/${name}.md`;
      const text = readText(path);
      return text === undefined ? [] : [{ path, name, config: frontMatter(text) }];
    });
  });
}

function namesIn(root: string, below: string, depth: number): string[] {
  try {
    return [...Deno.readDirSync(`${root}/${below}`)].flatMap(({ name, isDirectory }) => {
      if (isDirectory) return depth < MAX_DEPTH ? namesIn(root, `${below}${name}/`, depth + 1) : [];
      return name.endsWith(".md") ? [`${below}${name.slice(0, -".md".length)}`] : [];
    });
  } catch {
    return [];
  }
}

/** The mapping before the text; an empty one where there is none, undefined where it cannot be read. */
function frontMatter(text: string): Readonly<Record<string, unknown>> | undefined {
  const yaml = /^---[ \t]*\r?\n([^]*?)(?:\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text)?.[1];
  if (yaml === undefined) return {};
  try {
    const value: unknown = parse(yaml, { logLevel: "silent" });
    return isRecord(value) ? value : {};
  } catch {
    // OpenCode's own reader forgives more: only where nothing about permissions can stand there is it left out.
    return /\b(?:permission|tools)/.test(yaml) ? undefined : {};
  }
}
