/**
 * A model on 127.0.0.1 that speaks OpenAI's chat completions, as far as Hermes 0.19.0 and Mistral Vibe 3.0.3 need them, and
 * makes the calls of a list, one a turn.
 */

/** A call of a tool. */
export interface ChatCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface FakeChatModel {
  readonly port: number;
  /** What the client sent back, by call; a hole where it never answered. */
  readonly results: readonly string[];
  /** The calls as the client has them in its history, by call. */
  readonly history: readonly string[];
  /** When each request for an answer came, in milliseconds: a call's result comes with the next one. */
  readonly times: readonly number[];
  stop(): Promise<void>;
}

interface Message {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly arguments: string } }[];
}

interface Conversation {
  readonly stream?: boolean;
  readonly tools?: readonly { readonly function?: { readonly name?: string } }[];
  readonly messages?: readonly Message[];
}

/** Starts the server. */
export function startFakeChatModel(calls: readonly ChatCall[]): FakeChatModel {
  const results: string[] = [];
  const history: string[] = [];
  const times: number[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const path = new URL(request.url).pathname;
    if (path.endsWith("/models")) {
      return Response.json({
        object: "list",
        data: [{ id: "fake", object: "model", context_length: 200_000 }],
      });
    }
    if (request.method !== "POST" || !path.endsWith("/chat/completions")) {
      return new Response("{}", { status: 404 });
    }
    const body = await request.json() as Conversation;
    note(body, results, history);
    times.push(performance.now());
    return answer(body, calls, results.length);
  });
  return { port: server.addr.port, results, history, times, stop: () => server.shutdown() };
}

function note({ messages = [] }: Conversation, results: string[], history: string[]): void {
  for (const { role, content, tool_call_id: id, tool_calls: calls = [] } of messages) {
    const index = indexOf(id);
    if (role === "tool" && index !== undefined) results[index] = textOf(content);
    for (const call of calls) {
      const at = indexOf(call.id);
      if (at !== undefined) history[at] = call.function.arguments;
    }
  }
}

/** Mistral wants ids of nine letters; Droid puts others around them. */
function indexOf(id: string | undefined): number | undefined {
  const digits = /callx(\d{4})/.exec(id ?? "")?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: { text?: string }) => part.text ?? "").join("\n");
}

function answer({ stream, tools }: Conversation, calls: readonly ChatCall[], next: number): Response {
  const call = calls[next];
  const isOffered = tools?.some((tool) => tool.function?.name === call?.tool) === true;
  const message = call && isOffered
    ? {
      role: "assistant",
      content: "",
      tool_calls: [{
        index: 0,
        id: `callx${String(next).padStart(4, "0")}`,
        type: "function",
        function: { name: call.tool, arguments: JSON.stringify(call.args) },
      }],
    }
    : { role: "assistant", content: "Done." };
  const about = { id: `chatcmpl-${crypto.randomUUID()}`, created: 1, model: "fake" };
  const reason = "tool_calls" in message ? "tool_calls" : "stop";
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  if (!stream) {
    const choices = [{ index: 0, message, finish_reason: reason }];
    return Response.json({ ...about, object: "chat.completion", choices, usage });
  }
  const chunk = (delta: unknown, finish: string | null, more = {}): string =>
    `data: ${
      JSON.stringify({
        ...about,
        object: "chat.completion.chunk",
        choices: [{ index: 0, delta, finish_reason: finish }],
        ...more,
      })
    }\n\n`;
  const text = `${chunk(message, null)}${chunk({}, reason, { usage })}data: [DONE]\n\n`;
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}
