/** Where Hermes keeps its files. */
import { homeFolder } from "../host_files.ts";

type Env = (name: string) => string | undefined;

/** The user's folder; HERMES_HOME moves it, as profiles do. */
export function hermesFolder(env: Env): string {
  return env("HERMES_HOME")?.trim() || `${homeFolder(env)}/.hermes`;
}
