/**
 * OpenCode asks before commands that touch files outside of the project, and knows these commands by their names: behind
 * `rtk` it would not know them. Read in the source of 1.18.33.
 */
import type { Form, FormWord, Match, Rule } from "../../core/permission/rule_set.ts";
import { repositoryOf } from "./config.ts";
import type { Action, RuleList } from "./permission.ts";

/** Commands whose operands it takes for files. */
const COMMANDS = new Set("cd chdir popd pushd rm cp mv mkdir touch chmod chown cat".split(" "));

/** Where a call stands. */
export interface Place {
  readonly cwd: string;
  /** Where OpenCode was started. */
  readonly folder: string;
  readonly home: string;
}

/** The rule for commands with an operand outside, where the lists answer this action. */
export function outsideRule(lists: readonly RuleList[], action: "deny" | "ask", place: Place): Rule {
  let inside: readonly string[] | undefined;
  const match = ({ words: [name, ...operands] }: Form): Match => {
    if (name === undefined || !COMMANDS.has(name.value)) return undefined;
    inside ??= insideFolders(place.folder);
    const folders = operands.flatMap((word) => folderOf(word, place)).filter((folder) =>
      !isWithin(folder, inside ?? [])
    );
    return folders.some((folder) => lists.some((list) => actionOn(list, folder) === action))
      ? "covers"
      : undefined;
  };
  return { text: `"external_directory": "${action}"`, source: "opencode.json", match };
}

function actionOn(list: RuleList, folder: string): Action {
  return list.ruleFor("external_directory", `${folder === "/" ? "" : folder}/*`)?.action ?? "ask";
}

/** The project: the folder, and that of the repository. */
function insideFolders(folder: string): string[] {
  const root = repositoryOf(folder);
  return root === undefined ? [folder] : [folder, root];
}

function isWithin(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder === "/" ? "" : folder}/`));
}

/** The folder of an operand; none for an option, and none for one that it does not follow: expansions. */
function folderOf({ value, isLiteral }: FormWord, { cwd, home }: Place): string[] {
  if (value.startsWith("-") || !isLiteral && /[$`]/.test(value)) return [];
  const text = value.replace(/^~(?=\/|$)/, () => home).replace(/[?*[].*$/, "");
  if (text === "") return [];
  const path = normal(text.startsWith("/") ? text : `${cwd}/${text}`);
  return [isFolder(path) ? path : path.slice(0, path.lastIndexOf("/")) || "/"];
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

/** A path without `.` and `..`; links are not followed. */
function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}
