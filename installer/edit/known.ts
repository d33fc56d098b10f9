/** What is known of a file beyond its text. */
export interface Known {
  /** The text before rtk came, of which all stays; undefined where rtk made the file, or where that is not known. */
  readonly original?: string | undefined;
  /** Whether a marked block is another installation's. */
  isOthers?(block: string): boolean;
}

/** Nothing but the text. */
export const UNKNOWN: Known = {};
