/** What other programs and people left in the files that rtk edits: for each kind of edit, in the forms that files come in. */
import type { Edit, JsonEntry, MarkdownBlock, TomlTable, YamlList } from "../../core/install/edit.ts";

/** A text that stands in every foreign file once: a test changes it to play somebody who edits the file later. */
export const FOREIGN = "foreign-text";

/** A file as it was before rtk came. */
export interface ForeignFile {
  readonly what: string;
  readonly text: string;
}

/** Texts for a file that an edit is made in; none for a file that is rtk's alone. */
export function foreignFiles(edit: Edit): ForeignFile[] {
  return contents(edit).flatMap(({ what, text }) =>
    FORMS.filter(({ except }) => except !== edit.kind)
      .map(({ name, form }) => ({ what: `${what}, ${name}`, text: form(text) }))
  );
}

interface Form {
  readonly name: string;
  readonly except?: Edit["kind"];
  form(text: string): string;
}

const crlf = (text: string): string => text.replaceAll("\n", "\r\n");
const endless = (text: string): string => text.replace(/\n+$/, "");

const FORMS: readonly Form[] = [
  { name: "as it is", form: (text) => text },
  {
    name: "with tabs",
    // YAML knows no tabs.
    except: "yaml-list",
    form: (text) => text.replaceAll(/^(?: {2})+/gm, (blanks) => "\t".repeat(blanks.length / 2)),
  },
  { name: "with CRLF", form: crlf },
  { name: "with a byte order mark", form: (text) => `\uFEFF${text}` },
  { name: "without a final newline", form: endless },
  {
    name: "with a byte order mark and CRLF, without a final newline",
    form: (text) => `\uFEFF${crlf(endless(text))}`,
  },
  { name: "with blank lines behind it", form: (text) => `${text}\n\n` },
];

function contents(edit: Edit): ForeignFile[] {
  switch (edit.kind) {
    case "json-entry":
      return jsonContents(edit);
    case "toml-table":
      return tomlContents(edit);
    case "yaml-list":
      return yamlContents(edit);
    case "markdown-block":
      return markdownContents(edit);
    case "whole-file":
      return [];
  }
}

function jsonContents({ within, dialect, at }: JsonEntry): ForeignFile[] {
  const [hooks = "", event = "Event"] = at;
  if (at.length > 2) throw new Error("Cannot furnish a file for an array at another depth: say here how");
  const handler = { type: "command", command: `other.sh --rtk hook # ${FOREIGN}`, timeout: 5 };
  const group = within === undefined
    ? handler
    : { matcher: "*", [within]: [handler, { command: "rtk-like" }] };
  const list = [group, group];
  const other = {
    [hooks]: at.length === 1 ? list : { Other: [handler], [event]: list, Last: [] },
    zz: ["ä", "\u0001\\u2028"],
  };
  const pretty = `${JSON.stringify({ "first": 1.50, ...other }, null, 2)}\n`;
  const texts = [
    { what: "other hooks", text: pretty },
    { what: "other hooks in one line", text: `${JSON.stringify(other)}\n` },
    { what: "other hooks, oddly spaced", text: pretty.replaceAll('": ', '"  :').replaceAll(",\n", "\n  ,") },
    { what: "no hooks", text: `{\n  "a": "${FOREIGN}"\n}\n` },
    { what: "no hooks in one line", text: `{"a": "${FOREIGN}"}\n` },
    {
      what: "another event",
      text: at.length === 1
        ? `{\n    "X": [ "${FOREIGN}" ]\n}\n`
        : `{\n    "${hooks}": {\n        "X": [ "${FOREIGN}" ]\n    }\n}\n`,
    },
    { what: "the name twice", text: `{\n  "a": "${FOREIGN}",\n  "a": 2\n}\n` },
  ];
  if (dialect === "json") return texts;
  const commented = `[\n      // d\n      ${JSON.stringify(group)} /* e */\n      // f\n    ]`;
  const inner = at.length === 1 ? commented : `{\n    // c\n    "${event}": ${commented}\n  }`;
  return [...texts, {
    what: "comments",
    text: `// ${FOREIGN}\n{\n  /* a */ "a": 1, // b\n  "${hooks}": ${inner}\n}\n// g\n`,
  }];
}

function tomlContents({ name }: TomlTable): ForeignFile[] {
  const table = `[[${name}]]\nname = 'other'   # rtk hook\ncommand = "other rtk hook x"`;
  return [
    {
      what: "other tables",
      text: `# ${FOREIGN}\nx = { y = 1 }\n\n${table}\n\n${table.replace("other'", "b'")}\n`,
    },
    { what: "a table behind", text: `${table}\n# ${FOREIGN}\n\n[zz]\na = """\n[[${name}]]\n"""\n` },
    { what: "other keys", text: `x   =   "${FOREIGN}"\n` },
    { what: "a comment alone", text: `# ${FOREIGN}\n` },
  ];
}

function yamlContents({ at: [outer = "", inner = ""], at }: YamlList): ForeignFile[] {
  if (at.length !== 2) throw new Error("Cannot furnish a file for a list at another depth: say here how");
  return [
    {
      what: "a list",
      text: `# ${FOREIGN}\n${outer}:\n  ${inner}:\n    - a   # rtk\n    - "b"\n  other: {x: [rtk]}\nz: 1\n`,
    },
    { what: "a compact list", text: `${outer}:\n  other:   [x,y] # ${FOREIGN}\n  ${inner}:\n  - a\n` },
    { what: "a list in one line", text: `a: ${FOREIGN}\n${outer}: {${inner}: [a, 'b c']}\n` },
    { what: "a list in brackets", text: `${outer}:\n  ${inner}: [a]  # ${FOREIGN}\n` },
    { what: "the outer key", text: `${outer}:\n    other: yes\n# ${FOREIGN}\nz: |\n  ${inner}:\n  - rtk\n` },
    { what: "a key of that name elsewhere", text: `memory:\n  ${inner}: true\n  x: ${FOREIGN}\n` },
    { what: "a comment alone", text: `# ${FOREIGN}\n` },
  ];
}

function markdownContents(_: MarkdownBlock): ForeignFile[] {
  return [
    { what: "a text", text: `# Mine\n\n- be brief, use rtk (${FOREIGN})\n  - \`<!-- rtk:end -->\`\n` },
    { what: "one line", text: `${FOREIGN}\n` },
    { what: "odd line ends", text: `a\r\nb ${FOREIGN}\n\r\n\n` },
    {
      what: "quoted marks",
      text: `> <!-- rtk:begin -->\n  <!-- rtk:end -->\n${FOREIGN}\n<!-- rtk:end -->\n`,
    },
  ];
}

/** Texts that do not parse, with the line where that shows; none where every text is one. */
export function brokenFiles(edit: Edit): (ForeignFile & { readonly line: number })[] {
  switch (edit.kind) {
    case "json-entry": {
      const broken = [
        { what: "cut off", text: '{\n  "hooks": {\n', line: 3 },
        { what: "a trailing comma", text: '{\n  "a": 1,\n}\n', line: 3 },
        { what: "no JSON", text: "hooks:\n- a\n", line: 1 },
        { what: "a list", text: "[]\n", line: 1 },
      ];
      if (edit.dialect === "jsonc") return broken;
      return [...broken, { what: "a comment", text: '{\n  "a": 1\n  // mine\n}\n', line: 3 }];
    }
    case "toml-table":
      return [
        { what: "an open table", text: `a = 1\n[[${edit.name}]\n`, line: 2 },
        { what: "a word", text: "a = 1\n\nb = c\n", line: 3 },
      ];
    case "yaml-list":
      return [
        { what: "an open list", text: `a: 1\n${edit.at[0]}: [\n`, line: 3 },
        { what: "a tab", text: `a: 1\n${edit.at[0]}:\n\t${edit.at[1]}: x\n`, line: 3 },
      ];
    case "markdown-block":
    case "whole-file":
      return [];
  }
}

/** Texts that parse but hold another value where rtk's part belongs. */
export function takenFiles(edit: Edit): ForeignFile[] {
  switch (edit.kind) {
    case "json-entry":
      return [5, null, "x", []].flatMap((value) => {
        const [outer = "", inner] = edit.at;
        if (inner === undefined) {
          const taken = { [outer]: Array.isArray(value) ? {} : value };
          return [{ what: JSON.stringify(taken), text: `${JSON.stringify(taken)}\n` }];
        }
        const texts = [{ [outer]: value }, { [outer]: { [inner]: Array.isArray(value) ? {} : value } }];
        return texts.map((one) => ({ what: JSON.stringify(one), text: `${JSON.stringify(one)}\n` }));
      });
    case "toml-table":
      return [`${edit.name} = 5\n`, `${edit.name} = [{ a = 1 }]\n`, `[${edit.name}]\na = 1\n`]
        .map((text) => ({ what: text, text }));
    case "yaml-list":
      return [`${edit.at[0]}: 5\n`, "- a\n", `${edit.at.join(":\n  ")}: x\n`].map((text) => ({
        what: text,
        text,
      }));
    case "whole-file":
      return [{ what: "another's file", text: "another origin\n" }];
    case "markdown-block":
      return [];
  }
}
