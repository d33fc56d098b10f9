/** Lines of a diffstat. */

// " src/cart/item.ts    | 1 +"   " logo.png | Bin 0 -> 12 bytes"
const STAT = /^ (.*\S) +\| +(\d+|Bin)(?= |$)(.*)$/;

/** Takes the padding out of a diffstat line; any other line stays. */
export function squeezeStat(line: string): string {
  return line.replace(STAT, " $1 | $2$3");
}
