/**
 * A model on 127.0.0.1 that speaks Gemini's generateContent, as far as Gemini CLI 0.61.0 needs it, and makes the calls of a
 * list, one a turn.
 */
import type { ChatCall } from "./fake_chat_model.ts";

export interface FakeGeminiModel {
  readonly port: number;
  /** What the client sent back, by call; a hole where it never answered. */
  readonly results: readonly string[];
  stop(): Promise<void>;
}

interface Part {
  readonly functionResponse?: { readonly response?: Readonly<Record<string, unknown>> };
}

interface Conversation {
  readonly contents?: readonly { readonly parts?: readonly Part[] }[];
  readonly tools?: readonly {
    readonly functionDeclarations?: readonly { readonly name?: string }[];
  }[];
}

/** Starts the server; a tool that the client does not offer ends the conversation. */
export function startFakeGeminiModel(calls: readonly ChatCall[]): FakeGeminiModel {
  const results: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const path = new URL(request.url).pathname;
    if (path.endsWith(":countTokens")) return Response.json({ totalTokens: 10 });
    if (!/:(?:streamG|g)enerateContent$/.test(path)) return new Response("{}", { status: 404 });
    const body = await request.json() as Conversation;
    const responses = (body.contents ?? []).flatMap(({ parts = [] }) =>
      parts.flatMap(({ functionResponse }) => functionResponse ? [functionResponse.response ?? {}] : [])
    );
    for (const [index, { output, error }] of responses.entries()) results[index] = String(error ?? output);
    const reply = answer(body, calls, responses.length);
    if (path.endsWith(":generateContent")) return Response.json(reply);
    return new Response(`data: ${JSON.stringify(reply)}\n\n`, {
      headers: { "content-type": "text/event-stream" },
    });
  });
  return { port: server.addr.port, results, stop: () => server.shutdown() };
}

function answer({ tools = [] }: Conversation, calls: readonly ChatCall[], next: number): unknown {
  const call = calls[next];
  const isOffered = tools.some(({ functionDeclarations: all = [] }) =>
    all.some(({ name }) => name === call?.tool)
  );
  const part = call && isOffered ? { functionCall: { name: call.tool, args: call.args } } : { text: "Done." };
  return {
    candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    modelVersion: "fake",
  };
}
