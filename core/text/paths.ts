/** Paths in tool output. They are never shortened with dots: the agent opens them. */

/** Takes the working directory's prefix out of absolute paths: `/home/u/p/src/a.ts` -> `src/a.ts`. */
export function relativePaths(text: string, cwd: string): string {
  if (cwd === "" || cwd === "/") return text;
  const escaped = cwd.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  // Only where a path begins; `/srv/home/u/p/x` must not lose its middle. `file:///…` links stay whole.
  return text.replaceAll(new RegExp(`(?<![\\w./~-])${escaped}/(?=[^\\s/])`, "g"), "");
}
