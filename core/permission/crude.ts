/**
 * Finds the commands of a text that could not be decomposed. It cuts at everything that may end a command and errs
 * towards finding too many.
 */
import type { PlainCommand, PlainWord } from "./command_line.ts";
import { isWordOf } from "../text/word_list.ts";

// Words after which a command begins.
const RESERVED = "if then else elif do while until ! time { } coproc in fi done esac function";
const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;
const REDIRECTION = /^(?:\d*|\{\w+\})(?:&>>?|[<>]{1,3}[&|]?)(.*)$/;

/**
 * The commands that may stand in a text.
 * @param quotes `kept`: quoted text is part of a word; `ignored`: it is looked into as well, and all is a guess.
 */
export function crudeCommands(text: string, quotes: "kept" | "ignored"): PlainCommand[] {
  const plain = quotes === "kept" ? text : text.replaceAll(/["'\\]/g, " ");
  return fragments(plain).flatMap((words) => {
    const command = commandOf(words);
    return command ? [{ ...command, certain: quotes === "kept", behindRtk: undefined }] : [];
  });
}

function fragments(text: string): PlainWord[][] {
  const found: PlainWord[][] = [];
  let words: PlainWord[] = [];
  for (const [token] of text.matchAll(TOKEN)) {
    if (/^[ \t]/.test(token) || token.startsWith("\\\n")) continue;
    if (/^[\n;&|(){}`]/.test(token)) {
      if (words.length > 0) found.push(words);
      words = [];
      // `>&2` and `&>f` hold no end of a command, but cutting there only finds more.
      continue;
    }
    words.push({ text: token, value: unquoted(token) });
  }
  if (words.length > 0) found.push(words);
  return found;
}

// Blanks; what may end a command; redirections to descriptors; words with their quoted parts, ended or not.
const TOKEN =
  /[ \t]+|\\\r?\n|\d*[<>]&[\d-]*|\$\(|[<>]\(|[\n;&|(){}`]|(?:'[^']*(?:'|$)|"(?:[^"\\]|\\[\s\S])*(?:"|$)|\\[\s\S]?|[^\s;&|(){}`'"\\])+|./gs;

function unquoted(token: string): string {
  return token.replaceAll(/\\([\s\S])|\$?["']/g, "$1");
}

function commandOf(words: readonly PlainWord[]): Omit<PlainCommand, "certain" | "behindRtk"> | undefined {
  const prefix: string[] = [];
  let at = 0;
  for (; at < words.length; at++) {
    const text = words[at]?.text ?? "";
    const redirection = REDIRECTION.exec(text);
    if (redirection) {
      if (redirection[1] === "" && !/&[\d-]*$/.test(text)) at++;
    } else if (ASSIGNMENT.test(text)) prefix.push(text);
    else if (!isWordOf(RESERVED, text) && text !== "$(") break;
  }
  const rest = words.slice(at);
  if (rest.length === 0) return undefined;
  return { prefix: prefix.join(" "), words: rest, redirections: "", targets: words.slice(0, at) };
}
