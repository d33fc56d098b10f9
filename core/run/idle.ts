/** Calls back after a time in which nothing happened. Touching it is cheap: there is one timer at a time. */
export class IdleTimer {
  readonly #ms: number;
  readonly #callback: () => void;
  #last = performance.now();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number, callback: () => void) {
    this.#ms = ms;
    this.#callback = callback;
    this.#arm(ms);
  }

  /** Something happened. */
  touch(): void {
    this.#last = performance.now();
    if (this.#timer === undefined) this.#arm(this.#ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #arm(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const left = this.#last + this.#ms - performance.now();
      if (left > 0.5) this.#arm(left);
      else this.#callback();
    }, ms);
  }
}
