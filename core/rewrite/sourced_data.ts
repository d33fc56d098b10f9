/** Files that agents have a shell read into itself with `source` or `.`, and what is known of them. */
import type { Word } from "../syntax/nodes.ts";

/**
 * Scripts of tools that put folders in front of PATH and leave the rest of it: virtual environments and conda, rustup, nvm,
 * SDKMAN, asdf, ghcup. What they define beyond that are functions that bear the tools' own names.
 */
const EXTENDS_PATH =
  /(?:^|\/)(?:(?:bin|Scripts)\/activate|conda\.sh|\.cargo\/env|nvm\.sh|sdkman-init\.sh|asdf\.sh|\.ghcup\/env)$|^activate$/;
/** The user's own: their aliases and functions are among `hooks.shadowed`. */
const OWN_RC = /^(?:~|\$HOME|\$\{HOME\})\/\.(?:bashrc|zshrc|profile|bash_profile)$/;

/** Whether what a file leaves behind is known; any other one may set PATH anew, or define functions. */
export function isKnownSource(file: Word | undefined): boolean {
  if (!file) return false;
  const path = file.value ?? file.text.replaceAll('"', "");
  return EXTENDS_PATH.test(path) || OWN_RC.test(path);
}
