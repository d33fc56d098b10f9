/**
 * What of Codex's own settings keeps an installed hook from running. Form of the trust and its digest: measured with 0.171.0
 * (`hooks/list` of its app-server).
 */
import { type InstallScope, shellQuoted } from "../../core/install/scope.ts";
import { commandOf, isOurCommand } from "../hook_command.ts";
import type { HostFault } from "../installations.ts";
import { readJsonc } from "../jsonc.ts";
import { memberOf } from "../members.ts";
import { readToml } from "../toml.ts";
import { checkoutOf, readFolder } from "./checkout.ts";

/** CODEX_HOME moves the user's folder. */
export function codexFolder({ env, home }: Pick<InstallScope, "env" | "home">): string {
  return env("CODEX_HOME") || `${home}/.codex`;
}

/**
 * `[features] hooks = false`, or its older name. A project needs the user's trust: for itself, for the checkout that it lies
 * in, or for the one that this is a linked worktree of.
 */
export function codexSwitchedOff(scope: InstallScope): HostFault | undefined {
  const { path, value, isBroken } = configOf(scope);
  for (const name of ["hooks", "codex_hooks"]) {
    if (memberOf(value, "features", name) === false) {
      return { text: `features.${name} is false in ${path}`, cure: `take ${name} = false out of ${path}` };
    }
  }
  if (scope.kind === "global") return undefined;
  if (isBroken) return brokenFault({ path });
  const project = realPath(scope.project);
  const checkout = checkoutOf(project);
  const trusted = [project, checkout?.root ?? project, checkout?.main ?? project];
  if (!trusted.some((folder) => memberOf(value, "projects", folder, "trust_level") === "trusted")) {
    return {
      text: `Codex does not trust ${scope.project} yet, and runs no hook of a project before`,
      cure: `start codex in ${scope.project} and trust the folder`,
    };
  }
  const folder = readFolder(project);
  if (folder === project || placeOf(`${folder}/.codex/hooks.json`)) return undefined;
  return {
    text: `Codex reads the hooks of a linked worktree from its main checkout, ${folder}`,
    cure: `cd ${shellQuoted(folder)} && rtk init --agent codex`,
  };
}

/** Whether the hook's digest stands in `hooks.state` of the user's config.toml, under its file and place. */
export async function codexUntrusted(scope: InstallScope): Promise<HostFault | undefined> {
  const folder = scope.kind === "global"
    ? codexFolder(scope)
    : `${readFolder(realPath(scope.project))}/.codex`;
  const place = placeOf(`${realPath(folder)}/hooks.json`);
  if (!place) return undefined;
  const config = configOf(scope);
  if (config.isBroken) return brokenFault(config);
  const state = memberOf(config.value, "hooks", "state", place.key);
  const cure = "start codex, type /hooks and trust rtk's hook; until then codex exec skips it without a word";
  const trusted = memberOf(state, "trusted_hash");
  if (trusted === undefined) return { text: "Codex does not trust the hook yet", cure };
  if (trusted !== await digestOf(place.entry, place.handler)) {
    return { text: "the hook is another one than Codex was told to trust", cure };
  }
  if (memberOf(state, "enabled") === false) {
    return { text: "the hook is switched off in Codex", cure: "start codex, type /hooks and switch it on" };
  }
  return undefined;
}

interface Place {
  readonly key: string;
  readonly entry: unknown;
  readonly handler: unknown;
}

/** Codex knows a hook by its file, its event and its place: `FILE:pre_tool_use:GROUP:HANDLER`. */
function placeOf(path: string): Place | undefined {
  const file = readJsonc(path);
  const groups = file.kind === "object" ? memberOf(file.value, "hooks", "PreToolUse") : undefined;
  for (const [group, entry] of listOf(groups).entries()) {
    for (const [index, handler] of listOf(memberOf(entry, "hooks")).entries()) {
      if (!isOurCommand("codex", commandOf(handler))) continue;
      return { key: `${path}:pre_tool_use:${group}:${index}`, entry, handler };
    }
  }
  return undefined;
}

/** SHA-256 of the handler as Codex understands it, as compact JSON with sorted keys; what it does not count is left out. */
async function digestOf(entry: unknown, handler: unknown): Promise<string> {
  const matcher = memberOf(entry, "matcher");
  const statusMessage = memberOf(handler, "statusMessage");
  const text = JSON.stringify({
    event_name: "pre_tool_use",
    hooks: [{
      async: false,
      command: commandOf(handler),
      ...(statusMessage !== undefined && { statusMessage }),
      timeout: memberOf(handler, "timeout") ?? DEFAULT_TIMEOUT,
      type: "command",
    }],
    ...(matcher !== undefined && { matcher }),
  });
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return `sha256:${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Seconds that Codex gives a hook that names no time. */
const DEFAULT_TIMEOUT = 600;

interface CodexConfig {
  readonly path: string;
  readonly value: unknown;
  readonly isBroken: boolean;
}

function configOf(scope: InstallScope): CodexConfig {
  const file = readToml(`${codexFolder(scope)}/config.toml`);
  return {
    path: file.path,
    value: file.kind === "object" ? file.value : undefined,
    isBroken: file.kind === "broken",
  };
}

function brokenFault({ path }: Pick<CodexConfig, "path">): HostFault {
  return {
    text: `${path} is not valid TOML: whether Codex trusts the hook cannot be told`,
    cure: `mend ${path}`,
  };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}
