/** Asks the user's shell which registered names are its aliases or functions: agents run lines with a snapshot of them. */
import { ask } from "../core/run/ask.ts";

/** Prints `alias NAME` and `function NAME` lines; bash, zsh and POSIX shells differ in how they list functions. */
const QUESTION = `
alias 2>/dev/null | sed 's/^alias //' | sed -n 's/^\\([^=]*\\)=.*/rtk-alias \\1/p'
if [ -n "$ZSH_VERSION" ]; then print -l \${(ok)functions} | sed 's/^/rtk-function /'
elif [ -n "$BASH_VERSION" ]; then declare -F | sed 's/^declare -[^ ]* /rtk-function /'
fi
`;

/**
 * The registered names that are aliases or functions in an interactive start of the shell.
 * @param shell the user's shell, `$SHELL`; others than bash, zsh, dash, ksh and sh are not asked.
 * @returns why not, in words, where the shell did not answer.
 */
export async function shadowedNames(
  shell: string | undefined,
  names: ReadonlySet<string>,
): Promise<readonly string[] | string> {
  if (!shell || !/\/(?:bash|zsh|dash|ksh|sh)$/.test(shell)) return "your shell was not asked";
  const answer = await ask([shell, "-i", "-c", QUESTION]);
  if (answer === undefined) return `your shell, ${shell}, cannot be started`;
  if (answer.code === undefined) return "your shell did not answer within five seconds";
  return namesIn(answer.stdout, names);
}

/** Reads the answer; what start-up files print besides is left out. */
export function namesIn(answer: string, names: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  for (const [, quoted = ""] of answer.matchAll(/^rtk-(?:alias|function) (.+)$/gm)) {
    const name = quoted.replaceAll(/^['"]|['"]$/g, "").trim();
    if (names.has(name)) found.add(name);
  }
  return [...found].sort();
}
