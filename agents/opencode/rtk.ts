/** The plugin for OpenCode: commands of the bash tool run as rtk writes them. */
import { adviceOf, startFolder } from "../plugin_text/ask_rtk.ts";

interface Session {
  readonly sessionID: string;
}

interface ToolOutput {
  readonly args: Record<string, unknown>;
}

/** Called once for each project that is opened. */
export function RtkPlugin({ directory }: { readonly directory: string }) {
  /** OpenCode's agents have permissions of their own, and a tool call does not say whose it is. */
  const agents = new Map<string, string>();
  return Promise.resolve({
    "chat.params": (input: Session & { readonly agent: unknown }): Promise<void> => {
      if (typeof input.agent === "string") agents.set(input.sessionID, input.agent);
      return Promise.resolve();
    },
    "tool.execute.before": async (
      input: Session & { readonly tool: string },
      { args }: ToolOutput,
    ): Promise<void> => {
      if (input.tool !== "bash" || typeof args?.command !== "string" || args.background === true) return;
      const agent = agents.get(input.sessionID);
      const advice = await adviceOf({
        command: args.command,
        folder: folderOf(args.workdir, directory),
        env: {
          RTK_HOST_FOLDER: directory,
          RTK_HOST_START: startFolder(),
          ...(agent !== undefined && { RTK_HOST_AGENT: agent }),
        },
      });
      if (advice.kind === "run") args.command = advice.command;
      // OpenCode has no other way to refuse a call.
      if (advice.kind === "refuse") throw new Error(advice.reason);
    },
  });
}

function folderOf(wanted: unknown, directory: string): string {
  if (typeof wanted !== "string" || wanted === "") return directory;
  return wanted.startsWith("/") ? wanted : `${directory}/${wanted}`;
}
