/** A marked block in a text file of the user's. Only whole lines count as marks, so that quoting them is harmless. */
import { type EditState, type MarkdownBlock } from "../../core/install/edit.ts";
import { formOf } from "./text_form.ts";

const BEGIN = "<!-- rtk:begin (rtk init writes this block, rtk init --uninstall removes it) -->";
const END = "<!-- rtk:end -->";

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Puts the block at the end of the text, or in place of the one that is there. */
export function installMarkdown(text: string | undefined, edit: MarkdownBlock): string {
  const { newline } = formOf(text ?? "");
  const block = blockText(edit, newline);
  if (text === undefined || text === "") return block;
  const place = placeOf(text);
  if (place) return text.slice(0, place.start) + block + text.slice(place.end);
  // The gap belongs to the block: removal finds it again by its form.
  return text + newline + block;
}

/** Takes the block out with the gap before it; undefined when it was all there was. */
export function removeMarkdown(text: string): string | undefined {
  const place = placeOf(text);
  if (!place) return text;
  const before = text.slice(0, place.start);
  const after = text.slice(place.end);
  if (before === "" && after === "") return undefined;
  return (/\n\r?\n$/.test(before) ? before.replace(/\r?\n$/, "") : before) + after;
}

/** The block with its marks, with plain line ends; undefined where there is none. */
export function blockIn(text: string): string | undefined {
  const place = placeOf(text);
  return place && text.slice(place.start, place.end).replaceAll("\r\n", "\n");
}

/** Whether the block is there, and as this version writes it. */
export function stateOfMarkdown(text: string, edit: MarkdownBlock): EditState {
  const place = placeOf(text);
  if (!place) return "absent";
  const { newline } = formOf(text);
  return text.slice(place.start, place.end) === blockText(edit, newline) ? "installed" : "outdated";
}

function blockText(edit: MarkdownBlock, newline: string): string {
  return `${BEGIN}\n${edit.text}${END}\n`.replaceAll("\n", newline);
}

function placeOf(text: string): Place | undefined {
  let start = -1;
  let offset = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const bare = line.replace(/\r?\n$/, "");
    if (bare === BEGIN) start = offset;
    if (bare === END && start >= 0) return { start, end: offset + line.length };
    offset += line.length;
  }
  return undefined;
}
