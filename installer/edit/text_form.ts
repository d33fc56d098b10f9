/** What an edit keeps of a text's form: byte order mark, line ends, indentation. */

export interface TextForm {
  readonly bom: string;
  readonly newline: "\n" | "\r\n";
  /** One level of indentation: a tab, or blanks. */
  readonly indent: string;
}

/** Reads the form of a text; an empty one gets `\n` and two blanks. */
export function formOf(text: string): TextForm {
  const indented = /^(\t+| {1,8})\S/m.exec(text.replace(/^\uFEFF/, ""))?.[1] ?? "  ";
  return {
    bom: text.startsWith("\uFEFF") ? "\uFEFF" : "",
    newline: text.includes("\r\n") ? "\r\n" : "\n",
    indent: indented.startsWith("\t") ? "\t" : indented,
  };
}

/** A text as the editors of lines take it: no byte order mark, the last line ended. */
export interface Lines {
  readonly text: string;
  /** Gives an edited text the form back that the original had. */
  restored(edited: string): string;
}

/** Takes from a text what the editors of lines need not know of. */
export function linesOf(text: string): Lines {
  const { bom, newline } = formOf(text);
  const bare = text.slice(bom.length);
  // A line end behind a lone carriage return would make one of it.
  const end = bare === "" || bare.endsWith("\n") ? "" : bare.endsWith("\r") ? "\r\n" : newline;
  return {
    text: bare + end,
    restored: (edited) => bom + (end !== "" && edited.endsWith(end) ? edited.slice(0, -end.length) : edited),
  };
}

/** The line, from 1, that holds an offset. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
