/**
 * A model on 127.0.0.1 for driving a real agent client offline. It speaks the Anthropic Messages API as far as Claude
 * Code 2.1.332, OpenCode 1.18.33, Pi 1.6.0 and Oh My Pi 18.2.3 need it and calls the shell tool once for each command of a
 * list, one call a turn.
 */

/** What the client sent back for one command. */
export interface ToolResult {
  readonly text: string;
  readonly error: boolean;
}

export interface FakeModel {
  readonly port: number;
  /** Results by command index; a hole where the client never answered. */
  readonly results: readonly ToolResult[];
  stop(): Promise<void>;
}

interface Block {
  readonly type: string;
  readonly tool_use_id?: string;
  readonly content?: unknown;
  readonly is_error?: boolean;
}

interface Conversation {
  readonly model?: string;
  readonly stream?: boolean;
  readonly tools?: readonly { readonly name: string }[];
  readonly messages?: readonly { readonly content: string | readonly Block[] }[];
}

/** A call of the shell tool: its command alone, or its whole input. */
export type ShellCall = string | { readonly command: string; readonly [field: string]: unknown };

/** Starts the server; `commands` are called in order with the shell tool that the client offers. */
export function startFakeModel(commands: readonly ShellCall[]): FakeModel {
  const results: ToolResult[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const path = new URL(request.url).pathname;
    if (path.endsWith("/count_tokens")) return Response.json({ input_tokens: 1 });
    if (request.method !== "POST" || !path.endsWith("/messages")) return new Response("{}", { status: 404 });
    return answer(await request.json(), commands, results);
  });
  return { port: server.addr.port, results, stop: () => server.shutdown() };
}

function answer(body: Conversation, commands: readonly ShellCall[], results: ToolResult[]): Response {
  const blocks = (body.messages ?? []).flatMap(({ content }) => typeof content === "string" ? [] : content);
  for (const block of blocks) {
    const index = /^toolu_(\d+)$/.exec(block.tool_use_id ?? "")?.[1];
    if (index) results[Number(index)] = { text: textOf(block.content), error: block.is_error === true };
  }
  const next = results.length;
  // Oh My Pi puts an underscore before its names.
  const shell = body.tools?.find((tool) => /^_?bash$/i.test(tool.name))?.name;
  const call = shell !== undefined && next < commands.length
    ? toolCall(shell, next, commands[next] ?? "")
    : undefined;
  return body.stream ? stream(body, call) : Response.json(message(body, call));
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: { text?: string }) => part.text ?? "").join("\n");
}

interface ToolCall {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

function toolCall(name: string, index: number, call: ShellCall): ToolCall {
  const input = typeof call === "string" ? { command: call } : call;
  return { type: "tool_use", id: `toolu_${index}`, name, input: { description: "step", ...input } };
}

const FINAL = { type: "text", text: "Done." } as const;
const USAGE = { input_tokens: 1, output_tokens: 1 };

function message(body: Conversation, call: ToolCall | undefined): Record<string, unknown> {
  return {
    id: `msg_${crypto.randomUUID()}`,
    type: "message",
    role: "assistant",
    model: body.model ?? "fake",
    content: [call ?? FINAL],
    stop_reason: call ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: USAGE,
  };
}

function stream(body: Conversation, call: ToolCall | undefined): Response {
  const start = call ? { ...call, input: {} } : { ...FINAL, text: "" };
  const delta = call
    ? { type: "input_json_delta", partial_json: JSON.stringify(call.input) }
    : { type: "text_delta", text: FINAL.text };
  const events: readonly { readonly type: string }[] = [
    { type: "message_start", message: { ...message(body, call), content: [], stop_reason: null } },
    { type: "content_block_start", index: 0, content_block: start },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: call ? "tool_use" : "end_turn", stop_sequence: null },
      usage: USAGE,
    },
    { type: "message_stop" },
  ] as readonly { readonly type: string }[];
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}
