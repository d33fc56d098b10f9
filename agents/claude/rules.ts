/** Claude Code's permission rules for one call: files, flags, mode, built-in table. Never throws. */
import {
  type Approval,
  type Form,
  type JudgedText,
  type Match,
  perhaps,
  type Rule,
  type RuleSet,
} from "../../core/permission/rule_set.ts";
import { type HookRequest, type HostRules, isRecord, type Surroundings } from "../agent.ts";
import { type ApprovalFacts, approvalOf } from "./approval.ts";
import { pathRuleMatcher, resolve } from "./path_rules.ts";
import { matchCommandRule, matchesWildcard, readRule, type RuleText } from "./rule_text.ts";
import { readSession, type Session } from "./session.ts";
import {
  homeOf,
  isTrusted,
  readSettings,
  type Settings,
  type SettingsPlaces,
  unreadExtras,
  withoutLastSlash,
} from "./settings.ts";
import { isWordOf } from "../../core/text/word_list.ts";

/** How the reader looks at the machine; tests put others in its place. */
export interface Machine {
  readText(path: string): string | undefined;
  listFolder(path: string): readonly string[];
  realPath(path: string): string | undefined;
}

/** Reads the rules that hold for a call. */
export function claudeRules(surroundings: Surroundings, machine: Machine): HostRules {
  const { env, request } = surroundings;
  const cwd = resolve("/", surroundings.cwd, { home: "" });
  const session = readSession(env, surroundings.seen);
  const project = withoutLastSlash(env("CLAUDE_PROJECT_DIR") || cwd);
  const places: SettingsPlaces = {
    env,
    cwd,
    project,
    sources: session.settingSources,
    extra: session.settings,
    readText: machine.readText,
    realPath: machine.realPath,
    listFolder: machine.listFolder,
  };
  const settings = readSettings(places);
  const realPath = once(machine.realPath);
  const home = homeOf(places);
  const reading: Reading = { session, settings, cwd, project, home, request, machine, realPath };
  const facts = approvalFacts(reading, places);
  const rules: RuleSet = {
    deny: rulesOf(reading, "deny", session.deny),
    ask: rulesOf(reading, "ask", []),
    untouched: [
      ...outsideSandbox(reading),
      // They may deny anything.
      ...unreadExtras(places).map((path): Rule => ({
        text: `cannot read ${path}`,
        source: path,
        match: () => "near",
      })),
    ],
    approval: (text: JudgedText): Approval => approvalOf(text, facts),
    mayApproveRtk: mayApproveRtk(facts),
    allowRule: (form) =>
      rulesOf(reading, "allow", session.allow).find((rule) => rule.match(form, []) === "covers"),
    canApprove: facts.mode === "default" || facts.mode === "acceptEdits" || facts.mode === "auto",
  };
  return { rules, defaultRewrite: session.hasUnreadRules ? "read" : "all" };
}

/** A look at paths that is taken once for each: every rule asks about the same words. */
function once(look: (path: string) => string | undefined): (path: string) => string | undefined {
  const seen = new Map<string, string | undefined>();
  return (path) => {
    if (!seen.has(path)) seen.set(path, look(path));
    return seen.get(path);
  };
}

interface Reading {
  readonly session: Session;
  readonly settings: readonly Settings[];
  readonly cwd: string;
  /** Where the session was started. */
  readonly project: string;
  readonly home: string;
  readonly request: HookRequest | undefined;
  readonly machine: Machine;
  /** The machine's, which looks at a path once for all rules. */
  realPath(path: string): string | undefined;
}

type Effect = "allow" | "ask" | "deny";

/** The texts of one list in one settings file; what is no text is left out, as Claude does. */
function listOf({ value }: Settings, effect: Effect): string[] {
  const permissions = isRecord(value.permissions) ? value.permissions : {};
  const list = permissions[effect];
  return Array.isArray(list) ? list.filter((rule) => typeof rule === "string") : [];
}

function rulesOf(reading: Reading, effect: Effect, flags: readonly string[]): Rule[] {
  const root = reading.project;
  return [
    ...flags.map((text) => ruleOf(reading, effect, { text, source: "command line", root })),
    ...reading.settings.flatMap((settings) => {
      const rules = listOf(settings, effect).map((text) =>
        ruleOf(reading, effect, { text, source: settings.source, root: settings.root })
      );
      return effect === "allow" || rules.length === 0 || isSure(settings, reading)
        ? rules
        : rules.map(perhaps);
    }),
  ];
}

/** Whether what a file forbids surely counts: of folders above only the repository's own, and of those its local file. */
function isSure(settings: Settings, { settings: all, project, realPath }: Reading): boolean {
  const { scope, root } = settings;
  const isOther = (scope === "project" || scope === "local") && root !== project;
  const isRepository = scope === "local" && realPath(`${root}/.git`) !== undefined;
  return (!isOther || isRepository) && isWellFormed(settings) && (!isOnlyManaged(all) || scope === "managed");
}

/** An organisation may let no rules count but its own. */
function isOnlyManaged(settings: readonly Settings[]): boolean {
  return settings.some(({ scope, value }) =>
    scope === "managed" && value.allowManagedPermissionRulesOnly === true
  );
}

interface Entry {
  readonly text: string;
  readonly source: string;
  readonly root: string;
}

function ruleOf(reading: Reading, effect: Effect, { text, source, root }: Entry): Rule {
  const rule = readRule(text, effect);
  const facts = { cwd: reading.cwd, home: reading.home, realPath: reading.realPath };
  if (rule.kind === "path") return { text, source, match: pathRuleMatcher({ ...rule, root }, facts) };
  const match = (form: Form): Match => {
    if (rule.kind === "field") return matchField(rule, reading.request);
    // `Bash(timeout:*)` is also a field of the input.
    if (rule.kind === "prefix" && effect !== "allow" && isField(rule.command, reading.request)) {
      return "covers";
    }
    return matchCommandRule(rule, form);
  };
  return { text, source, match };
}

/** `Bash(run_in_background:true)` is about a field of the tool's input; every field but the command. */
function matchField(rule: Extract<RuleText, { kind: "field" }>, request: HookRequest | undefined): Match {
  if (!isField(rule.name, request)) return undefined;
  return matchesWildcard(rule.pattern, String(request?.input[rule.name])) ? "covers" : undefined;
}

function isField(name: string, request: HookRequest | undefined): boolean {
  return name !== "command" && request !== undefined && Object.hasOwn(request.input, name);
}

/** Commands that Claude runs outside of its sandbox by their names; behind `rtk` they would run inside. */
function outsideSandbox({ settings }: Reading): Rule[] {
  return settings.flatMap(({ value, source }) => {
    const sandbox = isRecord(value.sandbox) ? value.sandbox : {};
    const commands = Array.isArray(sandbox.excludedCommands) ? sandbox.excludedCommands : [];
    return commands.filter((command) => typeof command === "string").map((command): Rule => {
      const readings = [`Bash(${command})`, `Bash(${command}:*)`].map((text) => readRule(text, "deny"));
      const match = (form: Form): Match => readings.map((rule) => matchCommandRule(rule, form)).find(Boolean);
      return { text: command, source, match };
    });
  });
}

function approvalFacts(reading: Reading, places: SettingsPlaces): ApprovalFacts {
  const { session, settings, cwd, project, home, request, machine } = reading;
  const onlyManaged = isOnlyManaged(settings);
  const allow: RuleText[] = onlyManaged ? [] : session.allow.map((text) => readRule(text, "allow"));
  const perhapsAllow: RuleText[] = [];
  for (const one of settings) {
    if (listOf(one, "allow").length === 0) continue;
    const isCertain = isInEffect(one, project) && (!onlyManaged || one.scope === "managed") &&
      (one.scope !== "project" || isTrusted(places, project));
    (isCertain ? allow : perhapsAllow).push(...listOf(one, "allow").map((text) => readRule(text, "allow")));
  }
  return {
    mode: modeOf(request),
    allow,
    perhapsAllow,
    cwd,
    root: resolve("/", project, { home }),
    home,
    hasFileRules: [...session.deny, ...settings.flatMap((one) => listOf(one, "deny"))].some((text) =>
      readRule(text, "deny").kind === "path"
    ),
    hasMoreFolders: session.folders.length > 0 || settings.some(namesFolders) ||
      [...allow, ...perhapsAllow].some(({ kind }) => kind === "path"),
    realPath: machine.realPath,
  };
}

/** Only rules that are about everything, or that name rtk or begin with `*`, reach `rtk …`; wrappers in front hide it as well. */
function mayApproveRtk({ mode, allow, perhapsAllow }: ApprovalFacts): boolean {
  if (mode !== "default" && mode !== "acceptEdits" && mode !== "dontAsk") return true;
  return [...allow, ...perhapsAllow].some((rule) => {
    if (rule.kind === "everything") return true;
    if (rule.kind === "wildcard") return true;
    return (rule.kind === "exact" || rule.kind === "prefix") &&
      /rtk|^(?:timeout|nice|nohup|env|time|\w+=)/.test(rule.command);
  });
}

function namesFolders({ value }: Settings): boolean {
  return isRecord(value.permissions) && value.permissions.additionalDirectories !== undefined;
}

/** Whether what a file allows surely counts. */
function isInEffect(settings: Settings, project: string): boolean {
  const { scope, root } = settings;
  return ((scope !== "project" && scope !== "local") || root === project) && isWellFormed(settings);
}

/** Claude drops a file of which a field has a wrong type. */
function isWellFormed({ value }: Settings): boolean {
  const permissions = value.permissions;
  if (!isRecord(permissions)) return true;
  const lists = [permissions.allow, permissions.deny, permissions.ask, permissions.additionalDirectories];
  return lists.every((list) => list === undefined || Array.isArray(list)) &&
    isAbsentOr("string", value.model) && isAbsentOr("string", permissions.defaultMode) &&
    (value.env === undefined || isRecord(value.env)) &&
    (permissions.defaultMode === undefined || isWordOf(MODES, String(permissions.defaultMode)));
}

function isAbsentOr(type: "string", value: unknown): boolean {
  return value === undefined || typeof value === type;
}

const MODES = "default manual acceptEdits plan auto dontAsk bypassPermissions delegate";

function modeOf(request: HookRequest | undefined): ApprovalFacts["mode"] {
  switch (request?.mode) {
    // Old versions and people at a terminal do not say.
    case undefined:
    case "default":
    case "manual":
      return "default";
    case "acceptEdits":
    case "auto":
    case "dontAsk":
      return request?.mode as ApprovalFacts["mode"];
    case "bypassPermissions":
      return "bypass";
    default:
      return "unknown";
  }
}
