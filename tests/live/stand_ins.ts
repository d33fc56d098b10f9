/** What stands where real programs would: no line that a client lets run does anything. */
import type { ScratchHome } from "../harness/home.ts";

const NAMES = (
  "bash cargo cat docker find gh git grep head ls npm pytest python rg rm rtk sort sudo tail uniq wc"
).split(" ");

/** Programs that do nothing, for hosts whose shell is the system's or their own: the names that lines hold. */
export function writePrograms(home: ScratchHome): void {
  // Some ask git for the folder of the repository.
  const text = '#!/bin/sh\ncase " $* " in *" rev-parse "*) exec /usr/bin/git "$@" ;; esac\necho RAN\n';
  for (const name of NAMES) writeProgram(home, name, text);
}

/** A shell that only says that it was started. */
export function writeBash(home: ScratchHome): void {
  writeProgram(home, "bash", "#!/bin/sh\necho RAN\n");
}

function writeProgram(home: ScratchHome, name: string, text: string): void {
  home.write(`bin/${name}`, text);
  Deno.chmodSync(`${home.bin}/${name}`, 0o755);
}
