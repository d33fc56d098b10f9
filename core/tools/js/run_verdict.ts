/** The counts at the end of a test run, held against its status. */

export interface Verdict {
  readonly lines: readonly string[];
  /** False where the reason of the status is a line that is kept: it comes last. */
  readonly last: boolean;
}

export interface Outcome {
  readonly exit: number;
  /** The runner's counts name failures. */
  readonly countsFail: boolean;
  /** Failures were read. */
  readonly hasFailures: boolean;
  /** A line stays that may tell why a run without failures failed: a threshold of coverage, a teardown. */
  readonly hasReason: boolean;
}

/**
 * @param counts the counts in one line, which may leave out what is no news of a run that passed.
 * @param plain the counts as the runner wrote them: the one line would read as a success.
 * @returns undefined where status and text do not agree, or the status has no reason in the text.
 */
export function verdictOf(
  { exit, countsFail, hasFailures, hasReason }: Outcome,
  { counts, plain }: { counts: string; plain: readonly string[] },
): Verdict | undefined {
  if (exit === 0) return countsFail || hasFailures ? undefined : { lines: [counts], last: true };
  if (countsFail) return { lines: [counts], last: true };
  // A failure that no count names: what is left out would have to stand beside it.
  return hasReason && !hasFailures ? { lines: plain, last: false } : undefined;
}
