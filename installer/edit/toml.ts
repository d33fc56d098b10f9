/** A `[[name]]` table at the end of a TOML file. */
import { parse } from "smol-toml";
import { type AST, parseTOML } from "toml-eslint-parser";
import { tomlKeys, tomlValue } from "../../core/config/toml_text.ts";
import { EditError, type EditState, type TomlTable } from "../../core/install/edit.ts";
import { formOf } from "./text_form.ts";

/**
 * Appends the table, in place of older ones of rtk's and of those of another rtk.
 * @throws EditError when the text is no TOML, or when the name is taken by another kind of value.
 */
export function installToml(text: string | undefined, edit: TomlTable): string {
  const { newline } = formOf(text ?? "");
  const block = blockText(edit, newline);
  if (text === undefined || text === "") return block;
  if (stateOfToml(text, edit) === "installed") return text;
  refuseInline(text, edit);
  const { rivals } = edit;
  const owns = (table: Table): boolean => edit.owns(table) || (rivals?.(table) ?? false);
  const cleared = removeToml(text, { ...edit, owns }) ?? "";
  const gap = cleared === "" ? "" : newline;
  return cleared + gap + block;
}

/** Takes rtk's tables out with the gap before them; undefined when nothing is left. */
export function removeToml(text: string, edit: TomlTable): string | undefined {
  if (!tablesOf(text, edit).some(edit.owns)) return text;
  refuseInline(text, edit);
  let result = text;
  for (let place = ownedPlace(result, edit); place; place = ownedPlace(result, edit)) {
    const before = result.slice(0, place[0]);
    const after = result.slice(place[1]);
    result = (/\n\r?\n$/.test(before) ? before.replace(/\r?\n$/, "") : before) + after;
  }
  return result === "" ? undefined : result;
}

/** The tables that are another rtk's. */
export function rivalsInToml(text: string, edit: TomlTable): unknown[] {
  return edit.rivals ? tablesOf(text, edit).filter(edit.rivals) : [];
}

/** The tables that are rtk's. */
export function ownedInToml(text: string, edit: TomlTable): unknown[] {
  return tablesOf(text, edit).filter(edit.owns);
}

/** Comments that somebody wrote into rtk's first table. */
export function remarkedInToml(text: string, edit: TomlTable): string[] {
  const place = ownedPlace(text, edit);
  if (!place) return [];
  return parseTOML(text).comments.filter(({ range }) => range[0] > place[0] && range[1] <= place[1])
    .map(({ value }) => value);
}

/** Whether rtk's table is there, and as this version writes it. */
export function stateOfToml(text: string, edit: TomlTable): EditState {
  const owned = tablesOf(text, edit).filter(edit.owns);
  if (owned.length === 0) return "absent";
  const isAlone = owned.length === 1 && rivalsInToml(text, edit).length === 0;
  return isAlone && JSON.stringify(owned[0]) === JSON.stringify(edit.values) ? "installed" : "outdated";
}

function blockText({ name, values }: TomlTable, newline: string): string {
  const lines = Object.entries(values).map(([key, value]) => `${key} = ${tomlValue(value)}`);
  return `${[`[[${name}]]`, ...lines].join(newline)}${newline}`;
}

type Table = Readonly<Record<string, unknown>>;

function tablesOf(text: string, { name }: TomlTable): Table[] {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    const { line } = error as { line?: number };
    throw new EditError(`not valid TOML (${(error as Error).message.split("\n")[0]})`, line);
  }
  for (const key of name.split(".")) value = (value as Record<string, unknown> | undefined)?.[key];
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new EditError(`${name} is no array of tables`);
  return value as Table[];
}

/** Tables cannot be added to an array that is written as a value, `hooks = []`, nor taken out of it as tables. */
function refuseInline(text: string, { name }: TomlTable): void {
  const key = tomlKeys(text).find((one) => one.name === name);
  if (!key) return;
  const form = Array.isArray(key.value) && key.value.length > 0
    ? `write each of its items as a [[${name}]] table`
    : `remove the line ${name} = []`;
  throw new EditError(`${name} is an array in brackets, to which no table can be added; ${form}`, key.line);
}

function ownedPlace(text: string, edit: TomlTable): readonly [number, number] | undefined {
  const tables = parseTOML(text).body[0].body.filter((node): node is AST.TOMLTable => {
    return node.type === "TOMLTable" && node.kind === "array" &&
      node.resolvedKey.filter((key) => typeof key === "string").join(".") === edit.name;
  });
  const index = tablesOf(text, edit).findIndex(edit.owns);
  const node = tables[index];
  if (!node) return undefined;
  const end = text.indexOf("\n", Math.max(node.range[0], node.range[1] - 1));
  return [node.range[0], end < 0 ? text.length : end + 1];
}
