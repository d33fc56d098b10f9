/** The warnings of a pytest report. Seen with pytest 7.2 and 9. */
import { fillLines } from "../../text/columns.ts";

interface Warning {
  readonly places: Set<string>;
  readonly ids: Set<string>;
}

// "  /home/u/p/a.py:58: DeprecationWarning: old api"
const WARNING = /^ {2}(\S.*?:\d+): (.+)$/;

/** Each message once, with its places, then the tests that gave it. */
export function warningLines(lines: readonly string[]): string[] {
  const warnings = new Map<string, Warning>();
  const others: string[] = [];
  let ids: string[] = [];
  let isOpen = false;
  for (const [index, line] of lines.entries()) {
    const [, place, message] = WARNING.exec(line) ?? [];
    if (place !== undefined && message !== undefined) {
      const warning = warnings.get(message) ?? { places: new Set(), ids: new Set() };
      warnings.set(message, warning);
      warning.places.add(place);
      for (const id of ids) warning.ids.add(id);
      isOpen = true;
    } else if (line === "") {
      ids = [];
      isOpen = false;
    } else if (line.startsWith("-- Docs: ")) continue;
    // The source line that warns ends the entry.
    else if (isOpen && /^ {4}\S/.test(line) && (lines[index + 1] ?? "") === "") continue;
    else if (!isOpen && /^\S/.test(line)) ids.push(line);
    else others.push(line);
  }
  const drawn = [...warnings].flatMap(([message, { places, ids }]) => {
    const [only = ""] = places;
    const inTest = [...ids].every((id) => only.startsWith(`${id.split("::")[0]}:`));
    // A warning of the test's own code: the place leads to the test.
    if (places.size === 1 && ids.size === 1 && inTest) return [`${only}: ${message}`];
    return [
      message,
      ...fillLines([...places], " ").map((line) => ` ${line.trimStart()}`),
      ...fillLines([...ids]).map((line) => `  ${line}`),
    ];
  });
  // Entries of another shape: all of them as they are, so that no id loses its text.
  return others.length > 0 ? lines.filter((line) => line !== "" && !line.startsWith("-- Docs: ")) : drawn;
}
