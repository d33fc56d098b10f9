/** Terminal control sequences and overwritten progress: noise in a pipe, whoever asked for it. */

// CSI ("\x1b[31m"), charset ("\x1b(B", rustfmt), OSC ("\x1b]0;title\x07", or ended by ESC \), keypad ("\x1b=").
const ANSI =
  /\x1b\[[0-9;:?<=>]*[ -/]*[@-~]|\x1b[()*+][0-9A-Za-z]|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)|\x1b[=>78MDEHc]/g;

/** Takes out ANSI escape sequences (ECMA-48); all other text stays as it is. */
export function stripAnsi(text: string): string {
  return text.includes("\x1b") ? text.replaceAll(ANSI, "") : text;
}

/**
 * Ends lines with `\n` alone and keeps of a line that was overwritten by carriage returns what a terminal would show
 * last: the text after the last `\r` that has any.
 */
export function resolveCarriageReturns(text: string): string {
  if (!text.includes("\r")) return text;
  return text.replaceAll(/\r+\n/g, "\n").replaceAll(/[^\n]*\r(?=[^\r\n])/g, "").replaceAll("\r", "");
}

/** What filters work on unless their unit is `verbatim`. */
export function cleanText(text: string): string {
  return resolveCarriageReturns(stripAnsi(text));
}
