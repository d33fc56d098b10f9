/** What `rtk doctor`, `rtk verify` and `rtk init --check` tell: what was looked at, how it stands, and what mends it. */

/** What mends a fault: a line for the shell, or a step for the user. */
export interface Cure {
  readonly text: string;
  readonly isCommand: boolean;
}

/** One thing looked at. */
export interface Finding {
  readonly about: string;
  /** `off`: nothing is wrong, it is just not in use. */
  readonly state: "ok" | "off" | "fault";
  readonly text: string;
  readonly cure?: Cure;
  /** The fault stops rtk for every agent. */
  readonly stops?: true;
}

/** A cure that can be given to a shell as it is. */
export function command(text: string): Cure {
  return { text, isCommand: true };
}

/** A cure that needs a hand. */
export function byHand(text: string): Cure {
  return { text, isCommand: false };
}

const SIGNS = { ok: "ok   ", off: "off  ", fault: "FAULT" } as const;

/** A finding as one line, and a second one for its cure. */
export function lineOf({ about, state, text, cure }: Finding): string {
  return `${SIGNS[state]} ${about}: ${text}${cure === undefined ? "" : `\n      cure: ${cure.text}`}`;
}

/** A finding as data. */
export function dataOf({ about, state, text, cure }: Finding): Record<string, unknown> {
  return { about, state, text, ...(cure && { cure: cure.text, isCommand: cure.isCommand }) };
}
