/** What `rtk doctor` looks at besides the agents: rtk itself, its configuration, its data, the user's shell. */
import type { Surroundings } from "../../core/config/digest.ts";
import { loadConfig } from "../../core/config/digest_load.ts";
import { problemText } from "../../core/config/load.ts";
import { shellQuoted } from "../../core/install/scope.ts";
import { historyFault } from "../../core/state/history_check.ts";
import { databasePath, readEnv, recallFolder, spoolPath } from "../../core/state/paths.ts";
import { PARTIAL, targetOf } from "../../installer/files.ts";
import { lockHolder } from "../../installer/lock.ts";
import type { Manifest } from "../../installer/manifest.ts";
import { accessCure, ownFolder, reasonOf } from "./access.ts";
import { byHand, command, type Cure, type Finding } from "./finding.ts";
import { foundOnPath, isOurRtk, pathCure } from "./init_checks.ts";
import { shadowedValue, shadowing } from "./shadowed_names.ts";

/** Whether `rtk` is this program where the user, and most hosts, look for it. */
export async function executableFinding(rtkPath: string): Promise<Finding> {
  const about = "rtk on PATH";
  const path = foundOnPath("rtk");
  if (path !== undefined && await isOurRtk(path)) return { about, state: "ok", text: path };
  const text = path === undefined
    ? "not found; to last, the cure belongs in your shell's profile"
    : `${path} is another program of that name; to last, the cure belongs in your shell's profile`;
  return { about, state: "fault", text, cure: pathCure(rtkPath) };
}

/** Faulty keys, and what pauses rtk. */
export async function configFindings(surroundings: Surroundings, rtkPath: string): Promise<Finding[]> {
  const { problems, settings } = loadConfig(surroundings);
  const faults = problems.map((problem) => {
    const { file, line } = problem;
    return configFault(
      problemText(problem),
      line === 0 ? accessCure(file) : byHand(`mend line ${line} of ${file}`),
    );
  });
  if (settings.get("hooks.enabled")?.value !== true) {
    const cure = command("rtk config set hooks.enabled true");
    faults.push({ ...configFault("hooks.enabled is false: no command is rewritten", cure), stops: true });
  }
  const paused = readEnv("RTK_DISABLED");
  if (paused && paused !== "0") {
    const fault = configFault("RTK_DISABLED is set: every command runs raw", command("unset RTK_DISABLED"));
    faults.push({ ...fault, stops: true });
  }
  const inserted = settings.get("hooks.rtk_path")?.value;
  if (typeof inserted === "string" && inserted !== "" && !await isOurRtk(inserted)) {
    const cure = command(`rtk config set hooks.rtk_path ${shellQuoted(rtkPath)}`);
    faults.push(configFault(`hooks.rtk_path is ${inserted}, where this rtk is not`, cure));
  }
  return faults.length > 0 ? faults : [{ about: "configuration", state: "ok", text: "no faults" }];
}

function configFault(text: string, cure: Cure): Finding {
  return { about: "configuration", state: "fault", text, cure };
}

/**
 * Whether outputs and runs can be kept: without that nothing is cut and nothing counted.
 * @param isUsed rtk is installed for an agent, or somebody names the folder; before that there need be none.
 */
export function storeFindings(folder: string | undefined, isUsed: boolean): Finding[] {
  if (folder === undefined) return [storeFault("no home folder", byHand("set HOME"))];
  const quoted = shellQuoted(folder);
  if (!isThere(folder)) {
    if (!isUsed) return [{ about: "history and recall", state: "off", text: "rtk init makes their folder" }];
    const text = `${folder} is not there: nothing is cut, nothing is counted`;
    return [storeFault(text, command(`mkdir -p -m 700 ${quoted}`))];
  }
  if (!isDirectory(folder)) {
    return [storeFault(`${folder} is no folder`, command(`mv ${quoted} ${quoted}.other && mkdir ${quoted}`))];
  }
  const faults = [folderFault(folder), recallFault(folder), spoolFault(folder)].filter((one) =>
    one !== undefined
  );
  const history = faults.length === 0 ? databaseFault(folder) : undefined;
  if (history) faults.push(history);
  return faults.length > 0 ? faults : [{ about: "history and recall", state: "ok", text: folder }];
}

function storeFault(text: string, cure: Cure): Finding {
  return { about: "history and recall", state: "fault", text, cure };
}

function folderFault(folder: string): Finding | undefined {
  const error = writeError(folder);
  if (error === undefined) return undefined;
  return storeFault(`${folder} cannot be written (${error})`, ownFolder(folder));
}

function recallFault(dataFolder: string): Finding | undefined {
  const folder = recallFolder(dataFolder);
  if (!isThere(folder)) return undefined;
  if (!isDirectory(folder)) {
    const quoted = shellQuoted(folder);
    return storeFault(`${folder} is no folder: nothing is cut`, command(`mv ${quoted} ${quoted}.other`));
  }
  const error = writeError(folder);
  if (error === undefined) return undefined;
  return storeFault(`${folder} cannot be written (${error}): nothing is cut`, ownFolder(folder));
}

function spoolFault(dataFolder: string): Finding | undefined {
  const path = spoolPath(dataFolder);
  if (!isThere(path)) return undefined;
  try {
    Deno.openSync(path, { append: true }).close();
    return undefined;
  } catch (error) {
    const text = `${path} cannot be written (${reasonOf(error)}): runs are not counted`;
    return storeFault(text, command(`mv ${shellQuoted(path)} ${shellQuoted(`${path}.other`)}`));
  }
}

function databaseFault(dataFolder: string): Finding | undefined {
  const fault = historyFault(dataFolder);
  if (!fault) return undefined;
  const path = databasePath(dataFolder);
  const text = `${path} is ${fault.kind} (${fault.message})`;
  switch (fault.kind) {
    case "locked":
      return storeFault(text, byHand(`end the program that holds it: fuser ${shellQuoted(path)} names it`));
    case "unwritable":
      return storeFault(text, command(`chmod u+rw ${shellQuoted(path)}`));
    case "unusable":
      return storeFault(text, byHand(`see what keeps ${path} from being read and written`));
    case "broken": {
      // The side files belong to the broken one: beside a new database they would break that as well.
      const broken = shellQuoted(`${path}.broken`);
      const sides = ["-wal", "-shm"].map((side) => shellQuoted(`${path}${side}`)).join(" ");
      return storeFault(text, command(`mv ${shellQuoted(path)} ${broken} && rm -f ${sides}`));
    }
  }
}

/** What runs that hang or were killed left behind. */
export function leftoverFindings(dataFolder: string | undefined, manifest: Manifest): Finding[] {
  const about = "left behind";
  const found: Finding[] = [];
  const holder = dataFolder === undefined ? undefined : lockHolder(dataFolder);
  if (holder !== undefined) {
    const text = `an rtk init${
      holder === 0 ? "" : ` (process ${holder})`
    } holds ${dataFolder}/lock: others wait in vain`;
    const cure = holder === 0 ? byHand("end the other rtk init") : command(`kill ${holder}`);
    found.push({ about, state: "fault", text, cure });
  }
  for (const path of manifest.keys()) {
    const partial = `${targetOf(path)}${PARTIAL}`;
    if (!isThere(partial)) continue;
    const text = `${partial}, by a run that was killed; ${path} is whole`;
    found.push({ about, state: "fault", text, cure: command(`rm ${shellQuoted(partial)}`) });
  }
  return found;
}

/** Aliases and functions of the user's shell that would run in place of tools, or of rtk. */
export async function shadowFindings(names: readonly string[]): Promise<Finding[]> {
  const about = "aliases and functions";
  const answer = await shadowing(names);
  if (typeof answer === "string") return [{ about, state: "off", text: answer }];
  const { found, missing, hidesRtk } = answer;
  const faults: Finding[] = [];
  if (hidesRtk) {
    const text = "rtk is an alias or a function of your shell, which agents would run in its place";
    faults.push({ about, state: "fault", text, cure: byHand("take it out of your shell's start-up files") });
  }
  if (missing.length > 0) {
    const text = `${missing.join(", ")} would run past your alias or function`;
    const cure = command(`rtk config set hooks.shadowed ${shellQuoted(shadowedValue(found))}`);
    faults.push({ about, state: "fault", text, cure });
  }
  if (faults.length > 0) return faults;
  return [{ about, state: "ok", text: found.length === 0 ? "none" : `${found.join(", ")} stay raw` }];
}

/** Why rtk's data folder, which is made where it is absent, cannot be used, with the way out; undefined where it can. */
export function dataFolderFault(folder: string): string | undefined {
  try {
    if (!isThere(folder)) Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    return `Cannot make rtk's data folder ${folder}: ${reasonOf(error)}; RTK_DATA_DIR names another one`;
  }
  const [fault] = storeFindings(folder, true).filter(({ text }) => text.startsWith(`${folder} `));
  return fault && `Cannot use rtk's data folder: ${fault.text}; ${fault.cure?.text}`;
}

/** Why no file can be made in a folder; undefined where one can. */
function writeError(folder: string): string | undefined {
  const probe = `${folder}/doctor${PARTIAL}`;
  try {
    Deno.writeTextFileSync(probe, "");
    Deno.removeSync(probe);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

function isDirectory(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
