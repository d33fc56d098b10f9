/** TOML as text: where keys stand, and edits that keep comments, order and line ends. Cold code. */
import { type AST, parseTOML } from "toml-eslint-parser";

/** One key of a document: its dotted name, value, line from 1, and where its value stands in the text. */
export interface TomlKey {
  readonly name: string;
  readonly value: unknown;
  readonly line: number;
  readonly range: readonly [number, number];
}

/**
 * Reads all keys of a document, those of inline tables as values.
 * @throws SyntaxError with the line in its message when the text is no TOML.
 */
export function tomlKeys(text: string): TomlKey[] {
  const found: TomlKey[] = [];
  for (const node of parse(text).body[0].body) {
    if (node.type === "TOMLKeyValue") found.push(keyOf([], node));
    else for (const inner of node.body) found.push(keyOf(node.resolvedKey.map(String), inner));
  }
  return found;
}

function parse(text: string): AST.TOMLProgram {
  try {
    return parseTOML(text);
  } catch (error) {
    const line = (error as { lineNumber?: number }).lineNumber ?? 1;
    throw new SyntaxError(`line ${line}: ${(error as Error).message}`);
  }
}

function keyOf(table: readonly string[], node: AST.TOMLKeyValue): TomlKey {
  const name = [...table, ...node.key.keys.map((key) => key.type === "TOMLBare" ? key.name : key.value)].join(
    ".",
  );
  return { name, value: valueOf(node.value), line: node.loc.start.line, range: node.value.range };
}

function valueOf(node: AST.TOMLContentNode): unknown {
  if (node.type === "TOMLArray") return node.elements.map(valueOf);
  if (node.type === "TOMLValue") return node.kind === "integer" ? Number(node.value) : node.value;
  const entries = node.body.map((inner): [string, unknown] => {
    const name = inner.key.keys.map((key) => key.type === "TOMLBare" ? key.name : key.value).join(".");
    return [name, valueOf(inner.value)];
  });
  return Object.fromEntries(entries);
}

/**
 * Sets one key and leaves every other byte. An absent key goes to the end of its table, an absent table to the end of
 * the text.
 * @param name dotted, `hooks.enabled`.
 * @param value its TOML text.
 * @throws SyntaxError when the text is no TOML.
 */
export function setTomlKey(text: string, name: string, value: string): string {
  const present = tomlKeys(text).find((key) => key.name === name);
  if (present) return text.slice(0, present.range[0]) + value + text.slice(present.range[1]);
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const [tableName, keyName] = splitName(name);
  const table = parse(text).body[0].body.find((node): node is AST.TOMLTable => {
    return node.type === "TOMLTable" && node.kind === "standard" && node.resolvedKey.join(".") === tableName;
  });
  if (table) {
    const at = (table.body.at(-1) ?? table).range[1];
    const lineEnd = text.indexOf("\n", at);
    const insertAt = lineEnd < 0 ? text.length : lineEnd + 1;
    const before = lineEnd < 0 ? end : "";
    return `${text.slice(0, insertAt)}${before}${keyName} = ${value}${end}${text.slice(insertAt)}`;
  }
  const dotted = parse(text).body[0].body.findLast((node): node is AST.TOMLKeyValue => {
    return node.type === "TOMLKeyValue" && keyOf([], node).name.startsWith(`${tableName}.`);
  });
  if (dotted) {
    const at = text.indexOf("\n", dotted.range[1]);
    const insertAt = at < 0 ? text.length : at + 1;
    return `${text.slice(0, insertAt)}${at < 0 ? end : ""}${name} = ${value}${end}${text.slice(insertAt)}`;
  }
  const gap = text === "" ? "" : text.endsWith("\n") ? end : end + end;
  return `${text}${gap}[${tableName}]${end}${keyName} = ${value}${end}`;
}

function splitName(name: string): [string, string] {
  const dot = name.lastIndexOf(".");
  return [name.slice(0, dot), name.slice(dot + 1)];
}

/** A value as TOML text. */
export function tomlValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([key, one]) => `${tomlKeyText(key)} = ${tomlValue(one)}`);
    return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
  }
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

function tomlKeyText(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key);
}
