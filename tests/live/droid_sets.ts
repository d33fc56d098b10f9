/** The rule sets and lines on which Factory Droid is asked, and the risk that its model states for a line. */
import type { HostSet } from "./host_sets.ts";

type Settings = Readonly<Record<string, unknown>>;

const settings = (value: Settings, name = ".factory/settings.json"): Record<string, string> => ({
  [name]: JSON.stringify(value),
});

export const DROID_SETS: Readonly<Record<string, HostSet>> = {
  "no rules": { mode: "off" },
  "low risk runs": { mode: "auto-low" },
  "medium risk runs, with lists": {
    mode: "auto-medium",
    files: settings({
      commandAllowlist: ["npm publish", "rtk cargo test", "timeout 5 git push"],
      commandDenylist: ["git log", "cargo build", "Git Show"],
      commandBlocklist: ["docker", "git diff --stat"],
    }),
  },
  "rtk allowed and denied again": {
    mode: "off",
    files: settings({
      commandAllowlist: ["rtk git log", "cargo test", "cat", "npm run build", "git add && pytest"],
      commandDenylist: ["git show HEAD", "rtk cargo"],
    }),
  },
  "everything but": {
    mode: "auto-high",
    files: settings({
      commandDenylist: ["git push", "npm publish", "rm -rf build", "git log | sort", "cat /etc"],
      commandBlocklist: ["find -delete", "gh pr", "git --no-pager"],
    }),
  },
  "the user's and the project's": {
    mode: "auto-low",
    files: {
      ...settings({ commandAllowlist: ["rtk", "git push"], commandBlocklist: ["ls -la"] }),
      ...settings(
        { commandDenylist: ["git status --short"], commandAllowlist: ["npm"] },
        "project/.factory/settings.json",
      ),
      ...settings({ commandAllowlist: ["docker"] }, "project/.factory/settings.local.json"),
    },
  },
};

export const DROID_LINES: readonly string[] = [
  "ls | head -3",
  "git status && cat a.txt",
  "git log >&2",
  "git status # and more",
  "git status $BASE",
  "'git' status",
  "! git status",
  "time git status",
  "sudo git status",
  "git -c core.pager=cat log",
  "git show HEAD:a.txt | grep one",
  "ls\ngit status",
  "cd sub && cd ..",
  "rtk cargo test --all",
];

/** What a careful model states; what a hook made of a line counts as high, and so does what looks like that. */
export function droidRisk(line: string): "low" | "medium" | "high" {
  if (/rtk |push|publish|delete|rm -rf|docker run|sudo/.test(line)) return "high";
  return /add|commit|cargo|npm|docker|pytest|>/.test(line) ? "medium" : "low";
}
