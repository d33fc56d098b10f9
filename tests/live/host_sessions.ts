/** Asks the real Codex, Copilot CLI and Gemini CLI what they do about shell lines; none of the lines runs anything. */
import { type ScratchHome, scratchHome } from "../harness/home.ts";
import { startAcpSession } from "./acp_session.ts";
import { startFakeGeminiModel } from "./fake_gemini_model.ts";
import { HOOK_CLIENTS, work } from "./hook_clients.ts";
import type { HostSet, RecordedHost } from "./host_sets.ts";

/** `sandboxed`: it runs unasked, but in Codex's sandbox. `ask`: the user is asked, or would be. */
export type HostDecision = "allow" | "sandboxed" | "ask" | "deny";

/** The history that a client sends along grows with each line, and Gemini CLI suspects loops where a turn has many calls. */
const LINES_PER_SESSION = 15;

/** The client's decisions on lines, in their order; each line is judged by itself. */
export async function hostDecisions(
  host: RecordedHost,
  set: HostSet,
  lines: readonly string[],
): Promise<HostDecision[]> {
  const found: HostDecision[] = [];
  const session = { codex: askCodex, copilot: askCopilot, gemini: askGemini }[host];
  for (let at = 0; at < lines.length; at += LINES_PER_SESSION) {
    using home = scratchHome();
    Deno.removeSync(`${home.bin}/rtk`);
    const part = lines.slice(at, at + LINES_PER_SESSION);
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

type Asking = (home: ScratchHome, lines: readonly string[], set: HostSet) => Promise<readonly HostDecision[]>;

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
  // It asks git for the folder of the repository.
  const text = '#!/bin/sh\ncase " $* " in *" rev-parse "*) exec /usr/bin/git "$@" ;; esac\necho RAN\n';
  for (const name of NAMES) home.write(`bin/${name}`, text);
  for (const name of NAMES) Deno.chmodSync(`${home.bin}/${name}`, 0o755);
  const client = HOOK_CLIENTS.copilot;
  const told = { ...client, env: (port: number) => ({ ...client.env(port), ...env }) };
  const answers = await work(told, home, lines.map((line) => client.call(line)), flags);
  return answers.map((text) => {
    if (text.startsWith("Permission denied because no interactive")) return "ask";
    return text.startsWith("Permission to run this tool was denied due to") ? "deny" : "allow";
  });
};

const NAMES = ("bash cargo cat docker find gh git grep head ls npm pytest rg rm rtk sort tail uniq wc").split(
  " ",
);

/** Gemini CLI asks over the Agent Client Protocol; without it, it refuses what it would ask about. */
const askGemini: Asking = async (home, lines, { flags = [] }) => {
  home.write("bin/bash", "#!/bin/sh\necho RAN\n");
  Deno.chmodSync(`${home.bin}/bash`, 0o755);
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
  const asked = new Set<number>();
  const session = await startAcpSession(
    command,
    `${home.path}/project`,
    () => asked.add(model.results.length),
  );
  for (let turn = 0; turn <= lines.length && model.results.length < lines.length; turn++) {
    await session.prompt("go");
  }
  await session.end();
  await model.stop();
  return model.results.map((text, index) => {
    if (asked.has(index)) return "ask";
    return text.includes("denied by policy") ? "deny" : "allow";
  });
};
