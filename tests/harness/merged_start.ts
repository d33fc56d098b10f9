/** Starts a program as the runner does where stdout and stderr are one file, through the shell that is named first. */
import { mergedForm } from "../../core/run/start.ts";

const [shell = "", ...argv] = Deno.args;
const form = mergedForm(argv, shell);
if (!form) throw new Error("There is no merged form for this environment");
const { code } = await new Deno.Command(form.command, { args: [...form.args], stdin: "inherit" }).spawn()
  .status;
Deno.exit(code);
