/**
 * Closed lists of words, as texts: they are looked into once or twice a run, and to make a set of each would cost every start
 * more than that.
 */

/** Whether a word is in a list; `words` are separated by single blanks. */
export function isWordOf(words: string, word: string): boolean {
  return word !== "" && !word.includes(" ") && ` ${words} `.includes(` ${word} `);
}
