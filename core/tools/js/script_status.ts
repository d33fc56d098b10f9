/** With which status each part of a script runner's output ended, as far as the text tells it. */
import { isOfPackages, type Part, runsInOrder } from "./script_banner.ts";

/**
 * @param failed the packages whose script failed, after the runner's own lines.
 * @returns a status per part; undefined where it is not known. The last part has that of the run. Where others of several
 * packages failed, only these are known: the runner goes on after a failure, and may have been stopped.
 */
export function statusesOf(
  parts: readonly Part[],
  { exit, failed }: { exit: number; failed: ReadonlyMap<string, number> },
): (number | undefined)[] {
  const passed = runsInOrder(parts) ? 0 : undefined;
  if (exit === 0 && failed.size === 0 || !isOfPackages(parts)) {
    return parts.map((_, at) => at === parts.length - 1 ? exit : passed);
  }
  return parts.map(({ owner }, at) => {
    // Before it stand the ones that `pre` or the script itself called.
    const isLastOfOwner = parts.findLastIndex((one) => one.owner === owner) === at;
    const isOnlyKnown = at === parts.length - 1 && failed.size === 0;
    return isOnlyKnown ? exit : isLastOfOwner ? failed.get(owner) : undefined;
  });
}
