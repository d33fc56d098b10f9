/** The extension for Pi, which Oh My Pi loads as well: commands of the bash tool run as rtk writes them. */
import { adviceOf, optionValues } from "./ask_rtk.ts";

interface ToolCall {
  readonly toolName: string;
  readonly input: Record<string, unknown>;
}

interface Context {
  readonly cwd: string;
}

type Handler = (call: ToolCall, context: Context) => Promise<{ block: true; reason: string } | undefined>;

/** Called once at the start of a session. */
function rtk(host: { on(event: "tool_call", handler: Handler): void }): void {
  host.on("tool_call", async ({ toolName, input }, { cwd }) => {
    // Oh My Pi: `async` runs the command in the background, `cwd` moves it.
    if (toolName !== "bash" || typeof input?.command !== "string" || input.async === true) return undefined;
    const advice = await adviceOf({
      command: input.command,
      folder: folderOf(input.cwd, cwd),
      // Oh My Pi: its settings may stand in further files.
      env: { RTK_HOST_FOLDER: cwd, RTK_HOST_CONFIG: JSON.stringify(optionValues("--config")) },
    });
    if (advice.kind === "run") input.command = advice.command;
    return advice.kind === "refuse" ? { block: true, reason: advice.reason } : undefined;
  });
}

function folderOf(wanted: unknown, cwd: string): string {
  if (typeof wanted !== "string" || wanted === "") return cwd;
  return wanted.startsWith("/") ? wanted : `${cwd}/${wanted}`;
}

export { rtk as default };
