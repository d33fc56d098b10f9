/** What the shell in which a host runs commands takes for `rtk`: it need not be what the hook, or this shell, finds. */
import type { Installation } from "../../agents/installations.ts";
import { loadConfig } from "../../core/config/digest_load.ts";
import { tomlValue } from "../../core/config/toml_text.ts";
import { ask } from "../../core/run/ask.ts";
import { readEnv } from "../../core/state/paths.ts";
import { isOurRtk } from "./init_checks.ts";
import { setUserKey } from "./user_config.ts";

/** What `rtk` is in a shell; `other`: another program, an alias or a function. */
export type ShellAnswer =
  | { readonly kind: "ours"; readonly path: string }
  | { readonly kind: "other"; readonly what: string }
  | { readonly kind: "missing" };

/** The shell of an agent's host: its own choice, else the user's. */
export function toolShellOf({ toolShell }: Installation): readonly [string, ...string[]] {
  if (toolShell) return toolShell;
  const own = readEnv("SHELL") ?? "";
  return [/\/(?:bash|zsh|dash|ksh|sh)$/.test(own) ? own : "/bin/sh", "-c"];
}

/** Asks a shell what it would run for `rtk`. A shell that cannot be started, or does not answer in time, finds nothing. */
export async function askShell([program, ...options]: readonly [string, ...string[]]): Promise<ShellAnswer> {
  // Start-up files may print as well; the mark tells the answer from that.
  const args = [...options, `printf '\\nrtk-is %s\\n' "$(command -v rtk)"`];
  const answer = await ask([program, ...args]);
  const what = /^rtk-is (.+)$/m.exec(answer?.stdout ?? "")?.[1]?.trim();
  if (what === undefined || what === "") return { kind: "missing" };
  if (what.startsWith("/") && await isOurRtk(what)) return { kind: "ours", path: what };
  return { kind: "other", what: what.startsWith("/") ? what : "an alias or a function" };
}

/** `hooks.rtk_path`: what stands in place of `rtk` where the host's shell does not find it; undefined where it is not set. */
export function insertedPath(): string | undefined {
  const { settings } = loadConfig({ env: readEnv, cwd: "/", dataFolder: undefined });
  return settings.get("hooks.rtk_path")?.value as string || undefined;
}

/** Sets `hooks.rtk_path`. @throws Error where the file cannot be edited. */
export function rememberPath(path: string): void {
  setUserKey("hooks.rtk_path", tomlValue(path));
}
