/** Tells the progress of a test runner, whose line is not ended yet, from a prompt, which waits for an answer. */
import { stripAnsi } from "../text/ansi.ts";

/** Marks of passed tests and of other ends: pytest, unittest, rspec, mocha, Playwright, vitest, node, libtest, PHPUnit. */
const SIGNS = ".·․•×°±";
const LETTERS = "FEWRSTXPINDUfsxpiu";

// "sub dir/test_a.py F", "spec/a_spec.rb ..*"
const AFTER_PATH = new RegExp(`^\\S.*\\.\\w{1,5} [${SIGNS}${LETTERS}*!,-]+$`);
// "..F.x", "××F°±": one mark is enough
const ALONE = new RegExp(`^[${SIGNS}FEsSxXpP]+$`);
const MIXED = new RegExp(`^[${SIGNS}${LETTERS}*!,-]{2,}$`);
// "suite one ..F."; "Press enter to continue ..." asks
const AFTER_TEXT = /\s(?!\.{3}$)(?=\S*\.)[.FEsSxXpP]{2,}$/;
// "..F [ 45%]", "...............  15 / 100 ( 15%)", "Downloading 12.5%"
const SHARE = /(?:^|\s)(?:\[ *\d+%\]|\( *\d+%\)|\d+(?:\.\d+)?%)$/;
// "test_a.py ..F [ 3/12]", "......i. 88/120"; "Take [1/2]" asks
const COUNT = new RegExp(
  `^(?:\\S.*\\.\\w{1,5} )?[${SIGNS}${LETTERS}*!,-]+ +(?:\\[ *\\d+/\\d+\\]|\\d+/\\d+)$`,
);
// The test that runs now: "tests/test_a.py::TestB::test_c[x y] ", "test tests::a ... ", "test_a (test_b.T.test_a) ... "
const RUNNING = /^[^\s:][^:]*\.\w{1,5}::[^\s[]+(?:\[.*\])? +$|^test\S* (?:.* )?\.\.\. +$/;

// The file whose first test runs now: "tests/test_a.py ", "my dir/test_b.py "
const FILE = /^(?:\S+\.(?:py|txt|md|rst)|\S[^?:>]*\.py) $/;

/**
 * Whether an unterminated line shows how far a run has come. A prompt ends with a blank or a mark of its own (`:`, `?`,
 * `]`, `>`), or with a word; none of these is taken for progress.
 */
export function isProgress(line: string): boolean {
  const text = stripAnsi(line);
  const shown = text.slice(text.lastIndexOf("\r") + 1);
  return ALONE.test(shown) || isMixed(shown) || AFTER_PATH.test(shown) || AFTER_TEXT.test(shown) ||
    SHARE.test(shown) || COUNT.test(shown) || RUNNING.test(shown) || FILE.test(shown);
}

/** Marks of many kinds, `ENTER...` not among them: most tests of a run pass. */
function isMixed(text: string): boolean {
  const signs = [...text].filter((mark) => SIGNS.includes(mark)).length;
  return MIXED.test(text) && signs * 2 >= text.length && !/^[A-Za-z]{2,}\.{3}$/.test(text);
}
