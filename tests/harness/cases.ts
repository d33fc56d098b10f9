/** Recorded runs of tools with what a compact form must keep, and how a compact text is judged against them. */

/** The sidecar of one recorded run. */
export interface CaseSpec {
  readonly cmd: string;
  readonly exit: number;
  /** Where it was recorded. */
  readonly cwd?: string;
  readonly stdout_or_combined: "stdout" | "stderr" | "combined";
  readonly must_keep: readonly string[];
  readonly must_keep_any?: readonly (readonly string[])[];
  readonly must_not?: readonly string[];
  readonly max_bytes?: number;
  readonly exact?: boolean;
  readonly raw_bytes: number;
  readonly ref_bytes: number;
  readonly ref_tokens: number;
}

export interface RecordedRun {
  /** `git/status_many` */
  readonly key: string;
  readonly spec: CaseSpec;
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams in the order of writing. */
  readonly merged: string;
}

/** Reads all recorded runs under a fixtures folder, sorted by key. */
export function recordedRuns(folder: URL): RecordedRun[] {
  const runs: RecordedRun[] = [];
  for (const tool of Deno.readDirSync(folder)) {
    if (!tool.isDirectory) continue;
    for (const file of Deno.readDirSync(new URL(`${tool.name}/`, folder))) {
      if (!file.name.endsWith(".json")) continue;
      runs.push(recordedRun(folder, `${tool.name}/${file.name.slice(0, -".json".length)}`));
    }
  }
  return runs.sort((a, b) => a.key < b.key ? -1 : 1);
}

function recordedRun(folder: URL, key: string): RecordedRun {
  const read = (end: string): string => Deno.readTextFileSync(new URL(`${key}${end}`, folder));
  const spec = JSON.parse(read(".json")) as CaseSpec;
  const merged = read(".txt");
  if (spec.stdout_or_combined === "combined") {
    return { key, spec, merged, stdout: read(".stdout.txt"), stderr: read(".stderr.txt") };
  }
  const onStderr = spec.stdout_or_combined === "stderr";
  return { key, spec, merged, stdout: onStderr ? "" : merged, stderr: onStderr ? merged : "" };
}

const ANSI = /\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\([A-B0]|\x1b\][^\x07]*\x07|\x1b[=>]/g;

function normalise(text: string): string {
  return text.replaceAll(ANSI, "").replaceAll(/\s+/g, " ");
}

/** Names what a compact text lost, claims or costs too much; empty when it is right. */
export function faults({ spec, stdout }: RecordedRun, text: string): string[] {
  if (spec.exact) return text === stdout ? [] : ["exact: stdout differs from the tool's own"];
  const found: string[] = [];
  const flat = normalise(text);
  const lower = flat.toLowerCase();
  for (const kept of spec.must_keep) if (!flat.includes(normalise(kept))) found.push(`lost: ${kept}`);
  for (const any of spec.must_keep_any ?? []) {
    if (!any.some((one) => lower.includes(normalise(one).toLowerCase()))) {
      found.push(`lost all of: ${any.slice(0, 4).join(" | ")}`);
    }
  }
  for (const no of spec.must_not ?? []) if (flat.includes(normalise(no))) found.push(`untrue: ${no}`);
  const bytes = new TextEncoder().encode(text).length;
  if (spec.max_bytes && bytes > spec.max_bytes) found.push(`too long: ${bytes} > ${spec.max_bytes}`);
  if (bytes > spec.raw_bytes) found.push(`larger than raw: ${bytes} > ${spec.raw_bytes}`);
  return found;
}
