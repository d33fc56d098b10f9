/** `bash -n` over many texts with few processes. */

/** How many texts one process reads at a time. */
const CHUNK = 100;

/**
 * Which of the pairs bash accepts in the first form and rejects in the second. Texts are read, never run.
 * @param pairs source and rewritten text.
 */
export async function brokenPairs(
  pairs: readonly (readonly [string, string])[],
): Promise<(readonly [string, string])[]> {
  const broken: (readonly [string, string])[] = [];
  for (let at = 0; at < pairs.length; at += CHUNK) {
    const chunk = pairs.slice(at, at + CHUNK);
    if (await accepts(joined(chunk.map(([, rewritten]) => rewritten)))) continue;
    for (const pair of chunk) {
      if (!await accepts(pair[1]) && await accepts(pair[0])) broken.push(pair);
    }
  }
  return broken;
}

/** Each text is a whole program, so they can stand one below the other; a quote left open would reach the marks. */
function joined(texts: readonly string[]): string {
  return texts.map((text, index) => `${text}\n: 'mark ${index}' "mark ${index}"\n`).join("");
}

async function accepts(text: string): Promise<boolean> {
  const child = new Deno.Command("bash", {
    args: ["-O", "extglob", "-n"],
    stdin: "piped",
    stdout: "null",
    stderr: "null",
    env: { LC_ALL: "C.UTF-8" },
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text)).catch(() => {});
  await writer.close().catch(() => {});
  return (await child.status).success;
}
