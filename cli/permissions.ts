/** The permission set of deno.json as command line flags: the launcher spells them out, the build checks they agree. */

/** The shape of one permission in deno.json as far as rtk uses it. */
type Permission = true | { readonly deny: true };

/** Deno's own short spellings; a kernel reads at most 255 bytes of the launcher's first line. */
const SHORT: Readonly<Record<string, string>> = { read: "R", write: "W", env: "E" };

/**
 * Turns the permission set of deno.json into flags, `-RW --deny-net`.
 * @throws TypeError for a form that the launcher could not reproduce.
 */
export function permissionFlags(set: Readonly<Record<string, unknown>>): string[] {
  const letters: string[] = [];
  const words = Object.entries(set).flatMap(([name, value]) => {
    const permission = value as Permission;
    if (permission === true && SHORT[name]) {
      letters.push(SHORT[name]);
      return [];
    }
    if (permission === true) return [`--allow-${name}`];
    if (permission?.deny === true) return [`--deny-${name}`];
    throw new TypeError(`Cannot turn the permission "${name}" of deno.json into a flag`);
  });
  return letters.length > 0 ? [`-${letters.join("")}`, ...words] : words;
}
