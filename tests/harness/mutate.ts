/** Seeded mutations of shell lines. */

/** A generator of integers below a bound (mulberry32; doubles lose the low bits of a linear generator). */
export type Random = (below: number) => number;

/** The same numbers for the same seed. */
export function seeded(seed: number): Random {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const JOINTS = [
  " && ",
  " || ",
  "; ",
  " | ",
  " & ",
  "\n",
  " |& ",
  "&&",
  "|",
  ";",
  " \\\n",
  " 2>&1 | ",
  " > f ",
  "",
];
const INSERTIONS = [
  ..." \t\n'\"`$\\(){}[]<>&|;#!~*?=+-@%^:,./012aé".split(""),
  ..."$( `` ${ $(( )) && || |& ;; >> >& &> 2> <( \\\n '' \"\" $' time ! if fi { } [[ ]] A= 😀 for done case function"
    .split(
      " ",
    ),
  " time ",
  " ! ",
  "\nif ",
  "; then ",
  "; fi",
  "{ ",
  "; }",
  "$(x)",
  "`x`",
  "${x}",
  "#x",
  " # x\n",
];

/** One to three lines joined by operators, with up to three insertions, deletions or swaps. */
export function mutation(lines: readonly string[], random: Random): string {
  let text = pick(lines, random);
  while (random(3) === 0) text += pick(JOINTS, random) + pick(lines, random);
  for (let change = random(4); change > 0; change--) text = changed(text, random);
  return text;
}

function changed(text: string, random: Random): string {
  const at = random(text.length + 1);
  switch (random(4)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1 + random(3));
    case 1:
      return text.slice(0, at) + (text[at + 1] ?? "") + (text[at] ?? "") + text.slice(at + 2);
    default:
      return text.slice(0, at) + pick(INSERTIONS, random) + text.slice(at);
  }
}

function pick(values: readonly string[], random: Random): string {
  return values[random(values.length)] ?? "";
}
