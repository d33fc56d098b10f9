/** The commented `config.toml` of `rtk config --create`, made from the table of keys. Cold code. */
import { KEYS } from "./schema.ts";
import { tomlValue } from "./toml_text.ts";

/** Every key with what it does, commented out at its default, so that the file changes nothing as it is. */
export function defaultFileText(): string {
  const tables = Map.groupBy(KEYS, ({ name }) => name.slice(0, name.lastIndexOf(".")));
  const parts = [...tables].map(([table, keys]) => {
    const rows = keys.map(({ name, about, default: value, kind }) => {
      const choices = typeof kind === "object" ? ` One of ${kind.oneOf.join(", ")}.` : "";
      return `# ${about}${choices}\n# ${name.slice(table.length + 1)} = ${tomlValue(value)}\n`;
    });
    return `[${table}]\n${rows.join("\n")}`;
  });
  return `# rtk: keys that are commented out have the value shown. \`rtk config\` prints what is in effect.\n\n${
    parts.join("\n")
  }`;
}
