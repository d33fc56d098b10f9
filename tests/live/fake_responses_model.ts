/**
 * A model on 127.0.0.1 that speaks OpenAI's Responses API, as far as Codex 0.171.0 needs it, and makes the calls of a list,
 * one a turn.
 */
import type { ChatCall } from "./fake_chat_model.ts";

export interface FakeResponsesModel {
  readonly port: number;
  /** What the client sent back, by call; a hole where it never answered. */
  readonly results: readonly string[];
  stop(): Promise<void>;
}

interface Item {
  readonly type?: string;
  readonly call_id?: string;
  readonly output?: unknown;
}

interface Conversation {
  readonly model?: string;
  readonly input?: readonly Item[];
  readonly tools?: readonly { readonly name?: string }[];
}

/** Starts the server; a tool that the client does not offer ends the conversation. */
export function startFakeResponsesModel(calls: readonly ChatCall[]): FakeResponsesModel {
  const results: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    if (request.method !== "POST" || !new URL(request.url).pathname.endsWith("/responses")) {
      return Response.json({ object: "list", data: [], models: [] });
    }
    const body = await request.json() as Conversation;
    for (const { type, call_id: id = "", output } of body.input ?? []) {
      const index = type === "function_call_output" ? /^call_(\d+)$/.exec(id)?.[1] : undefined;
      if (index !== undefined) results[Number(index)] = textOf(output);
    }
    return answer(body, calls, results.length);
  });
  return { port: server.addr.port, results, stop: () => server.shutdown() };
}

function textOf(output: unknown): string {
  if (typeof output === "string") return output;
  return Array.isArray(output) ? output.map((part: { text?: string }) => part.text ?? "").join("\n") : "";
}

function answer({ model, tools }: Conversation, calls: readonly ChatCall[], next: number): Response {
  const call = calls[next];
  const isOffered = tools?.some(({ name }) => name === call?.tool) === true;
  const item = call && isOffered
    ? {
      type: "function_call",
      id: `fc_${next}`,
      call_id: `call_${next}`,
      name: call.tool,
      arguments: JSON.stringify(call.args),
      status: "completed",
    }
    : {
      type: "message",
      id: `msg_${next}`,
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "Done.", annotations: [] }],
    };
  const response = { id: `resp_${crypto.randomUUID()}`, object: "response", created_at: 1, model };
  const usage = {
    input_tokens: 10,
    output_tokens: 5,
    total_tokens: 15,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  };
  const events = [
    { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
    { type: "response.output_item.added", output_index: 0, item },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: { ...response, status: "completed", output: [item], usage } },
  ];
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}
