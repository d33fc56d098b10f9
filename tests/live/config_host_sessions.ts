/** Asks the real Hermes, Oh My Pi, OpenCode and Vibe what they do about shell lines; none of the lines runs anything. */
import type { ScratchHome } from "../harness/home.ts";
import { askedCalls } from "./acp_session.ts";
import { type ChatCall, startFakeChatModel } from "./fake_chat_model.ts";
import { startFakeModel } from "./fake_model.ts";
import type { Asking } from "./host_sessions.ts";
import type { HostSet } from "./host_sets.ts";
import { PLUGIN_CLIENTS, type PluginClient } from "./plugin_clients.ts";
import { writeBash, writePrograms } from "./stand_ins.ts";

function programOf(variable: string): string[] {
  return Deno.env.get(variable)?.split(" ") ?? [];
}

function pluginClient(wanted: PluginClient["id"]): PluginClient {
  const client = PLUGIN_CLIENTS.find(({ id }) => id === wanted);
  if (!client) throw new Error(`Cannot find ${wanted}`);
  return client;
}

/** OpenCode asks over the Agent Client Protocol; `run` ends at the first refusal. It starts the shell that SHELL names. */
export const askOpencode: Asking = async (home, lines, { env = {} }) => {
  writeBash(home);
  const client = pluginClient("opencode");
  const model = startFakeModel(lines);
  const rules = home.read(".config/opencode/opencode.json") ?? "{}";
  client.configure(home, model.port, JSON.parse(rules));
  const [program = "", ...words] = programOf(client.variable);
  const command = new Deno.Command(program, {
    args: [...words, "acp"],
    cwd: `${home.path}/project`,
    clearEnv: true,
    env: {
      HOME: home.path,
      PATH: `${home.bin}:/usr/bin:/bin`,
      SHELL: `${home.bin}/bash`,
      ...client.env,
      ...env,
    },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  });
  const calls = { results: model.results, count: lines.length };
  const asked = await askedCalls(command, `${home.path}/project`, calls);
  await model.stop();
  return model.results.map(({ error }, index) => {
    if (asked.has(index)) return "ask";
    return error ? "deny" : "allow";
  });
};

/** Oh My Pi has a shell of its own: the names that lines hold are programs that do nothing. */
export const askOmp: Asking = async (home, lines, { flags = [], env = {} }) => {
  writePrograms(home);
  const client = pluginClient("omp");
  const model = startFakeModel(lines);
  client.configure(home, model.port);
  const { code, stdout, stderr } = await home.run(
    ["timeout", "-k", "5", "120", ...programOf(client.variable), ...client.args, ...flags],
    {
      cwd: `${home.path}/project`,
      env: { ...client.env, SHELL: `${home.bin}/bash`, ...env },
    },
  );
  await model.stop();
  if (code !== 0) throw new Error(`Cannot use the client's answers: status ${code}: ${stdout}${stderr}`);
  return model.results.map(({ text }) => {
    if (text.includes("requires approval but no interactive UI")) return "ask";
    return /is blocked by (?:tool|user) policy|^Blocked: /.test(text) ? "deny" : "allow";
  });
};

async function workOf(
  home: ScratchHome,
  lines: readonly ChatCall[],
  argv: readonly string[],
  configure: (port: number) => void,
  env: HostSet["env"] = {},
): Promise<readonly string[]> {
  const model = startFakeChatModel(lines);
  try {
    configure(model.port);
    const { code, stdout, stderr } = await home.run(["timeout", "-k", "5", "180", ...argv], {
      cwd: `${home.path}/project`,
      env: { TERM: "dumb", SHELL: `${home.bin}/bash`, ...env },
    });
    if (code !== 0) throw new Error(`Cannot use the client's answers: status ${code}: ${stdout}${stderr}`);
    return model.results;
  } finally {
    await model.stop();
  }
}

const VIBE_MODEL = `active_model = "fake"
enable_telemetry = false
enable_update_checks = false
enable_auto_update = false
providers = [{ name = "fake", api_base = "http://127.0.0.1:PORT/v1", api_key_env_var = "FAKE_KEY", api_style = "openai", backend = "generic" }]
models = [{ name = "fake", provider = "fake", alias = "fake" }]
`;

/** Vibe's shell is the system's; without a user it refuses what it would ask about. */
export const askVibe: Asking = async (home, lines, { flags = [], env = {} }) => {
  writePrograms(home);
  const rules = home.read(".vibe/config.toml") ?? "";
  const results = await workOf(
    home,
    lines.map((command) => ({ tool: "bash", args: { command } })),
    [...programOf("RTK_VIBE_CLIENT"), "-p", "go", ...flags],
    (port) => home.write(".vibe/config.toml", `${VIBE_MODEL.replace("PORT", String(port))}${rules}`),
    { FAKE_KEY: "x", ...env },
  );
  return results.map((text) => {
    if (text.includes("denied by approval callback")) return "ask";
    return text.includes('"returncode":') ? "allow" : "deny";
  });
};

/** Tirith is a scanner that it would fetch. */
const HERMES_MODEL = `model:
  default: fake
  provider: custom
  base_url: http://127.0.0.1:PORT/v1
  api_key: x
security:
  tirith_enabled: false
`;

/** Hermes takes bash from PATH; it waits a second for a user who is not there. */
export const askHermes: Asking = async (home, lines, { env = {} }) => {
  writeBash(home);
  const rules = home.read(".hermes/config.yaml") ?? "approvals:\n";
  const results = await workOf(
    home,
    lines.map((command) => ({ tool: "terminal", args: { command } })),
    [...programOf("RTK_HERMES_CLIENT"), "chat", "-Q", "-q", "go"],
    (port) =>
      home.write(
        ".hermes/config.yaml",
        `${HERMES_MODEL.replace("PORT", String(port))}${
          rules.replace("approvals:\n", "approvals:\n  timeout: 1\n")
        }`,
      ),
    // Else it waits for someone to type the password.
    { OPENAI_API_KEY: "x", SUDO_PASSWORD: "x", ...env },
  );
  return results.map((text) => {
    if (text.includes("RAN")) return "allow";
    return /User denied|timed out/.test(text) ? "ask" : "deny";
  });
};
