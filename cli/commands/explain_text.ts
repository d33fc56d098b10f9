/** What `rtk explain` prints for people: the line with marks, then a sentence per command. */
import { reasonText } from "../../core/rewrite/reason_text.ts";
import type { Finding } from "../../core/permission/judge.ts";
import type { Part } from "../../core/rewrite/rewrite.ts";
import { type Explained, outcomeOf } from "./explain.ts";

/** The explanation of one line, without a newline at its end. */
export function explanationText(explained: Explained): string {
  const { source, rewrite, ruling, agent } = explained;
  const { kind, parts } = outcomeOf(explained);
  return [
    markedSource(source, parts),
    ...parts.map((part, index) => partText(source, part, index + 1)),
    ...(parts.length === 0 ? ["There is no command in it."] : []),
    "",
    kind === "rewrite" ? `rewritten:  ${rewrite.command}` : "rewritten:  no; it runs as typed",
    `${agent.title} says:  ${VERDICTS[ruling.verdict]}`,
    ...rulesText(explained).map((rule) => `  ${rule}`),
  ].join("\n");
}

const VERDICTS = {
  allow: "it may run unasked",
  ask: "ask first",
  deny: "denied",
  none: "no rule matches; it asks as it always does",
  unsure: "it cannot be told whether it would run unasked",
} as const;

/** The rules that decided, each with its file. */
export function rulesText({ ruling }: Pick<Explained, "ruling">): string[] {
  const text = ({ rule, form, match }: Finding): string =>
    `${rule.text} in ${rule.source} ${match === "covers" ? "covers" : "may mean"} ${form.texts[0] ?? ""}`;
  return [
    ...(ruling.finding ? [text(ruling.finding)] : []),
    ...(ruling.walksPast ? [`${text(ruling.walksPast)}, which the rtk in front of it would hide`] : []),
  ];
}

/** Each source line, and below it a number and a line under every command. */
function markedSource(source: string, parts: readonly Part[]): string {
  let start = 0;
  return source.split("\n").flatMap((text) => {
    const marks = marksOf(text, start, parts);
    start += text.length + 1;
    return marks.trim() === "" ? [text] : [text, marks];
  }).join("\n");
}

function marksOf(text: string, start: number, parts: readonly Part[]): string {
  let marks = "";
  let at = start;
  // One column per character that a terminal shows, so that marks stay below their command behind an emoji.
  for (const character of text) {
    const index = parts.findIndex(({ span }) => span.start <= at && at < span.end);
    const offset = at - (parts[index]?.span.start ?? 0);
    const label = String(index + 1);
    const blank = character === "\t" ? "\t" : " ";
    marks += index < 0 ? blank : character === "\t" ? "\t" : label[offset] ?? "~";
    at += character.length;
  }
  return marks.trimEnd();
}

const EFFECTS = {
  read: "only reads",
  build: "writes build output only",
  write: "may change anything",
} as const;

function partText(source: string, part: Part, number: number): string {
  const text = oneLine(source.slice(part.span.start, part.span.end));
  const head = `${String(number).padStart(2)}  ${text}`;
  if (part.kind === "rewrite") {
    const effect = part.effect ? `, which ${EFFECTS[part.effect]}` : "";
    return `${head}\n      goes through rtk: filter ${part.toolId}${effect}`;
  }
  const { why, change } = reasonText(part.reason ?? "no-tool");
  const hint = change === undefined ? "" : `\n      to change that: ${change}`;
  return `${head}\n      left as it is: ${why} (${part.reason})${hint}`;
}

const MAX_WIDTH = 72;

function oneLine(text: string): string {
  const flat = text.replaceAll(/\s*\n\s*/g, " ⏎ ");
  return flat.length > MAX_WIDTH ? `${flat.slice(0, MAX_WIDTH - 1)}…` : flat;
}
