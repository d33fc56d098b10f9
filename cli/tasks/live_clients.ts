/** The real clients that `deno task live` installs: where each comes from, and how a suite of `tests/` is told of it. */

export interface LiveClient {
  readonly id: string;
  readonly version: string;
  /** `npm`: packages with their versions; `pypi`: one package, and the Python it needs. */
  readonly from: { readonly npm: readonly string[] } | { readonly pypi: string; readonly python: number };
  /** The variable of its suite, and what stands in it; `@` is the folder. */
  readonly variable: string;
  readonly value: string;
  readonly suite: string;
  /** Only tests whose names begin so; the whole suite without. */
  readonly prefix?: string;
}

// Native packages are for one platform each.
const PLATFORM = `${Deno.build.os}-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}`;
const BUN = `${Deno.build.os}-${Deno.build.arch === "aarch64" ? "aarch64" : "x64"}`;
const MODULES = "@/node_modules";

export const LIVE_CLIENTS: readonly LiveClient[] = [
  {
    id: "claude",
    version: "2.1.332",
    from: { npm: ["@anthropic-ai/claude-code@2.1.332"] },
    variable: "RTK_CLAUDE_CLIENT",
    value: `${MODULES}/@anthropic-ai/claude-code-${PLATFORM}/claude`,
    suite: "live_claude_test.ts",
  },
  {
    id: "cline",
    version: "3.0.65",
    from: { npm: ["cline@3.0.65"] },
    variable: "RTK_CLINE_CLIENT",
    value: `${MODULES}/@cline/cli-${PLATFORM}/bin/cline`,
    suite: "live_hooks_test.ts",
    prefix: "cline",
  },
  {
    id: "codex",
    version: "0.171.0",
    from: { npm: ["@openai/codex@0.171.0"] },
    variable: "RTK_CODEX_CLIENT",
    value: `${MODULES}/.bin/codex`,
    suite: "live_hooks_test.ts",
    prefix: "codex",
  },
  {
    id: "copilot",
    version: "1.0.102",
    from: { npm: ["@github/copilot@1.0.102"] },
    variable: "RTK_COPILOT_CLIENT",
    value: `${MODULES}/@github/copilot-${PLATFORM}/copilot`,
    suite: "live_hooks_test.ts",
    prefix: "copilot",
  },
  {
    id: "droid",
    version: "0.215.0",
    from: { npm: ["droid@0.215.0"] },
    variable: "RTK_DROID_CLIENT",
    value: `${MODULES}/@factory/cli-${PLATFORM}/bin/droid`,
    suite: "live_hooks_test.ts",
    prefix: "droid",
  },
  {
    id: "gemini",
    version: "0.61.0",
    from: { npm: ["@google/gemini-cli@0.61.0"] },
    variable: "RTK_GEMINI_CLIENT",
    value: `${MODULES}/.bin/gemini`,
    suite: "live_hooks_test.ts",
    prefix: "gemini",
  },
  {
    id: "hermes",
    version: "0.19.0",
    from: { pypi: "hermes-agent==0.19.0", python: 11 },
    variable: "RTK_HERMES_CLIENT",
    value: "@/bin/hermes",
    suite: "live_hermes_test.ts",
  },
  {
    id: "omp",
    version: "18.2.3",
    from: { npm: ["@oh-my-pi/pi-coding-agent@18.2.3", `@oven/bun-${BUN}@1.3.14`] },
    variable: "RTK_OMP_CLIENT",
    value: `${MODULES}/@oven/bun-${BUN}/bin/bun ${MODULES}/@oh-my-pi/pi-coding-agent/dist/cli.js`,
    suite: "live_plugins_test.ts",
    prefix: "omp",
  },
  {
    id: "opencode",
    version: "1.18.33",
    from: { npm: ["opencode-ai@1.18.33"] },
    variable: "RTK_OPENCODE_CLIENT",
    value: `${MODULES}/opencode-${PLATFORM}/bin/opencode`,
    suite: "live_plugins_test.ts",
    prefix: "opencode",
  },
  {
    id: "pi",
    version: "1.6.0",
    // It wants Node 22.19 or later.
    from: { npm: ["@earendil-works/pi-coding-agent@1.6.0", `node-${PLATFORM}@24`] },
    variable: "RTK_PI_CLIENT",
    value:
      `${MODULES}/node-${PLATFORM}/bin/node ${MODULES}/@earendil-works/pi-coding-agent/dist/bundle/cli.js`,
    suite: "live_plugins_test.ts",
    prefix: "pi",
  },
  {
    id: "vibe",
    version: "3.0.2",
    from: { pypi: "mistral-vibe==3.0.2", python: 12 },
    variable: "RTK_VIBE_CLIENT",
    value: "@/bin/vibe",
    suite: "live_vibe_test.ts",
  },
];

/** Hosts that no test can drive. */
export const NOT_DRIVEN: Readonly<Record<string, string>> = {
  antigravity: "its program is in no package registry; the engine of its Python package reads no hooks.json",
  copilot: "VS Code's chat has no way to run without its window",
  cursor: "its program wants a login and speaks to its own servers only",
  roo: "an extension of VS Code, without a program",
  trae: "an editor, without a program",
  windsurf: "an editor, without a program",
};
