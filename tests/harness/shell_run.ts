/** Runs many shell programs in few processes: each in a subshell and a scratch folder of its own. */
import { FILES, type Shell, STUBS } from "./shell_program.ts";
import { isInstalled } from "./tool_run.ts";
import { reportAbsent } from "./tools_for_tests.ts";

/** What a run left behind. */
export interface Outcome {
  readonly status: string;
  readonly stdout: string;
  readonly stderr: string;
  /** Names and texts of the files in the scratch folder. */
  readonly files: string;
}

/** The shells of this machine; one that is missing is said to be. */
export function shellsHere(): Shell[] {
  return (["bash", "dash", "zsh"] as const).filter((shell) => {
    const isHere = isInstalled(shell);
    if (!isHere) reportAbsent(shell);
    return isHere;
  });
}

/** A folder with the stub tools; the caller removes it. */
export function makeStubs(): string {
  const folder = makeFolder("rtk-stubs-");
  for (const [name, utility] of Object.entries(STUBS)) {
    Deno.symlinkSync(utilityPath(utility), `${folder}/${name}`);
  }
  return folder;
}

/** In memory where the system has a place for that: tens of thousands of small files are written. */
function makeFolder(prefix: string): string {
  try {
    return Deno.makeTempDirSync({ prefix, dir: "/dev/shm" });
  } catch {
    return Deno.makeTempDirSync({ prefix });
  }
}

function utilityPath(name: string): string {
  for (const folder of ["/usr/bin", "/bin"]) {
    try {
      return Deno.realPathSync(`${folder}/${name}`);
    } catch {
      // The next folder.
    }
  }
  throw new Error(`Cannot find the utility ${name}`);
}

// Each program is read from its file by `.`; what the shell itself says names that file, which is the same in both forms.
const DRIVER = `
n=$1
i=0
while [ "$i" -lt "$n" ]; do
  ( cd "w$i" || exit; . ./.program ) >"$i.out" 2>"$i.err" </dev/null
  echo "$?" >"$i.status"
  i=$((i + 1))
done
`;

/** Runs the programs one after the other under one shell. */
export async function runAll(shell: Shell, texts: readonly string[], stubs: string): Promise<Outcome[]> {
  const folder = makeFolder("rtk-runs-");
  try {
    texts.forEach((text, index) => prepare(`${folder}/w${index}`, text));
    const options = shell === "zsh" ? ["-f"] : shell === "bash" ? ["--norc", "--noprofile"] : [];
    await new Deno.Command(shell, {
      args: [...options, "-c", DRIVER, shell, String(texts.length)],
      cwd: folder,
      clearEnv: true,
      env: { PATH: `${stubs}:/usr/bin:/bin`, HOME: "/nowhere", LC_ALL: "C.UTF-8" },
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).output();
    return texts.map((_, index) => outcome(folder, index));
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

function prepare(folder: string, text: string): void {
  Deno.mkdirSync(`${folder}/sub`, { recursive: true });
  for (const [name, content] of Object.entries(FILES)) Deno.writeTextFileSync(`${folder}/${name}`, content);
  Deno.writeTextFileSync(`${folder}/.program`, `${text}\n`);
}

function outcome(folder: string, index: number): Outcome {
  // The folder's own name is all that may differ between two runs.
  const read = (end: string): string => textOf(`${folder}/${index}.${end}`).replaceAll(folder, "/runs");
  return {
    status: read("status"),
    stdout: read("out"),
    stderr: read("err"),
    files: filesText(`${folder}/w${index}`, "").replaceAll(folder, "/runs"),
  };
}

function filesText(folder: string, below: string): string {
  const names = [...Deno.readDirSync(`${folder}/${below}`)].sort((a, b) => a.name < b.name ? -1 : 1);
  return names.filter(({ name }) => name !== ".program").map(({ name, isDirectory }) => {
    const path = below + name;
    return isDirectory ? filesText(folder, `${path}/`) : `== ${path}\n${textOf(`${folder}/${path}`)}`;
  }).join("");
}

function textOf(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "(absent)";
  }
}
