/**
 * Marked blocks in a text file of the user's. Only whole lines count as marks, so that quoting them is harmless. Where several
 * agents read one file, those that say the same share a block, and others have theirs beside it.
 */
import { EditError, type EditState, type MarkdownBlock } from "../../core/install/edit.ts";
import { type Known, UNKNOWN } from "./known.ts";
import { formOf } from "./text_form.ts";

const BEGIN = "<!-- rtk:begin (rtk init writes this block, rtk init --uninstall removes it) -->";
const END = "<!-- rtk:end -->";

interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * Puts the block at the end of the text, or in place of the one that is there.
 * @throws EditError when the file would be longer than what its host reads.
 */
export function installMarkdown(
  text: string | undefined,
  edit: MarkdownBlock,
  known: Known = UNKNOWN,
): string {
  const installed = withBlock(text, edit, known);
  const { limit = Infinity } = edit;
  if (installed.length <= limit) return installed;
  throw new EditError(
    `with rtk's block it has ${installed.length} characters, and its host reads ${limit}`,
  );
}

function withBlock(text: string | undefined, edit: MarkdownBlock, known: Known): string {
  const { newline } = formOf(text ?? "");
  const block = blockText(edit, newline);
  if (text === undefined || text === "") return block;
  const place = placeOf(text, edit, known);
  if (place) return text.slice(0, place.start) + block + text.slice(place.end);
  // The gap belongs to the block: removal finds it again by its form.
  return text + newline + block;
}

/** Takes the block out with the gap before it; undefined when it was all there was. */
export function removeMarkdown(
  text: string,
  edit: MarkdownBlock,
  known: Known = UNKNOWN,
): string | undefined {
  const place = placeOf(text, edit, known);
  if (!place) return text;
  const before = text.slice(0, place.start);
  const after = text.slice(place.end);
  if (before !== "") return (/\n\r?\n$/.test(before) ? before.replace(/\r?\n$/, "") : before) + after;
  if (after === "") return undefined;
  // Before another block that was the second one stands its own gap.
  const next = after.replace(/^\r?\n/, "");
  return next.startsWith(BEGIN) ? next : after;
}

/** The block with its marks, with plain line ends; undefined where there is none. */
export function blockIn(text: string, edit: MarkdownBlock, known: Known = UNKNOWN): string | undefined {
  const place = placeOf(text, edit, known);
  return place && plain(text, place);
}

/** Whether the block is there, and as this version writes it. */
export function stateOfMarkdown(text: string, edit: MarkdownBlock, known: Known = UNKNOWN): EditState {
  const block = blockIn(text, edit, known);
  if (block === undefined) return "absent";
  return block === blockText(edit, "\n") ? "installed" : "outdated";
}

function blockText(edit: MarkdownBlock, newline: string): string {
  return `${BEGIN}\n${edit.text}${END}\n`.replaceAll("\n", newline);
}

function plain(text: string, { start, end }: Place): string {
  return text.slice(start, end).replaceAll("\r\n", "\n");
}

/** Where the edit's block stands: the one that says the same, or else the first that is nobody else's. */
function placeOf(text: string, edit: MarkdownBlock, { isOthers }: Known): Place | undefined {
  const places = placesIn(text);
  const expected = blockText(edit, "\n");
  return places.find((place) => plain(text, place) === expected) ??
    places.find((place) => !isOthers?.(plain(text, place)));
}

function placesIn(text: string): Place[] {
  const places: Place[] = [];
  let start = -1;
  let offset = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const bare = line.replace(/\r?\n$/, "");
    if (bare === BEGIN) start = offset;
    offset += line.length;
    if (bare !== END || start < 0) continue;
    places.push({ start, end: offset });
    start = -1;
  }
  return places;
}
