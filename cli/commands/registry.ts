/** One row per word that is a command of rtk itself, sorted; any other first word is a tool to be run. */

/** Which bundle holds a command. */
export type CommandBundle = "hot" | "run" | "cold";

export const COMMANDS: Readonly<Record<string, CommandBundle>> = {
  config: "cold",
  doctor: "cold",
  explain: "cold",
  gain: "cold",
  help: "cold",
  hook: "hot",
  init: "cold",
  proxy: "run",
  recall: "cold",
  rewrite: "hot",
  verify: "cold",
};
