/** What VS Code's chat runs unasked, and what it always asks about, without a setting of the user's. Its source of 2026. */

const NAMES =
  ("basename|cat|cd|cmp|column|cut|date|df|dir|dirname|du|echo|file|find|findstr|grep|head|ls|nl|od|pwd|" +
    "readlink|realpath|rg|sed|sleep|sort|stat|tail|tr|tree|wc|which|xxd").split("|");

/** Wide on purpose: which of their options make it ask is not followed. */
export const UNASKED_BY_DEFAULT: readonly RegExp[] = [
  new RegExp(`^(?:${NAMES.join("|")})\\b`),
  /^git\b.*\b(?:status|log|show|diff|ls-files|grep|branch)\b/,
  /^docker\s+(?:ps|images|info|version|inspect|logs|top|stats|port|diff|search|events)\b/,
  /^docker\s+(?:container|image|network|volume|context|system|compose)\s+\w/,
  /^(?:npm|yarn|pnpm)\s+(?:list|ls|outdated|view|info|show|explain|why|audit|config|cache|licenses|ci|install)\b/,
  /^(?:npm|pnpm|yarn)\s+(?:root|prefix|bin|search|doctor|fund|repo|bugs|docs|home|help|pkg|versions)\b/,
  // Scripts of a package.json in the workspace.
  /^(?:npm|pnpm|yarn)\s+(?:run|test|start|stop|restart|run-script)\b/,
];

export const ASKED_BY_DEFAULT: readonly RegExp[] = [
  /^(?:rm|rmdir|del|dd|kill|ps|top|curl|wget|chmod|chown|jq|xargs|eval)\b/,
  /^find\b.*\s-(?:delete|exec|execdir|fprint|fprintf|fls|ok|okdir)\b/,
  /^rg\b.*\s(?:--pre|--hostname-bin)\b/,
  /^tree\b.*\s-o\b/,
  /^sort\b.*\s-(?:o|S)\b/,
  /^date\b.*\s(?:-s|--set)\b/,
  /^git\b.*\s--output\b/,
];
