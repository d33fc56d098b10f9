/** `deno task docs`: writes `.github/TOOLS.md`, the table of all units, from the registry. */
import { tools } from "../../core/tools/registry.ts";

const path = new URL("../../.github/TOOLS.md", import.meta.url);

if (import.meta.main) Deno.writeTextFileSync(path, toolsText());

/** The text of TOOLS.md; a test compares it with the file. */
export function toolsText(): string {
  const rows = tools.map(({ id, commands, effect, summary, pipeline }) => {
    const place = pipeline?.first ? "first" : pipeline?.last ? "last" : "";
    const names = commands.map((command) => `\`${command}\``).join(", ");
    return `| ${id} | ${names} | ${effect} | ${place} | ${summary} |`;
  });
  return [
    "# Tools",
    "",
    "Written by `deno task docs`. Effect: what running the tool may change. Pipeline: the stage at which it may stand in one.",
    "",
    "| unit | commands | effect | pipeline | what |",
    "|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
