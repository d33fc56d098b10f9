/**
 * Plays the host of a plugin in a process of its own: `plugin_entry.ts FILE CALL FLAG…`. CALL is a `PluginCall` as JSON, or a
 * list of them, made at once; a `PluginResult` is printed, or a list.
 */

/** One call of a tool. */
export interface PluginCall {
  readonly host: "opencode" | "pi";
  readonly tool: string;
  readonly input: Record<string, unknown>;
  /** The host's working directory. */
  readonly folder: string;
  /** OpenCode's agent that calls. */
  readonly agent?: string;
  /** Words with which it was started. */
  readonly flags?: readonly string[];
}

export interface PluginResult {
  /** The tool's input after the plugin. */
  readonly input: Record<string, unknown>;
  /** Why the call is refused; null where it is not. */
  readonly refusal: string | null;
  readonly milliseconds: number;
  readonly exports: readonly string[];
}

type Hook = (input: unknown, output: unknown) => Promise<void>;
type Handler = (call: unknown, context: unknown) => Promise<{ block: boolean; reason: string } | undefined>;

if (import.meta.main) {
  const [file = "", json = ""] = Deno.args;
  const calls = JSON.parse(json) as PluginCall | PluginCall[];
  const module = await import(`file://${file}`) as Record<string, unknown>;
  const results = Array.isArray(calls)
    ? await Promise.all(calls.map((call) => resultOf(module, call)))
    : await resultOf(module, calls);
  console.log(JSON.stringify(results));
}

async function resultOf(module: Record<string, unknown>, call: PluginCall): Promise<PluginResult> {
  const start = performance.now();
  const refusal = call.host === "opencode" ? await opencode(module, call) : await pi(module, call);
  const milliseconds = performance.now() - start;
  return { input: call.input, refusal, milliseconds, exports: Object.keys(module) };
}

async function opencode(module: Record<string, unknown>, call: PluginCall): Promise<string | null> {
  const plugin = module.RtkPlugin as (context: unknown) => Promise<Record<string, Hook>>;
  const hooks = await plugin({ directory: call.folder, worktree: call.folder, $: undefined });
  const session = { sessionID: "s" };
  if (call.agent !== undefined) await hooks["chat.params"]?.({ ...session, agent: call.agent }, {});
  try {
    await hooks["tool.execute.before"]?.({ ...session, tool: call.tool, callID: "c" }, { args: call.input });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

async function pi(module: Record<string, unknown>, call: PluginCall): Promise<string | null> {
  const handlers: Handler[] = [];
  (module.default as (host: unknown) => void)({
    on: (event: string, handler: Handler) => event === "tool_call" && handlers.push(handler),
  });
  const event = { type: "tool_call", toolName: call.tool, toolCallId: "c", input: call.input };
  const answer = await handlers[0]?.(event, { cwd: call.folder });
  return answer?.block ? answer.reason : null;
}
