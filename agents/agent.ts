/** The interface of an agent unit: how a host asks, how it is answered, and whose permission rules it follows. */
import type { GateConfig } from "../core/config/gate_config.ts";
import type { RuleSet } from "../core/permission/rule_set.ts";

/** A call of the host's shell tool, as the hook sees it. */
export interface HookRequest {
  /** The shell text. */
  readonly command: string;
  /** The tool's whole input: hosts replace it by the reply's, so every field goes back. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The working directory of the command; undefined where the host does not say. */
  readonly cwd: string | undefined;
  /** All folders that the payload names, that of the session last: rules are the session's, wherever a command runs. */
  readonly folders?: readonly string[];
  /** The host's name for how it asks the user; undefined where it does not say. */
  readonly mode: string | undefined;
  /** The host does not wait for the command: it gets no rewrite. */
  readonly isBackground: boolean;
  /** The form of the payload, where a host has several; the agent's own word. */
  readonly form?: string;
}

/** What a hook answers. `silent` leaves everything to the host. */
export type HookReply =
  | { readonly kind: "silent" }
  /** `isApproved`: the host need not ask; else the reply says nothing about permission. */
  | { readonly kind: "rewrite"; readonly command: string; readonly isApproved: boolean }
  /** The one thing that is refused: a typed `rtk` that would walk past a rule of the host. */
  | { readonly kind: "refuse"; readonly reason: string };

/** What a rule reader may look at. */
export interface Surroundings {
  env(name: string): string | undefined;
  /** The names of all variables: some hosts do not mind with which capitals theirs are written. */
  envNames(): readonly string[];
  /** The command's working directory. */
  readonly cwd: string;
  /** The call; undefined where someone asks without one (`rtk rewrite`, `rtk explain`). */
  readonly request: HookRequest | undefined;
  /** What the command of `Agent.look` printed; undefined where it was not run or failed. */
  readonly seen?: string | undefined;
}

/** A host's rules, and up to which effect units may be rewritten where not all of its rules could be read. */
export interface HostRules {
  readonly rules: RuleSet;
  readonly defaultRewrite: GateConfig["rewrite"];
}

/** What rtk knows of every host that asks it. */
interface Host {
  readonly id: string;
  readonly title: string;
  /**
   * A program that shows what the host was started with; rtk starts it before it gives up the right to. Undefined where
   * there is nothing to see.
   */
  look?(env: Surroundings["env"], parent: number): readonly [string, ...string[]] | undefined;
  /** Reads the host's rules; never throws. */
  rules(surroundings: Surroundings): HostRules;
  /** Names that the host's own shell start-up makes functions or aliases of, so that rtk would run another program. */
  shadowed?(surroundings: Surroundings): readonly string[];
}

/** A host that sends its calls to `rtk hook`, each in a payload of its own form. */
export interface HookAgent extends Host {
  readonly kind: "hook";
  /** Reads a payload; undefined when it is not a shell call of this host. Never throws. */
  decode(payload: unknown): HookRequest | undefined;
  /** The bytes for stdout; empty text is silence. */
  encode(reply: HookReply, request: HookRequest | undefined): string;
}

/** A host into which rtk puts a plugin, which asks `rtk rewrite` about the command alone: there is no payload. */
export interface PluginAgent extends Host {
  readonly kind: "plugin";
}

/** One agent. */
export type Agent = HookAgent | PluginAgent;

/** Whether a payload part is an object with named fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text, or undefined for anything else. */
export function textOr(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
