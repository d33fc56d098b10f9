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

/** The line, from 1, that holds an offset. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
