import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Cut, Tool } from "../tool.ts";
import { PIP_ARGUMENTS, PIP_EXACT, PIP_GLOBALS, PIP_SWITCHES, pipCommands } from "./pip_options.ts";
import { compactBuildFailure, withoutNotices } from "./pip_text.ts";

/**
 * `pip install`: drops what was collected, downloaded and built, requirements of requirements that were there already,
 * and advice on pip. What was installed, replaced or already there, conflicts and failures stay. Seen with pip 23.2.
 */
export const tool: Tool = {
  id: "pip-install",
  commands: pipCommands("install"),
  summary: "Packages installed, conflicts, failures",
  effect: "write",
  args: {
    globals: PIP_GLOBALS,
    switches: `${PIP_SWITCHES} --no-deps --pre --user -U --upgrade --force-reinstall -I --ignore-installed ` +
      "--ignore-requires-python --no-build-isolation --use-pep517 --no-use-pep517 --check-build-dependencies " +
      "--break-system-packages --compile --no-compile --no-warn-script-location --no-warn-conflicts " +
      "--prefer-binary --require-hashes --no-clean --no-index",
    withArgument: `${PIP_ARGUMENTS} -r --requirement -c --constraint -e --editable -t --target --platform ` +
      "--python-version --implementation --abi --root --prefix --src --upgrade-strategy -C --config-settings " +
      "--config-setting --global-option --no-binary --only-binary --progress-bar --root-user-action --group",
    declines: { "exact-format": `${PIP_EXACT} --dry-run --report` },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter({ stdout, stderr, cwd, cut }) {
    const out = compact(splitLines(relativePaths(stdout, cwd)), cut);
    const err = compact(splitLines(relativePaths(stderr, cwd)), cut);
    // Where all of it looks like noise, something else was meant.
    if (out.length + err.length === 0) return undefined;
    return { stdout: joinLines(out), stderr: joinLines(err) };
  },
  examples: {
    rewrites: ["pip install flask", "pip3 install -r requirements.txt", "python -m pip install -e .[dev]"],
    declines: ["pip install --dry-run flask", "pip install -v flask", "pip install --report - x"],
  },
};

const NOISE = new RegExp(
  [
    "^Looking in (?:indexes|links): ",
    "^(?: {2})*(?:Collecting|Downloading|Using cached|Obtaining|Processing|Preparing|Created wheel for|Stored in directory:)[: ]",
    // "Building wheel for x (setup.py): finished with status 'done'"
    "^ *[A-Z][\\w ().+/-]*(?:: started|: still running\\.\\.\\.|: finished with status 'done'|\\.\\.\\. ?(?:\\S )*done)$",
    // "Preparing metadata (pyproject.toml) ... done" with its spinner
    "^Building wheels? for collected packages: ",
    "^Installing collected packages: ",
    "^ {2,4}(?:Attempting uninstall: |Found existing installation: |Uninstalling )",
    // Progress bars: "     ━━━━━━━━ 99.7/99.7 kB 72.9 MB/s eta 0:00:00", "     |████████| 99 kB 5.0 MB/s"
    "^ +(?:[━╸╺ ]+|\\|[█▉▊▋▌▍▎▏ ]*\\|) ?[\\d.]+(?:/[\\d.]+)? ?[kMG]?B\\b.*$",
    // Those that another package asked for, no file of requirements.
    "^Requirement already satisfied: .* \\(from (?!-[rc] ).+\\) \\([^)]*\\)$",
    // An index that does not have the package.
    "^WARNING: Location '.*' is ignored: it is neither a file nor a directory\\.$",
    "^$",
  ].join("|"),
);
// "Requirement already satisfied: flask in /home/u/venv/lib/python3.11/site-packages (3.1.3)"
const SATISFIED = /^(Requirement already satisfied: .+?) in .+ (\([^)]+\))$/;
// "  Attempting uninstall" … "      Successfully uninstalled Werkzeug-3.1.9"
const REPLACED = /^ +(Successfully uninstalled .+)$/;

function compact(lines: readonly string[], cut: Cut | undefined): string[] {
  const told = withoutNotices(lines).filter((line) => !NOISE.test(line) || /'error'$/.test(line));
  return compactBuildFailure(told, cut).map((line) =>
    line.replace(SATISFIED, "$1 $2").replace(REPLACED, "$1")
  );
}
