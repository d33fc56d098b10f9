/** Starts a program as typed: argv[0], arguments and environment are the user's. */
import { hasProtectedVariables, restoringOperands } from "./environment.ts";
import { SignalRelay } from "./signals.ts";

/** env(1) looks the name up and keeps it as argv[0]; Deno alone would pass the absolute path it found. */
const ENV = "/usr/bin/env";
const SHELL = "/bin/sh";

/** What is given to Deno to start a program. */
export interface StartForm {
  readonly command: string;
  readonly args: readonly string[];
}

/** Starts it with both streams apart. Never fails to have a form. */
export function plainForm([name = "", ...args]: readonly string[]): StartForm {
  return startsByEnv(name) ? { command: ENV, args: ["--", name, ...args] } : { command: name, args };
}

/**
 * Starts it with stderr going where stdout goes, so that the order between them is kept.
 * @returns undefined where that cannot be done without changing what the program sees.
 */
export function mergedForm(argv: readonly string[], shell = SHELL): StartForm | undefined {
  const restored = startsByEnv(argv[0] ?? "") ? restoringOperands() : undefined;
  if (!restored) return undefined;
  // The options before `--`, the assignments behind it, then the program: env(1) reads them in this order.
  const words = [...restored.unset, "--", ...restored.set, ...argv];
  return { command: shell, args: ["-c", `exec ${ENV} "$@" 2>&1`, "sh", ...words] };
}

/**
 * Starts it with arguments that are no text, which Deno cannot pass on: a shell makes them from their octal codes.
 * @returns undefined where that cannot be done without changing what the program sees.
 */
export function byteForm(argv: readonly (string | Uint8Array)[]): StartForm | undefined {
  const [name] = argv;
  const restored = typeof name === "string" && startsByEnv(name) ? restoringOperands() : undefined;
  if (!restored) return undefined;
  const passed = [...restored.unset, "--", ...restored.set];
  const words: string[] = [];
  for (const word of argv) {
    if (typeof word !== "string") {
      words.push(octalWord(word));
      continue;
    }
    passed.push(word);
    words.push(`"\${${passed.length}}"`);
  }
  const before = passed.slice(0, passed.length - argv.filter((word) => typeof word === "string").length);
  const options = before.map((_, at) => `"\${${at + 1}}"`);
  return { command: SHELL, args: ["-c", `exec ${ENV} ${[...options, ...words].join(" ")}`, "sh", ...passed] };
}

/** A double-quoted word of shell text. Substitution takes final newlines away, so they stand behind it. */
function octalWord(bytes: Uint8Array): string {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 10) end--;
  const octal = Array.from(bytes.subarray(0, end), (byte) => `\\${byte.toString(8).padStart(3, "0")}`);
  return `"$(printf '${octal.join("")}')${"\n".repeat(bytes.length - end)}"`;
}

/** env(1) takes a name with `=` for an assignment, and a lone `-` for an option. */
function startsByEnv(name: string): boolean {
  if (Deno.build.os === "windows" || name === "" || name === "-" || name.includes("=")) return false;
  return !hasProtectedVariables();
}

/** A started program, and what stands between it and rtk's signals. */
export interface Running {
  readonly child: Deno.ChildProcess;
  readonly relay: SignalRelay;
}

/** Starts the program, stdin inherited. @throws what the system says where it cannot be started. */
export function start(form: StartForm, output: "piped" | "inherit"): Running {
  const { command, args } = form;
  const options = { stdin: "inherit", stdout: output, stderr: output } as const;
  const child = new Deno.Command(command, { args: [...args], ...options }).spawn();
  return { child, relay: new SignalRelay(child) };
}
