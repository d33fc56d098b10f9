/** The scope of an installation, as `rtk init` would make it. */
import type { InstallScope } from "../../core/install/scope.ts";
import { AWARENESS } from "../../installer/awareness.ts";

/** A scope in a home; what is not given is usual: a project below it, rtk where the system keeps programs, no variables. */
export function scopeIn(home: string, about: Partial<InstallScope> = {}): InstallScope {
  return {
    kind: "global",
    home,
    project: `${home}/project`,
    env: () => undefined,
    rtkPath: "/usr/local/bin/rtk",
    awareness: AWARENESS,
    level: "default",
    ...about,
  };
}
