/** A client of an agent that speaks the Agent Client Protocol on its standard streams: JSON-RPC, one message a line. */

interface AcpSession {
  /** Sends a prompt and waits for the end of the turn. */
  prompt(text: string): Promise<void>;
  end(): Promise<void>;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly options?: readonly { readonly optionId: string; readonly kind: string }[] };
  readonly result?: { readonly sessionId?: string };
  readonly error?: unknown;
}

/**
 * Starts a session.
 * @param command the started client, its standard streams piped.
 * @param onAsked called where it asks for permission, which it is refused.
 */
async function startAcpSession(
  command: Deno.Command,
  cwd: string,
  onAsked: () => void,
): Promise<AcpSession> {
  const child = command.spawn();
  const writer = child.stdin.getWriter();
  const send = (message: Record<string, unknown>): Promise<void> =>
    writer.write(new TextEncoder().encode(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`));
  const waiting = new Map<number, (message: Message) => void>();
  const answers = readAll(child.stdout, async (message) => {
    if (message.id === undefined) return;
    if (message.method === undefined) return waiting.get(message.id)?.(message);
    onAsked();
    const no = message.params?.options?.find(({ kind }) => kind.startsWith("reject"));
    const outcome = no ? { outcome: "selected", optionId: no.optionId } : { outcome: "cancelled" };
    await send({ id: message.id, result: { outcome } });
  });
  let last = 0;
  const call = async (method: string, params: unknown): Promise<Message> => {
    const id = ++last;
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
    await send({ id, method, params });
    const message = await answer;
    if (message.error) throw new Error(`Cannot use the session: ${JSON.stringify(message.error)}`);
    return message;
  };
  const fs = { readTextFile: false, writeTextFile: false };
  await call("initialize", { protocolVersion: 1, clientCapabilities: { fs, terminal: false } });
  const { result } = await call("session/new", { cwd, mcpServers: [] });
  return {
    async prompt(text) {
      await call("session/prompt", { sessionId: result?.sessionId, prompt: [{ type: "text", text }] });
    },
    async end() {
      child.kill("SIGKILL");
      await writer.close().catch(() => {});
      await answers;
      await child.status;
    },
  };
}

async function readAll(
  stream: ReadableStream<Uint8Array>,
  use: (message: Message) => void | Promise<void>,
): Promise<void> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = `${rest}${text}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines.filter((one) => one.startsWith("{"))) await use(JSON.parse(line));
  }
}

/**
 * Has a client make its calls one after the other, and refuses what it asks about.
 * @param calls the results that the model has got back so far, and how many there will be.
 * @returns the indexes of the calls that it asked about.
 */
export async function askedCalls(
  command: Deno.Command,
  cwd: string,
  calls: { readonly results: readonly unknown[]; readonly count: number },
): Promise<ReadonlySet<number>> {
  const { results, count } = calls;
  const asked = new Set<number>();
  const session = await startAcpSession(command, cwd, () => asked.add(results.length));
  // A refusal ends the turn; the next one brings the call's result.
  for (let turn = 0; turn <= count && results.length < count; turn++) await session.prompt("go");
  await session.end();
  return asked;
}
