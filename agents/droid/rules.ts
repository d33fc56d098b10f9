/**
 * Droid's rules: its lists of commands, what holds without them, and its autonomy level. Read in 0.215.0, and seen with it.
 */
import { commandBaseName } from "../../core/argv/command_name.ts";
import type { Form, JudgedText, Match, Rule, RuleSet } from "../../core/permission/rule_set.ts";
import type { HostRules, Surroundings } from "../agent.ts";
import { hostWords } from "../ancestors.ts";
import type { JsoncFile } from "../jsonc.ts";
import { ruleSet, unreadable } from "../line_rules.ts";
import { memberOf, textsOf } from "../members.ts";
import { allowedNames, listApproval } from "./command_names.ts";
import { patternRule } from "./patterns.ts";
import { droidSettings, listed } from "./settings.ts";

/** Reads the rules; never throws. */
export function droidRules({ env, cwd, request, seen }: Surroundings): HostRules {
  const { files, counted } = droidSettings(env, cwd);
  const block = listed(files, "commandBlocklist");
  const deny = [...DENIED.map((text) => ({ text, source: "built in" })), ...listed(files, "commandDenylist")];
  const allowed = [...ALLOWED, ...listed(counted, "commandAllowlist").map(({ text }) => text)];
  const names = allowedNames(allowed, [...deny, ...block].map(({ text }) => text));
  const runsAll = request?.mode === "auto-high" || asksNothing(seen);
  return {
    rules: ruleSet({
      deny: block.map(patternRule),
      ask: [...deny.map(patternRule), ...(isShieldOff(files) ? [] : [SHIELD])],
      untouched: [
        ...files.filter(({ kind }) => kind === "broken").map(({ path }) => unreadable(path)),
        ...(env(REMOTE) ? [unreadable(REMOTE)] : []),
        ...files.flatMap(newerRules),
        GUARDED_OPTIONS,
      ],
      approval: runsAll ? () => "allow" : approver(request, names),
      mayApproveRtk: runsAll || names.has("rtk"),
    }),
    // An organisation's server may say more than its last answer that is kept here.
    defaultRewrite: "build",
  };
}

const REMOTE = "FACTORY_ORG_MANAGED_SETTINGS_URL";

/** The flag counts for sessions that are given by flags. */
function asksNothing(seen: string | undefined): boolean {
  const words = hostWords(seen, /(?:^|\/)droid$/) ?? [];
  return words.includes("--skip-permissions-unsafe") &&
    !words.some((word) => /stream-jsonrpc|^acp/.test(word));
}

/** `permission_mode` up to which a stated risk runs unasked. */
const LEVELS: Readonly<Record<string, number>> = { "auto-low": 1, "auto-medium": 2 };
const RISKS: Readonly<Record<string, number>> = { low: 1, medium: 2, high: 3 };

/**
 * Droid drops the stated risk of a text that a hook changed, and takes it for high: then it asks where it ran the original
 * unasked, and where it asks anyway it offers to run everything of high risk from then on. So what it would ask about stays
 * raw as well, unless no risk was stated.
 */
function approver(request: Surroundings["request"], names: ReadonlySet<string>): RuleSet["approval"] {
  const stated = request?.input.riskLevel;
  const risk = typeof stated === "string" ? RISKS[stated.trim().toLowerCase()] ?? 3 : undefined;
  const level = LEVELS[request?.mode ?? ""] ?? 0;
  return (text: JudgedText) => {
    const hasRisk = risk !== undefined && text.source === request?.command;
    if (hasRisk && risk <= level) return "allow";
    const byList = listApproval(text, names);
    return byList === "none" && hasRisk ? "unsure" : byList;
  };
}

const ALLOWED: readonly string[] = ["ls", "pwd", "dir"].concat(
  ["status", "diff", "log", "show", "blame", "ls-files"].map((word) => `git ${word}`),
);

const DENIED: readonly string[] = [
  ...["/", "/*", ".", "~", "~/*", "$HOME"].map((target) => `rm -rf ${target}`),
  ...["/", "/*", "~", "~/*"].map((target) => `rm -r ${target}`),
  ..."mkfs mkfs.ext4 mkfs.ext3 mkfs.vfat mkfs.ntfs shutdown reboot halt poweroff".split(" "),
  ...["dd if=/dev/zero of=/dev", "dd of=/dev", "init 0", "init 6", ":(){ :|: & };:", ":() { :|:& };:"],
  ...["chmod -R 777 /", "chmod -R 000 /", "chown -R", "Format-Volume", "format.com"],
  "powershell Remove-Item -Recurse -Force",
];

/** Droid Shield looks for secrets in what is committed or pushed; it knows the commands by their names. */
const SHIELD: Rule = {
  text: "Droid Shield",
  source: "built in",
  match: ({ words: [name, ...rest] }: Form): Match => {
    if (name === undefined || commandBaseName(name.value).toLowerCase() !== "git") return undefined;
    const command = rest.find(({ value }) => /^(?:commit|push)$/i.test(value));
    return command && (rest[0] === command ? "covers" : "near");
  },
};

function isShieldOff(files: readonly JsoncFile[]): boolean {
  const said = files.map((file) => file.kind === "object" ? file.value.enableDroidShield : undefined);
  return said.includes(false) && !said.includes(true);
}

/** Its newer engine, which its server switches on, asks about these options of reading commands. */
const GUARDED_OPTIONS: Rule = {
  text: "options of git that write or start programs",
  source: "built in",
  match({ words: [name, ...rest] }: Form): Match {
    if (name === undefined || commandBaseName(name.value).toLowerCase() !== "git") return undefined;
    return rest.some(({ value }) => GUARDED.test(value)) ? "near" : undefined;
  },
};

const GUARDED =
  /^(?:-c|-p$|--(?:config-env|exec-path|paginate|upload-pack|receive-pack|output|output-directory|ext-diff|textconv|show-signature)(?:[=:]|$))/;

/** `permissionRules` of that engine: what they ask about, block or allow stays as it is, by the command's name. */
function newerRules(file: JsoncFile): Rule[] {
  const rules = file.kind === "object" ? memberOf(file.value, "permissionRules", "rules") : undefined;
  if (!Array.isArray(rules) || file.kind !== "object") return [];
  return rules.filter((rule) => memberOf(rule, "enabled") !== false).map((rule) => {
    const prefix = memberOf(rule, "match", "prefix");
    const [first] = Array.isArray(prefix) ? prefix : [];
    const names = typeof first === "string" ? [first] : textsOf(first);
    if (names.length === 0) return unreadable(file.path);
    const text = String(memberOf(rule, "id"));
    return {
      text,
      source: file.path,
      match: ({ words: [name] }: Form): Match =>
        name && names.some((one) => commandBaseName(one) === commandBaseName(name.value))
          ? "near"
          : undefined,
    };
  });
}
