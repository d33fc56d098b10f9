/** The real clients that ask `rtk hook`: how each is pointed at a fake model and started without a user. */
import type { ScratchHome } from "../harness/home.ts";
import { type ChatCall, startFakeChatModel } from "./fake_chat_model.ts";
import { startFakeGeminiModel } from "./fake_gemini_model.ts";
import { startFakeResponsesModel } from "./fake_responses_model.ts";

interface FakeModel {
  readonly port: number;
  /** What the client sent back, by call. */
  readonly results: readonly string[];
  stop(): Promise<void>;
}

export interface HookClient {
  readonly id: "cline" | "codex" | "copilot" | "droid" | "gemini";
  /** The variable that names the client: a program, or one with the script that it runs. */
  readonly variable: string;
  /** A call of its shell tool. */
  call(command: string, more?: Readonly<Record<string, unknown>>): ChatCall;
  startModel(calls: readonly ChatCall[]): FakeModel;
  /** Writes what it must know of the model, where it is not told so by arguments. */
  configure?(home: ScratchHome, port: number): void;
  /** What stands behind the client's own words. */
  args(flags: readonly string[]): readonly string[];
  env(port: number): Readonly<Record<string, string>>;
  /** Runs before each session. */
  prepare?(run: (args: readonly string[]) => Promise<unknown>, port: number): Promise<void>;
  /** Ends what the client leaves behind. */
  end?(home: ScratchHome): void;
}

/** npm `@openai/codex`; seen with 0.171.0. */
const codex: HookClient = {
  id: "codex",
  variable: "RTK_CODEX_CLIENT",
  call: (command, more) => ({ tool: "exec_command", args: { cmd: command, ...more } }),
  startModel: startFakeResponsesModel,
  configure: (home, port) =>
    home.write(
      ".codex/config.toml",
      `model = "fake"
model_provider = "fake"
check_for_update_on_startup = false
[model_providers.fake]
name = "fake"
base_url = "http://127.0.0.1:${port}/v1"
env_key = "FAKE_KEY"
wire_api = "responses"
[analytics]
enabled = false
`,
    ),
  args: (flags) => ["exec", "--skip-git-repo-check", ...flags, "go"],
  env: () => ({ FAKE_KEY: "x" }),
};

/** npm `@google/gemini-cli`; seen with 0.61.0. */
const gemini: HookClient = {
  id: "gemini",
  variable: "RTK_GEMINI_CLIENT",
  call: (command, more) => ({ tool: "run_shell_command", args: { command, ...more } }),
  startModel: startFakeGeminiModel,
  // A named model is used as it is; else another is asked first which one to take.
  args: (flags) => ["-m", "fake", ...flags, "-p", "go"],
  env: (port) => ({
    GEMINI_API_KEY: "x",
    GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${port}`,
    GEMINI_CLI_TRUST_WORKSPACE: "true",
  }),
};

/** npm `@github/copilot`: the native program of its package for the platform; seen with 1.0.102. */
const copilot: HookClient = {
  id: "copilot",
  variable: "RTK_COPILOT_CLIENT",
  call: (command, more) => ({ tool: "bash", args: { command, description: "step", ...more } }),
  startModel: startFakeChatModel,
  args: (flags) => ["-p", "go", ...flags],
  env: (port) => ({
    COPILOT_PROVIDER_BASE_URL: `http://127.0.0.1:${port}/v1`,
    COPILOT_PROVIDER_API_KEY: "x",
    COPILOT_MODEL: "gpt-4.1",
    COPILOT_OFFLINE: "true",
    COPILOT_AUTO_UPDATE: "false",
  }),
};

/** npm `droid`: the native program of its package for the platform; seen with 0.215.0. */
const droid: HookClient = {
  id: "droid",
  variable: "RTK_DROID_CLIENT",
  call: (command, more) => ({
    tool: "Execute",
    args: { command, riskLevelReason: "step", riskLevel: "low", ...more },
  }),
  startModel: startFakeChatModel,
  configure: (home, port) =>
    home.write(
      ".factory/config.json",
      JSON.stringify({
        custom_models: [{
          model: "fake",
          model_display_name: "fake",
          base_url: `http://127.0.0.1:${port}/v1`,
          api_key: "x",
          provider: "generic-chat-completion-api",
          max_tokens: 1000,
        }],
      }),
    ),
  args: (flags) => ["exec", "-m", "custom:fake", ...flags, "go"],
  // It wants no login where it may not speak to its own servers.
  env: () => ({ FACTORY_AIRGAP_ENABLED: "true", FACTORY_API_KEY: "x" }),
};

/** npm `cline`: the native program of its package for the platform; seen with 3.0.65. */
const cline: HookClient = {
  id: "cline",
  variable: "RTK_CLINE_CLIENT",
  call: (command, more) => ({ tool: "run_commands", args: { commands: [command], ...more } }),
  startModel: startFakeChatModel,
  // A prompt of one word would be a command.
  args: (flags) => ["-P", "openai", "-m", "fake-model", "-k", "x", ...flags, "go on"],
  env: () => ({ CLINE_TELEMETRY_DISABLED: "1" }),
  async prepare(run, port) {
    await run(["auth", "-p", "openai", "-k", "x", "-m", "fake-model", "-b", `http://127.0.0.1:${port}/v1`]);
  },
  end: endHubOfCline,
};

/** It leaves a process that serves the folder to other programs. */
function endHubOfCline(home: ScratchHome): void {
  for (const { name } of Deno.readDirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const words = (home.read(`/proc/${name}/cmdline`) ?? "").split("\0");
    if (!words.includes("--cline-hub-daemon") || !words.some((word) => word.startsWith(home.path))) continue;
    Deno.kill(Number(name), "SIGKILL");
  }
}

export const HOOK_CLIENTS = { cline, codex, copilot, droid, gemini } as const;

/** A session in `project` that makes these calls; the client's answers, by call. */
export async function work(
  client: HookClient,
  home: ScratchHome,
  calls: readonly ChatCall[],
  flags: readonly string[] = [],
): Promise<readonly string[]> {
  const model = client.startModel(calls);
  const env = { TERM: "dumb", SHELL: "/bin/bash", ...client.env(model.port) };
  const words = Deno.env.get(client.variable)?.split(" ") ?? [];
  const run = (args: readonly string[]) =>
    home.run(["timeout", "-k", "5", "120", ...words, ...args], { cwd: `${home.path}/project`, env });
  try {
    client.configure?.(home, model.port);
    await client.prepare?.(run, model.port);
    const { code, stdout, stderr } = await run(client.args(flags));
    if (code !== 0) throw new Error(`Cannot use the client's answers: status ${code}: ${stdout}${stderr}`);
    return model.results;
  } finally {
    await model.stop();
    client.end?.(home);
  }
}
