/** Closed lists of words that are looked into once or twice a run: a set of them would cost more to make than it saves. */

export interface WordList {
  has(word: string): boolean;
}

/** @param words the words, separated by single blanks. */
export function wordList(words: string): WordList {
  const text = ` ${words} `;
  return { has: (word) => word !== "" && !word.includes(" ") && text.includes(` ${word} `) };
}
