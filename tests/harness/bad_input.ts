/** What may stand on the stdin of a hook in place of a payload: one matrix for every hook, command line and plugin. */

/** One input. */
export interface Input {
  readonly what: string;
  readonly bytes: Uint8Array;
  /** Nobody closes the stream. */
  readonly isOpen?: true;
  /** One complete payload is in it, which is answered like any other. */
  readonly isWhole?: true;
}

type Json = Readonly<Record<string, unknown>>;

/** Keys under which hosts name the tool. */
const TOOL_KEYS = new Set(["tool_name", "toolName", "name"]);

/** The matrix, made of a good payload about `git status`. */
export function inputsFrom(payload: string): Input[] {
  const good = JSON.parse(payload) as Json;
  const texts: Readonly<Record<string, string>> = {
    "nothing": "",
    "a byte order mark alone": "\ufeff",
    "no JSON": "git status",
    "cut JSON": payload.slice(0, Math.floor(payload.length / 2)),
    "all but the last byte": payload.slice(0, -1),
    "an array around it": `[${payload}]`,
    "a second value behind it": `${payload}\n${payload}`,
    "an unknown tool": JSON.stringify(replaced(good, (key, value) => TOOL_KEYS.has(key) ? "Unknown" : value)),
    "a number for the command": payload.replaceAll('"git status"', "5"),
    "a command of two megabytes": payload.replaceAll(
      "git status",
      `git status ${"x".repeat(2 * 1024 * 1024)}`,
    ),
  };
  const encoder = new TextEncoder();
  const inputs: Input[] = Object.entries(texts).map(([what, text]) => ({
    what,
    bytes: encoder.encode(text),
  }));
  const [head = "", tail = ""] = payload.split("git status");
  return [
    ...inputs,
    {
      what: "bytes that are no UTF-8",
      bytes: new Uint8Array([...encoder.encode(`${head}git `), 0xff, 0xc0, ...encoder.encode(tail)]),
    },
    { what: "a byte order mark before it", bytes: encoder.encode(`\ufeff${payload}`), isWhole: true },
    { what: "nothing, and no end", bytes: new Uint8Array(), isOpen: true },
    { what: "half of it, and no end", bytes: encoder.encode(payload.slice(0, -5)), isOpen: true },
    { what: "all of it, and no end", bytes: encoder.encode(payload), isOpen: true, isWhole: true },
  ];
}

/** Payloads in which one member, at any depth, has a value of another type. */
export function wrongTypes(payload: string): Input[] {
  const good = JSON.parse(payload) as Json;
  const found: Input[] = [];
  for (const path of pathsOf(good)) {
    for (const value of [null, 5, true, "", "x", [], {}, [[]], undefined]) {
      const what = `${path} is ${JSON.stringify(value)}`;
      const text = JSON.stringify(replaced(good, (_, old, at) => at === path ? value : old));
      found.push({ what, bytes: new TextEncoder().encode(text) });
    }
  }
  return found;
}

function pathsOf(value: unknown, at = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap((
    [key, member],
  ) => [`${at}.${key}`, ...pathsOf(member, `${at}.${key}`)]);
}

type Replace = (key: string, value: unknown, at: string) => unknown;

/** A copy in which every member is what a function makes of it. */
function replaced(value: unknown, replace: Replace, at = ""): unknown {
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => {
    const path = `${at}.${key}`;
    const made = replace(key, member, path);
    return [key, made === member ? replaced(member, replace, path) : made] as const;
  });
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}
