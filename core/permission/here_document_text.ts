/**
 * Takes the bodies of here-documents out of a shell text, so that the rest can be read as usual. Only for permission
 * verdicts: what this gets wrong, it gets wrong towards a longer list of commands.
 */

export interface HereDocumentText {
  readonly body: string;
  /** A quoted delimiter: nothing in the body is expanded. */
  readonly quoted: boolean;
}

export interface WithoutBodies {
  /** The text with blanks in place of `<<WORD`, and without the bodies. */
  readonly text: string;
  readonly documents: readonly HereDocumentText[];
}

interface Pending {
  readonly delimiter: string;
  readonly quoted: boolean;
  readonly stripTabs: boolean;
}

// `<<<WORD` has its text on the spot.
const STRING = /<<<[ \t]*((?:\\.|'[^']*'|"(?:[^"\\]|\\.)*"|[^\s;&|<>()'"\\])+)/ys;
const OPERATOR = /<<(-?)[ \t]*((?:\\.|'[^']*'|"[^"]*"|[^\s;&|<>()'"\\])+)/y;

/** Separates a text from its here-documents. */
export function withoutHereDocuments(source: string): WithoutBodies {
  const documents: HereDocumentText[] = [];
  let pending: Pending[] = [];
  let text = "";
  for (let at = 0; at < source.length;) {
    const character = source[at] ?? "";
    if (character === "\n" && pending.length > 0) {
      at = readBodies(source, at + 1, { pending, documents });
      pending = [];
      text += "\n";
      continue;
    }
    const operator = source.startsWith("<<", at) && source[at + 2] !== "<"
      ? operatorAt(source, at)
      : undefined;
    if (operator) {
      pending.push(operator.pending);
      text += " ".repeat(operator.length);
      at += operator.length;
      continue;
    }
    const string = source.startsWith("<<<", at) ? stringAt(source, at) : undefined;
    if (string) {
      documents.push(string.document);
      text += " ".repeat(string.length);
      at += string.length;
      continue;
    }
    const length = source.startsWith("<<<", at) ? 3 : quotedLength(source, at);
    text += source.slice(at, at + length);
    at += length;
  }
  return { text, documents };
}

function operatorAt(source: string, at: number): { pending: Pending; length: number } | undefined {
  OPERATOR.lastIndex = at;
  const match = OPERATOR.exec(source);
  const word = match?.[2];
  if (!match || word === undefined) return undefined;
  const quoted = /['"\\]/.test(word);
  const delimiter = word.replaceAll(/\\(.)|['"]/g, "$1");
  return { pending: { delimiter, quoted, stripTabs: match[1] === "-" }, length: match[0].length };
}

function stringAt(source: string, at: number): { document: HereDocumentText; length: number } | undefined {
  STRING.lastIndex = at;
  const [all = "", word = ""] = STRING.exec(source) ?? [];
  if (all === "") return undefined;
  const body = word.replaceAll(/\\([\s\S])|\$?["']/g, "$1");
  return { document: { body, quoted: !/[$`]/.test(word) }, length: all.length };
}

interface Reading {
  readonly pending: readonly Pending[];
  readonly documents: HereDocumentText[];
}

function readBodies(source: string, from: number, { pending, documents }: Reading): number {
  let at = from;
  for (const { delimiter, quoted, stripTabs } of pending) {
    const lines: string[] = [];
    while (at < source.length) {
      const newline = source.indexOf("\n", at);
      const end = newline < 0 ? source.length : newline;
      const line = source.slice(at, end);
      at = end + 1;
      if ((stripTabs ? line.replace(/^\t+/, "") : line) === delimiter) break;
      lines.push(line);
    }
    documents.push({ body: lines.join("\n"), quoted });
  }
  return Math.min(at, source.length);
}

/** How many characters to copy as they are: a quoted stretch, an escape, a comment, or one character. */
function quotedLength(source: string, at: number): number {
  const character = source[at];
  if (character === "\\") return 2;
  if (character === "#" && /[\s;&|(]/.test(source[at - 1] ?? " ")) {
    const newline = source.indexOf("\n", at);
    return (newline < 0 ? source.length : newline) - at;
  }
  if (character === "'") {
    const end = source.indexOf("'", at + 1);
    return end < 0 ? source.length - at : end + 1 - at;
  }
  return 1;
}
