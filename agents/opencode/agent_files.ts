/** OpenCode's agents that are Markdown files with YAML in front. */
import { parse } from "yaml";
import { isRecord, textOr } from "../agent.ts";
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
 * The agents of a configuration folder; a name may hold slashes, and the text may give another one than the file.
 * @param wanted the only one that is looked for; undefined reads all.
 */
export function agentsIn(folder: string, wanted: string | undefined): AgentConfig[] {
  return FOLDERS.flatMap((part) => {
    const root = `${folder}/${part}`;
    return namesIn(root, "", 0).flatMap((fileName) => {
      const path = `${root}/${fileName}.md`;
      const text = readText(path);
      if (text === undefined) return [];
      const config = frontMatter(text);
      const name = textOr(config?.name) ?? fileName;
      // Whose it is that cannot be read is not known either.
      const isMeant = wanted === undefined || name === wanted || !config && /^name\s*:/m.test(text);
      return isMeant ? [{ path, name, config }] : [];
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
