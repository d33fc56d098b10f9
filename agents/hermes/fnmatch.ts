/** The patterns of Python's `fnmatch`, in which Hermes writes rules about commands. */

/**
 * A test of whole texts, capitals like small letters.
 * @returns undefined for a pattern that is none.
 */
export function fnmatchTest(pattern: string): ((text: string) => boolean) | undefined {
  try {
    const expression = new RegExp(`^${expressionOf(pattern.toLowerCase())}$`, "su");
    return (text) => expression.test(text.toLowerCase());
  } catch {
    return undefined;
  }
}

/** `*`, `?`, `[a-z]`, `[!a-z]`; a bracket that is never closed stands for itself. */
function expressionOf(pattern: string): string {
  return pattern.replaceAll(/\*+|\?|\[(!?)(\]?[^\]]*)\]|[\s\S]/gu, (part, not?: string, set?: string) => {
    if (part.startsWith("*")) return ".*";
    if (part === "?") return ".";
    if (set === undefined) return RegExp.escape(part);
    return `[${not === "!" ? "^" : ""}${set.replaceAll(/[\\[\]^&~|]/g, "\\$&")}]`;
  });
}
