/** A server of releases on this machine, for tests of the install scripts: whole files, missing ones, cut ones. */
import { createHash } from "node:crypto";
import { executableName } from "../../cli/tasks/release/files.ts";

/** A file; its end is not sent where it is cut, and its length only where the client is to notice. */
interface Served {
  readonly body: Uint8Array;
  readonly sent?: number;
  readonly tellsLength?: boolean;
  /** Sends nothing and keeps the connection open. */
  readonly hangs?: boolean;
}

/** Serves what is put into `files`, by path; anything else is 404. */
export class ReleaseServer {
  readonly files: Map<string, Served> = new Map<string, Served>();
  /** Paths asked for, in order. */
  readonly requests: string[] = [];
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #open = new Set<Deno.Conn>();
  readonly #done: Promise<void>;

  constructor() {
    this.#done = this.#accept();
  }

  get url(): string {
    return `http://127.0.0.1:${this.#listener.addr.port}`;
  }

  /**
   * Publishes an executable for a target, with its checksum.
   * @param version undefined for the latest release.
   */
  publish(target: string, body: string | Uint8Array, { version }: { version?: string } = {}): void {
    const folder = version === undefined ? "/latest/download" : `/download/v${version}`;
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
    const name = executableName(target);
    this.files.set(`${folder}/${name}`, { body: bytes });
    this.sums(folder, `${"0".repeat(64)}  rtk-other\n${sha256(bytes)}  ${name}\n`);
  }

  /** Publishes a list of checksums. */
  sums(folder: string, text: string): void {
    this.files.set(`${folder}/SHA256SUMS`, { body: new TextEncoder().encode(text) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    for (const connection of this.#open) close(connection);
    await this.#done;
  }

  async #accept(): Promise<void> {
    const answers: Promise<void>[] = [];
    for await (const connection of this.#listener) {
      this.#open.add(connection);
      answers.push(this.#answer(connection));
    }
    await Promise.all(answers);
  }

  async #answer(connection: Deno.Conn): Promise<void> {
    try {
      const path = await requestedPath(connection);
      if (path === undefined) return;
      this.requests.push(path);
      const file = this.files.get(path);
      if (file?.hangs) return await untilClosed(connection);
      await writeAll(connection, file === undefined ? NOT_FOUND : response(file));
    } catch {
      // The client went away.
    } finally {
      close(connection);
      this.#open.delete(connection);
    }
  }
}

const NOT_FOUND = new TextEncoder().encode(
  "HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 9\r\n\r\nNot found",
);

function response({ body, sent = body.length, tellsLength = true }: Served): Uint8Array {
  const length = tellsLength ? `Content-Length: ${body.length}\r\n` : "";
  const head = new TextEncoder().encode(`HTTP/1.1 200 OK\r\nConnection: close\r\n${length}\r\n`);
  return Uint8Array.from([...head, ...body.subarray(0, sent)]);
}

async function requestedPath(connection: Deno.Conn): Promise<string | undefined> {
  let text = "";
  const buffer = new Uint8Array(4096);
  while (!text.includes("\r\n\r\n")) {
    const count = await connection.read(buffer);
    if (count === null) return undefined;
    text += new TextDecoder().decode(buffer.subarray(0, count));
  }
  return /^GET (\S+) /.exec(text)?.[1];
}

async function untilClosed(connection: Deno.Conn): Promise<void> {
  while (await connection.read(new Uint8Array(64)) !== null);
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let rest = bytes; rest.length > 0;) rest = rest.subarray(await connection.write(rest));
}

function close(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // Closed already.
  }
}

/** The sha256 of some bytes in hexadecimal digits. */
export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
