/** What the command line program runs unasked by itself, as 1.0.102 did with some six hundred lines. */
import type { Approval } from "../../core/permission/rule_set.ts";
import { isWordOf } from "../../core/text/word_list.ts";

// Wide: which options and files make it ask is not followed.
const NAMES =
  "awk basename cal cat cd cut date df diff dirname du echo expr false file find free grep groups head hostname id ls nl " +
  "printenv ps pwd readlink realpath rg sed set sort stat tail test top tr true type uname uniq uptime wc whereis which " +
  "whoami";

const GIT =
  "blame branch describe diff grep log ls-files ls-remote ls-tree reflog remote rev-list rev-parse shortlog show status tag";

const GH = "checks diff list status view";

// Narrow: it was never seen to ask about these, as long as their words are plain.
const SURE_NAMES = "cat cd grep head ls nl tail wc";
const SURE_GIT = "blame branch diff log show status";

/** No path outside of the folder, no expansion, none of the options that name a format, a file or a program. */
const PLAIN = /^(?!\/|~|\.\.|--(?:format|pretty|output|ext))(?!.*(?:\/\.\.|=[/~.]))[\w@=:.,+^~*/-]+$/;

/** Whether it runs a command of this text unasked. */
export function readingApproval(text: string): Approval {
  const [name = "", ...words] = text.split(" ");
  if (name === "git") {
    if (isWordOf(SURE_GIT, words[0] ?? "") && words.every((word) => PLAIN.test(word))) return "allow";
    return words.some((word) => isWordOf(GIT, word)) ? "unsure" : "none";
  }
  if (isWordOf(SURE_NAMES, name) && words.every((word) => PLAIN.test(word))) return "allow";
  const isKnown = name === "gh" ? words.some((word) => isWordOf(GH, word)) : isWordOf(NAMES, name);
  return isKnown ? "unsure" : "none";
}
