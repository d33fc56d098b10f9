/** The places of a folded message in one file, each with what it has in place of the placeholders. */
import { times } from "./fold.ts";

export interface Place {
  /** `12:5`, `12`, or empty. */
  readonly at: string;
  readonly values: readonly string[];
  readonly count: number;
}

/** From so many neighbours on, a column that they share stands once behind them. */
const MANY = 8;

/**
 * `1:5 3:7`; with one plain value each `1:5:x 3:7:y`, else `1:5 x y, 3:7 z w`. Of many neighbours with the same column
 * it stands once: `1:x 2:y … 8:z (col5)`.
 */
export function placeList(places: readonly Place[]): string {
  const plain = places.every(({ values }) =>
    values.length === 1 && /^[^\s\d,"'`][^\s,]*$/.test(values[0] ?? "")
  );
  const listed = !plain && places.some(({ values }) => values.length > 0);
  const parts: string[] = [];
  for (let start = 0; start < places.length;) {
    const column = columnOf(places[start]);
    let end = start + 1;
    while (end < places.length && column !== "" && columnOf(places[end]) === column) end++;
    const shared = end - start >= MANY;
    for (const { at, values, count } of places.slice(start, end)) {
      const place = shared ? at.slice(0, -column.length - 1) : at;
      parts.push([place, ...values].filter((part) => part !== "").join(plain ? ":" : " ") + times(count));
    }
    if (shared) parts.push(`${parts.pop()} (col${column})`);
    start = end;
  }
  return parts.join(listed ? ", " : " ");
}

/** `5` of `12:5`; empty where there is none. */
function columnOf(place: Place | undefined): string {
  return /^\d+:(\d+)$/.exec(place?.at ?? "")?.[1] ?? "";
}
