/** Asks the real clients what they do about shell lines; none of the lines runs anything. */
import { type ScratchHome, scratchHome } from "../harness/home.ts";
import { askedCalls } from "./acp_session.ts";
import { askHermes, askOmp, askOpencode, askVibe } from "./config_host_sessions.ts";
import { startFakeGeminiModel } from "./fake_gemini_model.ts";
import { HOOK_CLIENTS, work } from "./hook_clients.ts";
import { droidRisk } from "./droid_sets.ts";
import type { HostSet, RecordedHost } from "./host_sets.ts";
import { writeBash, writePrograms } from "./stand_ins.ts";

/** `sandboxed`: it runs unasked, but in Codex's sandbox. `ask`: the user is asked, or would be. */
export type HostDecision = "allow" | "sandboxed" | "ask" | "deny";

/** The history that a client sends along grows with each line, and Gemini CLI suspects loops where a turn has many calls. */
const LINES_PER_SESSION = 15;

/** These take their time to start. */
const SLOW: readonly RecordedHost[] = ["hermes", "vibe"];
const LINES_OF_SLOW = 40;

/** The client's decisions on lines, in their order; each line is judged by itself. */
export async function hostDecisions(
  host: RecordedHost,
  set: HostSet,
  lines: readonly string[],
): Promise<HostDecision[]> {
  const found: HostDecision[] = [];
  const session = SESSIONS[host];
  const size = SLOW.includes(host) ? LINES_OF_SLOW : LINES_PER_SESSION;
  for (let at = 0; at < lines.length; at += size) {
    using home = scratchHome();
    Deno.removeSync(`${home.bin}/rtk`);
    const part = lines.slice(at, at + size);
    for (const name of ["project/a.txt", "project/sub/b.txt"]) home.write(name, "one\n");
    home.write("project/.git/HEAD", "ref: refs/heads/main\n");
    for (const [name, text] of Object.entries(set.files ?? {})) {
      home.write(name, text.replaceAll("@ROOT", home.path));
    }
    const flags = (set.flags ?? []).map((flag) => flag.replaceAll("@ROOT", home.path));
    const answers = await session(home, part, { ...set, flags });
    for (const [index, line] of part.entries()) {
      const answer = answers[index];
      if (answer === undefined) throw new Error(`Cannot tell what became of ${JSON.stringify(line)}`);
      found.push(answer);
    }
  }
  return found;
}

export type Asking = (
  home: ScratchHome,
  lines: readonly string[],
  set: HostSet,
) => Promise<readonly HostDecision[]>;

/** Codex starts a login shell: this profile ends it before the line, and shows whether it may write outside. */
const PROFILE = "if (echo >~/probe) 2>/dev/null; then echo IT IS FREE; else echo IT IS BOXED; fi; exit 0\n";

const askCodex: Asking = async (home, lines, { flags = [] }) => {
  home.write(".bash_profile", PROFILE);
  const client = HOOK_CLIENTS.codex;
  const calls = lines.map((line) => client.call(line));
  const answers = await work(client, home, calls, ["-s", "read-only", ...flags]);
  return answers.map((text) => {
    if (text.includes("IT IS FREE")) return "allow";
    if (text.includes("IT IS BOXED")) return "sandboxed";
    return text.includes("approval required by policy") ? "ask" : "deny";
  });
};

/** Copilot's shell is the system's: the names that lines hold are programs that do nothing. */
const askCopilot: Asking = async (home, lines, { flags = [], env = {} }) => {
  writePrograms(home);
  const client = HOOK_CLIENTS.copilot;
  const told = { ...client, env: (port: number) => ({ ...client.env(port), ...env }) };
  const answers = await work(told, home, lines.map((line) => client.call(line)), flags);
  return answers.map((text) => {
    if (text.startsWith("Permission denied because no interactive")) return "ask";
    return text.startsWith("Permission to run this tool was denied due to") ? "deny" : "allow";
  });
};

/** Gemini CLI asks over the Agent Client Protocol; without it, it refuses what it would ask about. */
const askGemini: Asking = async (home, lines, { flags = [] }) => {
  writeBash(home);
  const settings = JSON.parse(home.read(".gemini/settings.json") ?? "{}");
  const quiet = {
    security: { auth: { selectedType: "gemini-api-key" } },
    privacy: { usageStatisticsEnabled: false },
    general: { enableAutoUpdate: false },
  };
  home.write(".gemini/settings.json", JSON.stringify({ ...settings, ...quiet }));
  const client = HOOK_CLIENTS.gemini;
  const model = startFakeGeminiModel(lines.map((line) => client.call(line)));
  const [program = "", ...words] = Deno.env.get(client.variable)?.split(" ") ?? [];
  const command = new Deno.Command(program, {
    args: [...words, "--acp", "-m", "fake", ...flags],
    cwd: `${home.path}/project`,
    clearEnv: true,
    env: {
      HOME: home.path,
      PATH: `${home.bin}:/usr/bin:/bin`,
      SHELL: `${home.bin}/bash`,
      ...client.env(model.port),
    },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  });
  const calls = { results: model.results, count: lines.length };
  const asked = await askedCalls(command, `${home.path}/project`, calls);
  await model.stop();
  return model.results.map((text, index) => {
    if (asked.has(index)) return "ask";
    return text.includes("denied by policy") ? "deny" : "allow";
  });
};

/**
 * Droid starts the system's bash, which a file ends before the line. It asks over the Agent Client Protocol; `exec` ends at
 * the first thing that it would ask about.
 */
const askDroid: Asking = async (home, lines, { mode = "off" }) => {
  home.write("first.sh", "echo RAN; exit 0\n");
  const settings = JSON.parse(home.read(".factory/settings.json") ?? "{}");
  const autonomyLevel = mode.replace("auto-", "");
  home.write(
    ".factory/settings.json",
    JSON.stringify({ ...settings, sessionDefaultSettings: { autonomyLevel } }),
  );
  const client = HOOK_CLIENTS.droid;
  const calls = lines.map((line) => client.call(line, { riskLevel: droidRisk(line) }));
  const model = client.startModel(calls);
  client.configure?.(home, model.port);
  const [program = "", ...words] = Deno.env.get(client.variable)?.split(" ") ?? [];
  const command = new Deno.Command(program, {
    args: [...words, "exec", "--output-format", "acp", "-m", "custom:fake"],
    cwd: `${home.path}/project`,
    clearEnv: true,
    env: {
      HOME: home.path,
      PATH: "/usr/bin:/bin",
      BASH_ENV: `${home.path}/first.sh`,
      ...client.env(model.port),
    },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  });
  const asked = await askedCalls(command, `${home.path}/project`, {
    results: model.results,
    count: lines.length,
  });
  await model.stop();
  return model.results.map((text, index) => {
    if (asked.has(index)) return "ask";
    return text.includes("RAN") ? "allow" : "deny";
  });
};

const SESSIONS: Readonly<Record<RecordedHost, Asking>> = {
  codex: askCodex,
  copilot: askCopilot,
  droid: askDroid,
  gemini: askGemini,
  hermes: askHermes,
  omp: askOmp,
  opencode: askOpencode,
  vibe: askVibe,
};
