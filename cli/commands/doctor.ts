/** `rtk doctor`: one screen that answers "is it on, and if not, why", with the cure. */
import { type Installation, INSTALLATIONS } from "../../agents/installations.ts";
import { type Surroundings } from "../../core/config/digest.ts";
import { loadConfig } from "../../core/config/digest_load.ts";
import type { InstallScope } from "../../core/install/scope.ts";
import { dataFolder, readEnv } from "../../core/state/paths.ts";
import { PlanError, rivalEntries, stateOfEdits } from "../../installer/plan.ts";
import type { CliContext } from "../context.ts";
import { fail, say } from "../print.ts";
import { answerText, foundOnPath, isOurRtk, smokeFault } from "./init_checks.ts";
import { installScope } from "./install_scope.ts";
import { shadowedValue, shadowing } from "./shadowed_names.ts";

/** One thing looked at. */
interface Finding {
  readonly about: string;
  /** `off`: nothing is wrong, it is just not in use. */
  readonly state: "ok" | "off" | "fault";
  readonly text: string;
  /** The command or the step that mends a fault. */
  readonly cure?: string;
}

/** Runs `rtk doctor [--agent ID] [--json]`; exit 1 when something needs a hand. */
export async function doctorCommand(words: readonly string[], context: CliContext): Promise<number> {
  const json = words.includes("--json");
  const at = words.indexOf("--agent");
  const wanted = at < 0 ? undefined : words[at + 1];
  const agents = INSTALLATIONS.filter(({ id }) => wanted === undefined || id === wanted);
  if (agents.length === 0) return fail(`Cannot find the agent "${wanted}": see rtk init`);
  const findings = await examine(agents, context);
  if (json) say(JSON.stringify(findings, null, 2));
  else for (const finding of findings) say(lineOf(finding));
  return findings.some(({ state }) => state === "fault") ? 1 : 0;
}

const SIGNS = { ok: "ok   ", off: "off  ", fault: "FAULT" } as const;

function lineOf({ about, state, text, cure }: Finding): string {
  return `${SIGNS[state]} ${about}: ${text}${cure === undefined ? "" : `\n      cure: ${cure}`}`;
}

async function examine(agents: readonly Installation[], context: CliContext): Promise<Finding[]> {
  const surroundings: Surroundings = { env: readEnv, cwd: Deno.cwd(), dataFolder: dataFolder(readEnv) };
  const findings = [await executable(), ...configuration(surroundings), store(surroundings.dataFolder)];
  findings.push(await shadows(context));
  const scopes = (["global", "project"] as const).map(installScope)
    // In the home folder a project's files are the user's own.
    .filter((scope) => scope !== undefined && !(scope.kind === "project" && scope.project === scope.home));
  for (const agent of agents) {
    const states = [];
    for (const scope of scopes) if (scope) states.push(await installation(agent, scope));
    const used = states.filter(({ state }) => state !== "off");
    findings.push(...(used.length > 0 ? used : states.slice(0, 1)));
  }
  return findings;
}

async function executable(): Promise<Finding> {
  const about = "rtk on PATH";
  const path = foundOnPath("rtk");
  if (path === undefined) {
    return {
      about,
      state: "fault",
      text: "not found",
      cure: "put the folder of rtk on PATH in your shell's profile",
    };
  }
  if (await isOurRtk(path)) return { about, state: "ok", text: path };
  const cure = "put this rtk's folder before it on PATH, or remove the other program";
  return { about, state: "fault", text: `${path} is another program of that name`, cure };
}

function configuration(surroundings: Surroundings): Finding[] {
  const { problems, settings } = loadConfig(surroundings);
  const about = "configuration";
  const faults = problems.map(({ file, line, message }): Finding => {
    return { about, state: "fault", text: `${file}:${line}: ${message}`, cure: `edit ${file}` };
  });
  const enabled = settings.get("hooks.enabled")?.value === true;
  if (!enabled) {
    faults.push({
      about,
      state: "fault",
      text: "hooks.enabled is false: no command is rewritten",
      cure: "rtk config set hooks.enabled true",
    });
  }
  const paused = readEnv("RTK_DISABLED");
  if (paused && paused !== "0") {
    faults.push({
      about,
      state: "fault",
      text: "RTK_DISABLED is set: every command runs raw",
      cure: "unset RTK_DISABLED",
    });
  }
  return faults.length > 0 ? faults : [{ about, state: "ok", text: "no faults" }];
}

function store(folder: string | undefined): Finding {
  const about = "history and recall";
  if (folder === undefined) return { about, state: "fault", text: "no home folder", cure: "set HOME" };
  try {
    Deno.statSync(folder);
  } catch {
    const cure = "rtk init -g makes it";
    return {
      about,
      state: "fault",
      text: `${folder} is not there: nothing is cut, nothing is counted`,
      cure,
    };
  }
  try {
    const probe = `${folder}/doctor.rtk-partial`;
    Deno.writeTextFileSync(probe, "");
    Deno.removeSync(probe);
    return { about, state: "ok", text: folder };
  } catch (error) {
    const text = `${folder} cannot be written (${(error as Error).message.split(":")[0]})`;
    return { about, state: "fault", text, cure: `make ${folder} writable for you` };
  }
}

async function shadows({ table }: CliContext): Promise<Finding> {
  const about = "aliases and functions";
  const answer = await shadowing(table.names);
  if (answer === undefined) return { about, state: "off", text: "your shell was not asked" };
  const { found, missing } = answer;
  if (missing.length === 0) {
    return { about, state: "ok", text: found.length === 0 ? "none" : `${found.join(", ")} stay raw` };
  }
  const text = `${missing.join(", ")} would run past your alias or function`;
  return { about, state: "fault", text, cure: `rtk config set hooks.shadowed '${shadowedValue(found)}'` };
}

async function installation(agent: Installation, where: InstallScope): Promise<Finding> {
  const about = `${agent.title} (${where.kind})`;
  const again = `rtk init ${where.kind === "global" ? "-g " : ""}--agent ${agent.id}`;
  try {
    const edits = agent.edits(where);
    const rivals = rivalEntries(edits);
    if (rivals.length > 0) {
      return {
        about,
        state: "fault",
        text: `another rtk's entry: ${rivals[0]}`,
        cure: `${again} --auto-patch`,
      };
    }
    const state = stateOfEdits(edits);
    if (state === "absent") return { about, state: "off", text: "not installed", cure: again };
    if (state !== "installed") {
      const text = state === "partial"
        ? "a part of the installation is gone"
        : "modified by hand, or of another version";
      return { about, state: "fault", text, cure: again };
    }
    const off = agent.switchedOff?.(where);
    if (off !== undefined) return { about, state: "fault", text: off.text, cure: off.cure };
    const fault = await smokeFault(agent, where);
    if (fault !== undefined) {
      return { about, state: "fault", text: `the hook does not answer: ${fault}`, cure: again };
    }
    return { about, state: "ok", text: `on${answerText(agent, where)}` };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return { about, state: "fault", text: error.message, cure: "mend the file, then rtk doctor again" };
  }
}
