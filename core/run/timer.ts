/**
 * Timers that cost nothing to have. In Deno 2.9 the global `setTimeout` is Node's and boots node compatibility when it is
 * first touched, about 15 ms; `AbortSignal.timeout` is the web's own and takes half of one.
 */

/** Takes back what was to be called; harmless after the call. */
export type Cancel = () => void;

/** Calls back after a time. */
export function after(ms: number, callback: () => void): Cancel {
  let cancelled = false;
  AbortSignal.timeout(Math.max(0, Math.ceil(ms))).addEventListener("abort", () => {
    if (!cancelled) callback();
  });
  return () => {
    cancelled = true;
  };
}

/** Waits. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    after(ms, resolve);
  });
}

/** Calls back after a time in which nothing happened. Touching it is cheap: there is one timer at a time. */
export class IdleTimer {
  readonly #ms: number;
  readonly #callback: () => void;
  #last = performance.now();
  #cancel: Cancel | undefined;
  #stopped = false;

  constructor(ms: number, callback: () => void) {
    this.#ms = ms;
    this.#callback = callback;
    this.#arm(ms);
  }

  /** Something happened. */
  touch(): void {
    this.#last = performance.now();
    if (!this.#cancel && !this.#stopped) this.#arm(this.#ms);
  }

  /** For good. */
  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #arm(ms: number): void {
    this.#cancel = after(ms, () => {
      this.#cancel = undefined;
      const left = this.#last + this.#ms - performance.now();
      if (left > 0.5) this.#arm(left);
      else this.#callback();
    });
  }
}
