/** How a plugin asks rtk about a command. Whatever goes wrong, the command stays as it is. */
import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import process from "node:process";

/** The agent by whose rules rtk judges; filled in where the plugin is installed. */
const AGENT = "";

/**
 * Where rtk was when the plugin was installed, as hosts with a window start with a short PATH. Empty in a project, which
 * others share.
 */
const KNOWN_PATH = "";

/** Milliseconds that rtk may take. */
const LIMIT = 2000;

/** What becomes of a command; `refuse`: a typed `rtk` would walk past a rule of the host. */
export type Advice =
  | { readonly kind: "leave" }
  | { readonly kind: "run"; readonly command: string }
  | { readonly kind: "refuse"; readonly reason: string };

/** A call of the host's shell tool. */
export interface Question {
  readonly command: string;
  /** Where the command runs. */
  readonly folder: string;
  /** What rtk cannot see of the host otherwise. */
  readonly env?: Readonly<Record<string, string>>;
}

const LEAVE: Advice = { kind: "leave" };

/** Asks rtk about a command; never throws, and answers within two seconds. */
export async function adviceOf(question: Question): Promise<Advice> {
  try {
    const onPath = pathsOfRtk().find(isExecutable);
    const rtk = onPath ?? (isExecutable(KNOWN_PATH) ? KNOWN_PATH : undefined);
    if (rtk === undefined) return LEAVE;
    // The shell would not find it by its name either.
    const calledAs: Record<string, string> = onPath === undefined ? { RTK_CALLED_AS: rtk } : {};
    const answer = await run(rtk, { ...question, env: { ...question.env, ...calledAs } });
    return answer === undefined ? LEAVE : adviceIn(answer, question.command);
  } catch {
    return LEAVE;
  }
}

/** Where the host's process runs. */
export function startFolder(): string {
  return process.cwd();
}

/** The values of an option with which the host was started, in their order. */
export function optionValues(name: string): string[] {
  const words = process.argv;
  return words.flatMap((word, at) => {
    if (word.startsWith(`${name}=`)) return [word.slice(name.length + 1)];
    return word === name ? words.slice(at + 1, at + 2) : [];
  });
}

interface Answer {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Statuses of `rtk rewrite`: 0 and 3 come with a text, and either way the host judges that text by its rules. */
function adviceIn({ status, stdout, stderr }: Answer, command: string): Advice {
  if ((status === 0 || status === 3) && onlyInserts(stdout, command)) return { kind: "run", command: stdout };
  // At status 2 the host denies the command by its own rule, except where only `rtk` hides it from that rule.
  const reason = status === 2 && /\brtk\b/.test(command) &&
    /^rtk: (rule [^]* covers [^]*)\n$/.exec(stderr)?.[1];
  return reason ? { kind: "refuse", reason: `rtk: ${reason}` } : LEAVE;
}

/** The word that rtk inserts: its name or its quoted path, and a blank. */
const INSERTION = /(?:'(?:[^'\n]|'\\'')*'|\brtk) /g;

/** rtk inserts words and changes nothing else; any other text is not its answer. */
function onlyInserts(text: string, command: string): boolean {
  return text !== command && text.replace(INSERTION, "") === command.replace(INSERTION, "");
}

const isWindows = process.platform === "win32";

function pathsOfRtk(): string[] {
  const folders = (process.env.PATH ?? "").split(isWindows ? ";" : ":");
  return folders.filter((folder) => /^(?:\/|[A-Za-z]:[\\/])/.test(folder)).map((folder) =>
    `${folder}/${isWindows ? "rtk.exe" : "rtk"}`
  );
}

function isExecutable(path: string): boolean {
  try {
    const info = statSync(path);
    return info.isFile() && (isWindows || (info.mode & 0o111) !== 0);
  } catch {
    return false;
  }
}

/** Runs `rtk rewrite`; undefined when it takes too long, cannot be started, or prints without end. */
function run(rtk: string, { command, folder, env }: Question): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const child = spawn(rtk, ["rewrite", "--agent", AGENT, "--", command], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own, so that what it starts can be ended with it.
      detached: !isWindows,
      windowsHide: true,
    });
    const printed = { stdout: "", stderr: "" };
    const end = (answer?: Answer): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    const giveUp = (): void => {
      end();
      child.stdout.destroy();
      child.stderr.destroy();
      kill(child.pid);
    };
    const timer = setTimeout(giveUp, LIMIT);
    const listen = (name: "stdout" | "stderr"): void => {
      child[name].setEncoding("utf8");
      child[name].on("data", (chunk: string) => {
        printed[name] += chunk;
        if (printed[name].length > 2 * command.length + 100_000) giveUp();
      });
    };
    listen("stdout");
    listen("stderr");
    child.on("error", () => end());
    child.on("close", (status: number | null) => end({ status, ...printed }));
  });
}

/** Ends a process and what it started. */
function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(isWindows ? pid : -pid, "SIGKILL");
  } catch {
    // It ended just now.
  }
}
