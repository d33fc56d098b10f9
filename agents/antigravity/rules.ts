/**
 * Antigravity's rules: the permission lists of the user's programs, of all programs together and of projects, `agy`'s mode
 * and its flag. Places: its own documentation of 2026 and its `/permissions` (seen by others with 1.1.12).
 */
import type { Approval } from "../../core/permission/rule_set.ts";
import type { HostRules, Surroundings } from "../agent.ts";
import { hostWords } from "../ancestors.ts";
import { filesIn, homeFolder, withParents } from "../host_files.ts";
import { type JsoncFile, readJsonc } from "../jsonc.ts";
import { covers, lineApproval, ruleSet, unreadable } from "../line_rules.ts";
import { type Grants, grantsIn } from "./grants.ts";

/** Reads the rules; never throws. */
export function antigravityRules({ env, cwd, request, seen }: Surroundings): HostRules {
  const folder = `${homeFolder(env)}/.gemini`;
  const program = readJsonc(`${folder}/antigravity-cli/settings.json`);
  const shared = readJsonc(`${folder}/config/config.json`);
  const projects = filesIn(`${folder}/config/projects`, ".json").map(readJsonc);
  const general = [
    grantsIn(program, "permissions"),
    grantsIn(shared, "userSettings", "globalPermissionGrants"),
  ];
  // Which project is open is not told: what any of them forbids counts, what one allows only where it has this folder.
  const forbidding = [...general, ...projects.map(projectGrants)];
  const allowing = [...general, ...projects.filter((file) => isAbout(file, cwd)).map(projectGrants)];
  const allow = allowing.flatMap((grants) => grants.allow);
  const perhaps = allowing.flatMap((grants) => grants.perhaps);
  const approve = (text: string): Approval => {
    if (allow.some((rule) => covers(rule, text))) return "allow";
    return perhaps.some((rule) => covers(rule, text)) ? "unsure" : "none";
  };
  const asksNever = asksForNothing(program, { request, seen });
  const broken = [program, shared, ...projects].filter(({ kind }) => kind === "broken");
  return {
    rules: ruleSet({
      deny: forbidding.flatMap(({ deny }) => deny),
      ask: forbidding.flatMap(({ ask }) => ask),
      untouched: broken.map(({ path }) => unreadable(path)),
      approval: (text) => asksNever ? "allow" : lineApproval(text, approve),
      allowRule: (form) => allow.find((rule) => rule.match(form, []) === "covers"),
    }),
    // Approvals given for a session and the settings of windows are in no file.
    defaultRewrite: "build",
  };
}

function projectGrants(file: JsoncFile): Grants {
  return grantsIn(file, "permissionGrants", "permissionGrants");
}

/** Whether a project's file names the folder or one that it lies in. */
function isAbout(file: JsoncFile, cwd: string): boolean {
  if (file.kind !== "object") return false;
  const folders = new Set(withParents(cwd));
  return textsWithin(file.value).some((text) => folders.has(pathOf(text)));
}

function textsWithin(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsWithin) : [];
}

function pathOf(text: string): string {
  const path = text.replace(/^file:\/\//, "").replace(/(?<=.)\/$/, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** `agy` with its flag, or in the mode in which it asks by the lists alone. The windows have modes of their own. */
function asksForNothing(
  program: JsoncFile,
  { request, seen }: Pick<Surroundings, "request" | "seen">,
): boolean {
  const words = hostWords(seen, /(?:^|\/)agy$/) ?? [];
  if (words.includes("--dangerously-skip-permissions")) return true;
  return request?.form === "program" && program.kind === "object" &&
    program.value.toolPermission === "always-proceed";
}
