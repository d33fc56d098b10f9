/** Programs called rtk that are none: each agent's part of rtk meets all of them. */

/** What may stand on a machine in place of rtk; without a mode nothing does. */
export const USELESS_RTK: Readonly<Record<string, { readonly text: string; readonly mode?: number }>> = {
  "gone": { text: "" },
  "not executable": { text: "#!/bin/sh\necho no\n", mode: 0o644 },
  "ended by a signal": { text: "#!/bin/sh\necho crash >&2\nkill -SEGV $$\n", mode: 0o755 },
  "killed": { text: "#!/bin/sh\nkill -KILL $$\n", mode: 0o755 },
  "of another version": { text: "#!/bin/sh\necho 'rtk: no such command' >&2\nexit 2\n", mode: 0o755 },
  "at an end": { text: "#!/bin/sh\necho 'out of memory' >&2\nexit 101\n", mode: 0o755 },
  "unable to find a part of its own": { text: "#!/bin/sh\nexit 127\n", mode: 0o755 },
  "without its interpreter": { text: "#!/nowhere/deno\n", mode: 0o755 },
  "no program": { text: "\x7fELF no program\n", mode: 0o755 },
};
