/** The real clients that load rtk's TypeScript plugins: how each is pointed at the fake model and started without a user. */
import type { ScratchHome } from "../harness/home.ts";

export interface PluginClient {
  readonly id: "omp" | "opencode" | "pi";
  /** The variable that names the client: a program, or one with the script that it runs. */
  readonly variable: string;
  /** Writes the model's place, and rules in the client's own words. */
  configure(home: ScratchHome, port: number, rules?: Readonly<Record<string, unknown>>): void;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** npm `opencode-ai`: the native program of its package for the platform; seen with 1.18.33. */
const opencode: PluginClient = {
  id: "opencode",
  variable: "RTK_OPENCODE_CLIENT",
  configure(home, port, rules) {
    const options = { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: "x" };
    const provider = { fake: { npm: "@ai-sdk/anthropic", options, models: { fake: {} } } };
    const models = { model: "fake/fake", small_model: "fake/fake" };
    home.write(
      ".config/opencode/opencode.json",
      JSON.stringify({ provider, ...models, ...rules }),
    );
  },
  args: ["run", "go"],
  env: {
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    // It installs its plugin package in the background, which takes more than a minute to fail without a network.
    npm_config_fetch_retries: "0",
  },
};

/** npm `@earendil-works/pi-coding-agent`: `node …/dist/bundle/cli.js`, node 22.19 or later; seen with 1.6.0. */
const pi: PluginClient = {
  id: "pi",
  variable: "RTK_PI_CLIENT",
  configure(home, port) {
    const models = [{ id: "fake-model" }];
    const provider = {
      baseUrl: `http://127.0.0.1:${port}`,
      api: "anthropic-messages",
      apiKey: "x",
      models,
    };
    home.write(".pi/agent/models.json", JSON.stringify({ providers: { fake: provider } }));
  },
  args: ["-p", "--provider", "fake", "--model", "fake-model", "go"],
  env: { PI_OFFLINE: "1" },
};

/** npm `@oh-my-pi/pi-coding-agent`: `bun …/dist/cli.js`; seen with 18.2.3. */
const omp: PluginClient = {
  id: "omp",
  variable: "RTK_OMP_CLIENT",
  configure(home, port, rules) {
    const models = [{ id: "fake-model", name: "fake-model" }];
    const provider = {
      baseUrl: `http://127.0.0.1:${port}`,
      api: "anthropic-messages",
      apiKey: "x",
      models,
    };
    // JSON is YAML as well.
    home.write(".omp/agent/models.yml", JSON.stringify({ providers: { fake: provider } }));
    if (rules !== undefined) home.write(".omp/agent/config.yml", JSON.stringify(rules));
  },
  args: ["-p", "--model", "fake/fake-model", "go"],
  env: { PI_OFFLINE: "1" },
};

export const PLUGIN_CLIENTS: readonly PluginClient[] = [omp, opencode, pi];
