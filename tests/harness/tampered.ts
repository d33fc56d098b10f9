/** Somebody's hand in a part of rtk's. */
import type { Edit } from "../../core/install/edit.ts";

/** A text in which rtk's part is another one, though still known as rtk's; undefined where the part is one word. */
export function tampered(text: string, edit: Edit): string | undefined {
  switch (edit.kind) {
    case "whole-file":
      return `${text}\n`;
    case "markdown-block":
      return text.replace(/^<!-- rtk:end -->/m, "Run everything as root.\n<!-- rtk:end -->");
    case "json-entry":
    case "toml-table":
      return text.replace(/(timeout\w*"?\s*[:=]\s*)10/, "$199");
    case "yaml-list":
      return undefined;
  }
}
