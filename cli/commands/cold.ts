/** The commands that are not on the hot path, in one bundle. */
import type { CliContext } from "../context.ts";
import { fail, say } from "../print.ts";
import { configCommand } from "./config.ts";
import { doctorCommand } from "./doctor.ts";
import { explainCommand } from "./explain.ts";
import { gainCommand } from "./gain.ts";
import { COMMAND_HELP, commandHelpText, helpText } from "./help.ts";
import { initCommand } from "./init.ts";
import { recallCommand } from "./recall.ts";
import { verifyCommand } from "./verify.ts";

/** Runs a cold command; argv starts with its name. What it did not foresee is one line as well. */
export async function main(argv: readonly string[], context: CliContext): Promise<number> {
  const [name = "help", ...rest] = argv;
  try {
    return await run(name, rest, context);
  } catch (error) {
    return fail(`Cannot finish rtk ${name}: ${error instanceof Error ? error.message : error}`);
  }
}

async function run(name: string, rest: readonly string[], context: CliContext): Promise<number> {
  // What follows a command to be explained is that command's.
  const asksHelp = (name === "explain" ? rest.slice(0, 1) : rest).some((word) =>
    word === "--help" || word === "-h"
  );
  if (name !== "help" && asksHelp) {
    say(commandHelpText(name));
    return 0;
  }
  switch (name) {
    case "config":
      return configCommand(rest);
    case "doctor":
      return await doctorCommand(rest, context);
    case "explain":
      return await explainCommand(rest, context);
    case "gain":
      return gainCommand(rest);
    case "init":
      return await initCommand(rest, context);
    case "recall":
      return await recallCommand(rest, context);
    case "verify":
      return await verifyCommand(rest);
    default:
      return help(rest[0], context);
  }
}

function help(command: string | undefined, context: CliContext): number {
  if (command === undefined || command.startsWith("-")) say(helpText(context.version).trimEnd());
  else if (Object.hasOwn(COMMAND_HELP, command)) say(commandHelpText(command));
  else return fail(`Cannot explain "${command}": it is no command of rtk; see rtk help`);
  return 0;
}
