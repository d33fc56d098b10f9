/**
 * Hermes' rules: `approvals` of its configuration, and the forms that it asks about by itself. `command_allowlist` is about
 * those alone, and lines with them stay as they are. Read in the source of 0.19.0.
 */
import type { Approval, JudgedText, Rule } from "../../core/permission/rule_set.ts";
import type { HostRules, Surroundings } from "../agent.ts";
import { ruleSet, testRule, unreadable } from "../line_rules.ts";
import { memberOf, textsOf } from "../members.ts";
import { readYaml, type YamlFile } from "../yaml.ts";
import { DANGEROUS, HARDLINE, holdsForm } from "./dangerous.ts";
import { fnmatchTest } from "./fnmatch.ts";
import { hermesFolder } from "./folders.ts";
import { holdsControls, lineReader } from "./reading.ts";

/** Reads the rules; never throws. */
export function hermesRules({ env }: Surroundings): HostRules {
  const files = configFiles(env);
  const backend = backendOf(env, files);
  const read = lineReader(env);
  const denied = files.flatMap((file) => deniedBy(file, read));
  return {
    rules: ruleSet({
      deny: denied.filter((rule) => rule !== undefined),
      untouched: [
        ...files.filter(({ kind }) => kind === "broken").map(({ path }) => unreadable(path)),
        ...(denied.includes(undefined) ? [unreadable("approvals.deny")] : []),
        ...(denied.length > 0 ? [unreadable("approvals.deny", holdsControls)] : []),
        ...(backend === "local" ? [] : [unreadable(`the commands of ${backend}, where rtk may not be`)]),
      ],
      approval: approver(env, files),
    }),
    defaultRewrite: "all",
  };
}

/** The user's; what the machine's own says counts as well. */
function configFiles(env: Surroundings["env"]): YamlFile[] {
  const folders = [hermesFolder(env), env("HERMES_MANAGED_DIR")?.trim() || "/etc/hermes"];
  return folders.map((folder) => readYaml(`${folder}/config.yaml`));
}

function settingsOf(files: readonly YamlFile[], ...keys: readonly string[]): unknown[] {
  return files.flatMap((file) => {
    const value = file.kind === "object" ? memberOf(file.value, ...keys) : undefined;
    return value === undefined || value === null ? [] : [value];
  });
}

/** Where commands run: in a container or on another machine there is no rtk. */
function backendOf(env: Surroundings["env"], files: readonly YamlFile[]): string {
  const named = env("TERMINAL_ENV")?.trim() || settingsOf(files, "terminal", "backend").at(-1) || "local";
  return String(named).trim().toLowerCase();
}

/**
 * The rules of `approvals.deny`, patterns for whole lines; undefined in place of what cannot be read.
 * @param read makes of a line what they are held against.
 */
function deniedBy(file: YamlFile, read: (line: string) => string): (Rule | undefined)[] {
  const [list] = settingsOf([file], "approvals", "deny");
  if (list === undefined) return [];
  if (!Array.isArray(list)) return [undefined];
  return textsOf(list).map((text) => text.trim()).filter((text) => text !== "").map((text) => {
    // Variables in it have another value here.
    const test = text.includes("${") ? undefined : fnmatchTest(text);
    const place = { text: `approvals.deny ${text}`, source: file.path };
    return test && testRule(place, (line) => test(line) || test(read(line)));
  });
}

function approver(env: Surroundings["env"], files: readonly YamlFile[]): (text: JudgedText) => Approval {
  const forms = isUnasked(env, files) ? HARDLINE : [...HARDLINE, ...DANGEROUS];
  return ({ source }) => holdsForm(source, forms) ? "unsure" : "allow";
}

/** Whether the user has switched all questions off. */
function isUnasked(env: Surroundings["env"], files: readonly YamlFile[]): boolean {
  const mode = settingsOf(files, "approvals", "mode").at(-1);
  const yolo = env("HERMES_YOLO_MODE")?.trim().toLowerCase() ?? "";
  return mode === false || String(mode).trim().toLowerCase() === "off" ||
    ["1", "true", "yes", "on"].includes(yolo);
}
