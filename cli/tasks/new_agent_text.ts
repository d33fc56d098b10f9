/** The texts of a new agent's folder, by how rtk reaches it, and what is left to be done. */

/** How rtk reaches the agent; `.github/CONTRIBUTING.md` tells what each costs. */
export type Tier = "hook" | "plugin" | "rules";

export interface NewAgent {
  readonly id: string;
  readonly title: string;
  readonly tier: Tier;
}

/** A folder's files by name, and the steps that follow. */
export interface AgentParts {
  readonly files: Readonly<Record<string, string>>;
  readonly left: readonly string[];
}

/** The parts of an agent's skeleton. */
export function parts(agent: NewAgent): AgentParts {
  switch (agent.tier) {
    case "hook":
      return {
        files: {
          "mod.ts": hookModule(agent),
          "installation.ts": hookInstallation(agent),
          "README.md": readme(agent),
        },
        left: [
          `agents/${agent.id}/mod.ts: the host's name for its shell tool, how its payload says folder, mode and background, and each form of reply (allow, no opinion, refusal); echo every field of the input`,
          RULES_STEP,
          `agents/${agent.id}/installation.ts: places of the host's files, per scope, the variable that moves them, event, matcher, the unit of the timeout, and a payload as the host really sends it`,
          "agents/registry.ts: the tool's name in SHELL_TOOLS, where this host alone has it",
          "tests/cases/hooks.jsonl: recorded payloads with their replies; tests/agents_rules_test.ts: its rules",
          "tests/agents_input_test.ts: the timeout of its entry in TIMEOUTS; a host that wants a text for no opinion gets it from hookCommand as well",
          ...COMMON_STEPS,
        ],
      };
    case "plugin":
      return {
        files: {
          "mod.ts": pluginModule(agent),
          "installation.ts": pluginInstallation(agent),
          "rtk.ts": pluginText(agent),
          "README.md": readme(agent),
        },
        left: [
          `agents/${agent.id}/rtk.ts: the host's event before a shell command, what it calls its shell tool, how the command is replaced and refused; it must not throw, and must leave background commands alone`,
          RULES_STEP,
          `agents/${agent.id}/installation.ts: where the host looks for plugins, per scope, and the variable that moves that`,
          "tests/agents_plugin_test.ts: the plugin against a stub of the host, which tests/agents_plugin_input_test.ts finds in HOSTS; tests/agents_rules_test.ts: its rules",
          ...COMMON_STEPS,
        ],
      };
    case "rules":
      return {
        files: { "installation.ts": rulesInstallation(agent), "README.md": readme(agent) },
        left: [
          `agents/${agent.id}/installation.ts: where the host looks for rules, per scope; a new folder must not switch off files that it read before`,
          ...COMMON_STEPS,
        ],
      };
  }
}

const RULES_STEP =
  "its permission rules: a reader in rules.ts, as far as they stand in files; where they do not, defaultRewrite says up to which effect commands are rewritten all the same";

const COMMON_STEPS = [
  "switchedOff, untrusted, toolShell, version in installation.ts: what the host documents of hooks that do not run, so that rtk doctor can tell",
  "README.md of the folder: files, what was checked against which version, what the host does with a rewritten command",
  "drive the real host once: a rewrite, a denied command, a missing rtk, a broken answer; then deno task ok",
];

function hookModule({ id, title }: NewAgent): string {
  return `/** ${title}: say which event and tool ask, what a reply may do, and which version was seen. */
import { type HookAgent, isRecord } from "../agent.ts";
import { ruleSet } from "../line_rules.ts";
import { requestOf } from "../payload.ts";

/** The host's name for its shell tool; nothing is answered while it is empty. */
const SHELL_TOOL = "";

export const agent: HookAgent = {
  id: "${id}",
  title: ${JSON.stringify(title)},
  kind: "hook",
  decode(payload) {
    if (!isRecord(payload) || SHELL_TOOL === "" || payload.tool_name !== SHELL_TOOL) return undefined;
    return requestOf({ input: payload.tool_input, folders: [payload.cwd] });
  },
  encode(reply, request) {
    if (reply.kind === "silent") return "";
    const decision = reply.kind === "refuse"
      ? { permissionDecision: "deny", permissionDecisionReason: reply.reason }
      : { updatedInput: { ...request?.input, command: reply.command } };
    return JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...decision } });
  },
  // Nothing is known of the host's rules yet, so only what reads is rewritten.
  rules: () => ({ rules: ruleSet({}), defaultRewrite: "read" }),
};
`;
}

function hookInstallation({ id, title }: NewAgent): string {
  return `/** What \`rtk init\` puts into ${possessive(title)} files, as data. */
import type { InstallScope } from "../../core/install/scope.ts";
import { commandOf, hookCommand, isOurCommand, isRivalCommand } from "../hook_command.ts";
import type { Installation } from "../installations.ts";

function folderOf({ kind, home, project }: InstallScope): string {
  return \`\${kind === "global" ? home : project}/.${id}\`;
}

export const ${nameOf(id)}Installation: Installation = {
  id: "${id}",
  title: ${JSON.stringify(title)},
  traces: (scope) => [folderOf(scope)],
  edits: (scope) => [{
    kind: "json-entry",
    path: \`\${folderOf(scope)}/hooks.json\`,
    at: ["hooks", "PreToolUse"],
    entry: {
      matcher: "",
      hooks: [{ type: "command", command: hookCommand("${id}", scope), timeout: 10 }],
    },
    within: "hooks",
    dialect: "json",
    owns: (handler) => isOurCommand("${id}", commandOf(handler)),
    rivals: (handler) => isRivalCommand("${id}", commandOf(handler)),
  }],
  smokePayload: JSON.stringify({
    hook_event_name: "PreToolUse",
    tool_name: "",
    tool_input: { command: "git status" },
  }),
};
`;
}

function pluginModule({ id, title }: NewAgent): string {
  return `/** ${title}: say what its plugins may do with a command, and which version was seen. */
import type { PluginAgent } from "../agent.ts";
import { ruleSet } from "../line_rules.ts";

export const agent: PluginAgent = {
  id: "${id}",
  title: ${JSON.stringify(title)},
  kind: "plugin",
  // Nothing is known of the host's rules yet, so only what reads is rewritten.
  rules: () => ({ rules: ruleSet({}), defaultRewrite: "read" }),
};
`;
}

function pluginInstallation({ id, title }: NewAgent): string {
  return `/** What \`rtk init\` puts into ${possessive(title)} files, as data. */
import type { InstallScope } from "../../core/install/scope.ts";
import type { Installation } from "../installations.ts";
import { pluginFile } from "../plugin_text/compose.ts";
import plugin from "./rtk.ts" with { type: "text" };

function folderOf({ kind, home, project }: InstallScope): string {
  return \`\${kind === "global" ? home : project}/.${id}\`;
}

export const ${nameOf(id)}Installation: Installation = {
  id: "${id}",
  title: ${JSON.stringify(title)},
  traces: (scope) => [folderOf(scope)],
  edits: (scope) => {
    const path = \`\${folderOf(scope)}/plugins/rtk.ts\`;
    return [pluginFile({ id: "${id}", title: ${JSON.stringify(title)}, text: plugin, path }, scope)];
  },
};
`;
}

function pluginText({ title }: NewAgent): string {
  return `/** The plugin for ${title}: commands of its shell tool run as rtk writes them. */
import { adviceOf } from "../plugin_text/ask_rtk.ts";

interface ToolCall {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

/** The host's name for its shell tool; nothing is asked while it is empty. */
const SHELL_TOOL: string = "";

type Handler = (call: ToolCall) => Promise<void>;

/** Called once at the start of a session. */
function rtk(host: { on(event: "before_tool", handler: Handler): void }): void {
  host.on("before_tool", async ({ tool, input }) => {
    if (SHELL_TOOL === "" || tool !== SHELL_TOOL || typeof input?.command !== "string") return;
    const advice = await adviceOf({ command: input.command, folder: "." });
    if (advice.kind === "run") input.command = advice.command;
  });
}

export { rtk as default };
`;
}

function rulesInstallation({ id, title }: NewAgent): string {
  return `/** What \`rtk init\` puts into ${
    possessive(title)
  } files, as data: rules only, as it has no hooks. */
import type { Installation } from "../installations.ts";

export const ${nameOf(id)}Installation: Installation = {
  id: "${id}",
  title: ${JSON.stringify(title)},
  traces: ({ kind, home, project }) => [\`\${kind === "global" ? home : project}/.${id}\`],
  edits: ({ kind, home, project, awareness }) => [{
    kind: "whole-file",
    path: \`\${kind === "global" ? home : project}/.${id}/rules/rtk.md\`,
    // The only text that tells an agent to type rtk itself.
    text: awareness.full,
    owns: (known) => known.startsWith("# rtk\\n"),
  }],
  notes: [${
    JSON.stringify(`${title} has no hooks: the rules tell the agent to put rtk in front of commands.`)
  }],
};
`;
}

const REACH = {
  hook: "its hook asks `rtk hook` about every shell command",
  plugin: "a plugin asks `rtk rewrite` about every shell command",
  rules: "rules only: the text tells the agent to put `rtk` in front of commands",
} as const;

function readme({ id, title, tier }: NewAgent): string {
  const file = tier === "rules" ? `rules/rtk.md` : tier === "hook" ? "hooks.json" : "plugins/rtk.ts";
  const paths = [`| global | \`~/.${id}/${file}\` | |`, `| project | \`.${id}/${file}\` | |`];
  return `# ${title}

How rtk reaches it: ${REACH[tier]}.

| scope | file | what |
| ----- | ---- | ---- |
${paths.join("\n")}

Checked against: no version yet.

Permissions: not looked at yet.
`;
}

function possessive(title: string): string {
  return title.endsWith("s") ? `${title}'` : `${title}'s`;
}

/** The id as the beginning of a name: `open-code` becomes `openCode`. */
export function nameOf(id: string): string {
  return id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
