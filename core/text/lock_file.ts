/** Lock files of package managers: the packages with their versions, without hashes, addresses and dependencies. */
import { fillLines } from "./columns.ts";

const LOCK_FILE =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|deno\.lock|Cargo\.lock|poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock|Gemfile\.lock|composer\.lock|go\.sum|pubspec\.lock|mix\.lock|Podfile\.lock)$/;

/** Whether a path names a lock file that `lockedPackages` reads. */
export function isLockFile(path: string): boolean {
  return LOCK_FILE.test(path);
}

// `name = "serde"`, `"name": "symfony/console",`
const NAME = /^\s*"?name"?\s*[=:]\s*"([^"]+)"/;
// `version = "1.0"`, `"version": "1.0",`, `  version "1.0"`, `    version: 1.0`
const VERSION = /^\s+"?version"?\s*[:=]?\s*"?([^"\s,]+)"?,?$|^version = "([^"]+)"$/;
// `    "node_modules/a/node_modules/react": {`, `"@types/node@*", "@types/node@^18":`, `"react@npm:^18":`, `  lodash:`
const KEY = /^\s*"?(?:.*node_modules\/)?(@?[^"\s,:@]+).*:(?: \{)?$/;
// `    rails (7.0.4)` (Gemfile.lock), `  - Alamofire (5.6.0)` (Podfile.lock)
const WITH_VERSION = /^ {2,4}(?:- )?"?([\w@./+-]+) \(([^)\s]+)\)"?:?$/;
// `github.com/x/y v1.2.3 h1:…`; `/go.mod` rows repeat it
const GO_SUM = /^(\S+) (v[^\s/]+) h1:/;
// `  /react@18.2.0:`, `  'react@18.2.0(x@1)':`, `    "react": ["react@18.2.0", …`
const AT_VERSION =
  /^ {2}['"]?\/?((?:@[\w.-]+\/)?[\w.-]+)@(\d[^\s:'"(]*)(?:\([^:]*\))?['"]?:$|\["((?:@[\w.-]+\/)?[\w.-]+)@([^"]+)"/;
// `  "jason": {:hex, :jason, "1.4.0", …`
const MIX = /^\s*"([^"]+)": \{:hex, :\w+, "([^"]+)"/;

/** Fewer packages: the format is another one. */
const MIN_PACKAGES = 5;

/** `react@18.2.0 …`, in the order of the file; undefined when the format is not known. */
export function lockedPackages(lines: readonly string[]): string[] | undefined {
  const found = new Set<string>();
  let name = "";
  for (const line of lines) {
    const pair = MIX.exec(line) ?? AT_VERSION.exec(line) ?? GO_SUM.exec(line) ?? WITH_VERSION.exec(line);
    if (pair) {
      found.add(`${pair[1] ?? pair[3] ?? ""}@${pair[2] ?? pair[4] ?? ""}`);
      continue;
    }
    const version = VERSION.exec(line);
    if (version && name !== "") {
      found.add(`${name}@${version[1] ?? version[2] ?? ""}`);
      name = "";
      continue;
    }
    const named = NAME.exec(line)?.[1] ?? KEY.exec(line)?.[1];
    if (named !== undefined) name = named;
  }
  return found.size < MIN_PACKAGES ? undefined : fillLines([...found]);
}
