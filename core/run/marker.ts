/** The marker of a cut, and the id under which the whole text is kept. */
import type { Cut } from "../tools/tool.ts";

/** Makes the markers of one run; the id is taken when the first one is asked for. */
export class CutMarker {
  readonly #freeId: () => string;
  #id: string | undefined;

  constructor(freeId: () => string) {
    this.#freeId = freeId;
  }

  /** The id that markers name; undefined while there is none. */
  get id(): string | undefined {
    return this.#id;
  }

  /** As units get it. */
  readonly cut: Cut = (lines) => {
    this.#id ??= this.#freeId();
    return markerLine(lines, this.#id);
  };
}

/** `[rtk: 214 lines cut; all of it: rtk recall 7f3a2c]` */
export function markerLine(lines: number, id: string): string {
  return `[rtk: ${lines} ${lines === 1 ? "line" : "lines"} cut; all of it: rtk recall ${id}]`;
}
