/** What `rtk init` puts into Factory Droid's files, as data. */
import { isThere } from "../../core/config/files.ts";
import type { JsonEntry } from "../../core/install/edit.ts";
import type { InstallScope } from "../../core/install/scope.ts";
import { commandOf, hookCommand, isOurCommand, isRivalCommand } from "../hook_command.ts";
import { readText } from "../host_files.ts";
import type { HostFault, Installation } from "../installations.ts";
import { type JsoncFile, readJsonc } from "../jsonc.ts";
import { memberOf } from "../members.ts";
import { droidHome, managedSettings } from "./settings.ts";

type Place = Pick<JsonEntry, "path" | "at">;

function folderOf({ kind, env, home, project }: InstallScope): string {
  return kind === "global" ? droidHome(env, home) : `${project}/.factory`;
}

/** The places of a folder's hooks, that which counts first. The second one is read where the first one is absent. */
function placesIn(folder: string): readonly Place[] {
  const files = [`${folder}/hooks.json`, `${folder}/hooks/hooks.json`].map((path) => ({
    path,
    at: ["PreToolUse"],
  }));
  if (!files.some(({ path }) => isThere(path))) return [...files, settingsOf(folder)];
  return [
    ...files.toSorted((one, other) => Number(isThere(other.path)) - Number(isThere(one.path))),
    settingsOf(folder),
  ];
}

function settingsOf(folder: string): Place {
  return { path: `${folder}/settings.json`, at: ["hooks", "PreToolUse"] };
}

function valueAt({ path, at }: Place): unknown {
  const file = readJsonc(path);
  return file.kind === "object" ? memberOf(file.value, ...at) : undefined;
}

/** An event in a file of hooks hides that of the settings: where only these have it, rtk's hook joins the others there. */
function placeIn(places: readonly Place[]): Place | undefined {
  const [file] = places;
  const settings = places.at(-1);
  if (!file || !settings || valueAt(file) !== undefined) return file;
  const hooks = valueAt(settings);
  return Array.isArray(hooks) && hooks.length > 0 ? settings : file;
}

function edits(scope: InstallScope): JsonEntry[] {
  const places = placesIn(folderOf(scope));
  const place = placeIn(places);
  const entryAt = (where: Place): JsonEntry => ({
    kind: "json-entry",
    ...where,
    entry: {
      matcher: "Execute",
      hooks: [{ type: "command", command: hookCommand("droid", scope), timeout: 10 }],
    },
    within: "hooks",
    // Comments are allowed there, trailing commas are not.
    dialect: "jsonc",
    owns: (handler) => isOurCommand("droid", commandOf(handler)),
    rivals: (handler) => isRivalCommand("droid", commandOf(handler)),
  });
  // Droid itself moves hooks from one place to another.
  const moved = places.filter((one) => one !== place && readText(one.path)?.includes(" hook droid"));
  return [
    ...moved.map((one) => ({ ...entryAt(one), legacy: true as const })),
    ...place ? [entryAt(place)] : [],
  ];
}

/** Managed settings may allow their own hooks only; `hooksDisabled` counts in the project before the user's files. */
function switchedOff(scope: InstallScope): HostFault | undefined {
  const managed = managedSettings(scope.env, scope.home).find((file) =>
    valueOf(file, "allowManagedHooksOnly") === true
  );
  if (managed) {
    return {
      text: `allowManagedHooksOnly is true in ${managed.path}: only your organisation's hooks run`,
      cure: "ask your organisation to allow rtk's hook",
    };
  }
  const folders = [folderOf({ ...scope, kind: "project" }), folderOf({ ...scope, kind: "global" })];
  const said = folders.flatMap(placesIn).map(({ path, at }) => {
    const keys = [...at.slice(0, -1), "hooksDisabled"];
    return { path, name: keys.join("."), value: valueAt({ path, at: keys }) };
  }).find(({ value }) => typeof value === "boolean");
  return said?.value === true
    ? { text: `${said.name} is true in ${said.path}`, cure: `set ${said.name} to false in ${said.path}` }
    : undefined;
}

function valueOf(file: JsoncFile, key: string): unknown {
  return file.kind === "object" ? file.value[key] : undefined;
}

export const droidInstallation: Installation = {
  id: "droid",
  title: "Factory Droid",
  traces: (scope) => [folderOf(scope)],
  edits,
  switchedOff,
  // Its own PATH, without a login.
  toolShell: ["bash", "-c"],
  smokePayload: JSON.stringify({
    hook_event_name: "PreToolUse",
    tool_name: "Execute",
    permission_mode: "auto-high",
    tool_input: { command: "git status", riskLevel: "low" },
  }),
  notes: [
    "In a window Droid runs hooks only once it trusts the folder.",
    "Below autonomy level high commands stay raw, unless commandAllowlist names rtk; Droid then runs everything behind rtk unasked.",
  ],
};
