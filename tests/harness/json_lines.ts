/** Tables with one JSON value per line. */

/** The rows of a table, in order. */
export function jsonLines<Row>(file: URL): Row[] {
  return Deno.readTextFileSync(file).split("\n").filter((line) => line !== "").map((line) =>
    JSON.parse(line) as Row
  );
}
