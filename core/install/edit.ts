/**
 * What an agent's installation consists of, as data. Installing, removing, checking and the dry run are readings of the
 * same edits.
 */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

interface EditBase {
  /** Absolute path of the file. */
  readonly path: string;
  /** A place of earlier versions or of another tool's form: removed by install and uninstall, never written. */
  readonly legacy?: true;
}

/** An element of an array in a JSON file. */
export interface JsonEntry extends EditBase {
  readonly kind: "json-entry";
  /** Keys down to the array: `["hooks", "PreToolUse"]`; absent ones are made. */
  readonly at: readonly string[];
  readonly entry: Json;
  /** `last`: behind the elements that are there, where the host knows them by their places; else in front of them. */
  readonly place?: "last";
  /**
   * Key of an array inside the elements whose items are what is rtk's or not: a group of hooks may hold other programs'
   * hooks as well, which stay. Absent: the elements themselves.
   */
  readonly within?: string;
  /** Whether an element (an item of `within`) is rtk's. It parses the command it finds; a name inside another word is not enough. */
  owns(element: unknown): boolean;
  /** Whether one is another rtk's (an older path, another program of that name): replaced with consent. */
  rivals?(element: unknown): boolean;
  /** `json`: the host reads strict JSON, so comments are refused. `jsonc`: comments stay. */
  readonly dialect: "json" | "jsonc";
  /** Members a file made by rtk starts with: `{ version: 1 }`. */
  readonly defaults?: { readonly [key: string]: Json };
}

/** A `[[name]]` table at the end of a TOML file. */
export interface TomlTable extends EditBase {
  readonly kind: "toml-table";
  readonly name: string;
  /** Key and value lines of the table, in order. */
  readonly values: { readonly [key: string]: Json };
  owns(table: Readonly<Record<string, unknown>>): boolean;
  /** Whether one is another rtk's: replaced with consent. */
  rivals?(table: Readonly<Record<string, unknown>>): boolean;
}

/** A string in a block or flow sequence of a YAML file. */
export interface YamlList extends EditBase {
  readonly kind: "yaml-list";
  readonly at: readonly string[];
  readonly item: string;
  /** Items of another rtk: replaced with consent. */
  readonly rivals?: readonly string[];
}

/** A marked block in a Markdown or plain text file of the user's. */
export interface MarkdownBlock extends EditBase {
  readonly kind: "markdown-block";
  /** Lines between the marks, ending in a newline. */
  readonly text: string;
  /** What another rtk leaves in such a file, a global expression for whole lines: replaced with consent. */
  readonly rivals?: RegExp;
  /** How many characters of the file its host reads. */
  readonly limit?: number;
}

/** A file that is rtk's alone. */
export interface WholeFile extends EditBase {
  readonly kind: "whole-file";
  readonly text: string;
  /** File mode where it is made; default 0o644. */
  readonly mode?: number;
  /** How the paths of files begin that the host makes of it, as Python does; they go with it, and their folder if it is empty then. */
  readonly derived?: string;
  /** Whether a text that differs is an older one of rtk's; others are the user's and stay, with an error. */
  owns(text: string): boolean;
  /** Whether a text that differs is another rtk's: replaced with consent. */
  rivals?(text: string): boolean;
}

export type Edit = JsonEntry | TomlTable | YamlList | MarkdownBlock | WholeFile;

/** `absent`: no trace. `installed`: as this version writes it. `outdated`: rtk's, but another text. */
export type EditState = "absent" | "installed" | "outdated";

/** A file that cannot be edited safely; the message names what and where, without the path. */
export class EditError extends Error {
  override readonly name = "EditError";
  /** From 1; undefined where no line can be named. */
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}
