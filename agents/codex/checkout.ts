/** The git checkout of a folder as Codex takes it. Seen with 0.171.0 (`hooks/list` of its app-server). */
import { isThere } from "../../core/config/files.ts";
import { readText, withParents } from "../host_files.ts";

/** A folder with `.git` in it, and the checkout that it is a linked worktree of, else itself. */
export interface Checkout {
  readonly root: string;
  readonly main: string;
}

/** The nearest checkout that a folder lies in, by real paths; undefined outside of any. */
export function checkoutOf(folder: string): Checkout | undefined {
  const root = withParents(folder).find((one) => isThere(`${one}/.git`));
  if (root === undefined) return undefined;
  // A linked worktree has a file there: "gitdir: /repository/.git/worktrees/name".
  const main = /^gitdir: (\/.*)\/\.git\/worktrees\/[^/\n]+\n?$/.exec(readText(`${root}/.git`) ?? "")?.[1];
  return { root, main: main ?? root };
}

/** Where Codex looks for the `.codex` of a folder: of linked worktrees in the main checkout. */
export function readFolder(folder: string): string {
  const checkout = checkoutOf(folder);
  return checkout === undefined ? folder : checkout.main + folder.slice(checkout.root.length);
}

/** A folder whose `.codex` may count for a session, and the names under which trust in it is told. */
export interface Layer {
  readonly folder: string;
  readonly keys: readonly string[];
}

/** The layers of a folder and of all that it lies in; of a linked worktree also those of its main checkout. */
export function layersOf(folder: string): Layer[] {
  const checkout = checkoutOf(folder);
  return withParents(folder).flatMap((one) => {
    if (!checkout || !`${one}/`.startsWith(`${checkout.root}/`)) return [{ folder: one, keys: [one] }];
    const { root, main } = checkout;
    const keys = [one, root, main];
    // The worktree's own files are not read, so nothing is sure of them.
    return main === root
      ? [{ folder: one, keys }]
      : [{ folder: main + one.slice(root.length), keys }, { folder: one, keys: [] }];
  });
}
