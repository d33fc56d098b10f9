/** The history: secrets masked, every run folded once, whoever reads and writes at the same time. */
import assert from "node:assert/strict";
import { commandText } from "../core/state/command_text.ts";
import { openHistory } from "../core/state/history.ts";
import { Scratch } from "./harness/runner.ts";

/** argv and the remembered command. */
const COMMANDS: readonly (readonly [readonly string[], string])[] = [
  [["git", "status"], "git status"],
  [["git", "commit", "-m", "it's done"], "git commit -m 'it'\\''s done'"],
  [["git", "push", "https://u:s3cret@host/r.git"], "git push https://u:***@host/r.git"],
  [["psql", "postgres://u:p%40@h/db", "-c", "select 1"], "psql postgres://u:***@h/db -c 'select 1'"],
  [
    ["deploy", "--token", "abc", "--auth-token=abc", "--password=x y"],
    "deploy --token *** --auth-token=*** --password=***",
  ],
  [
    ["env", "API_KEY=abc", "GITHUB_TOKEN=x", "A=1", "npm", "test"],
    "env API_KEY=*** GITHUB_TOKEN=*** A=1 npm test",
  ],
  [
    ["curl", "-u", "me:s3cret", "-H", "Authorization: Bearer abc.def"],
    "curl -u me:*** -H 'Authorization: Bearer ***'",
  ],
  [["curl", "--user=me:s3cret", "-ume:x", "https://h"], "curl --user=me:*** -ume:*** https://h"],
  [["curl", "-d", '{"password": "s3cret", "name": "x"}'], `curl -d '{"password": "***", "name": "x"}'`],
  [["mysql", "-uroot", "-ps3cret", "db"], "mysql -uroot -p*** db"],
  [["gh", "auth", "login", "--with", "ghp_0123456789abcdefghij"], "gh auth login --with ***"],
  [["x", "sk-abcdefghijklmnop1234", "AKIAABCDEFGHIJKLMNOP"], "x *** ***"],
  [["git", "log", "--author=Bob", "--oneline"], "git log --author=Bob --oneline"],
  [["vim", "auth.ts:12", "src/token.ts:3:4", "token::lex"], "vim auth.ts:12 src/token.ts:3:4 token::lex"],
  [["curl", "-H", "x-api-key:abc"], "curl -H x-api-key:***"],
  [["cargo", "test", "tokenizer::splits"], "cargo test tokenizer::splits"],
  [["kubectl", "get", "secret", "-n", "a"], "kubectl get secret -n a"],
  [["docker", "login", "-u", "me", "-p", "s3cret", "r.example"], "docker login -u me -p *** r.example"],
  [["docker", "run", "-p", "8080:80", "app"], "docker run -p 8080:80 app"],
  [
    ["aws", "configure", "set", "aws_secret_access_key", "s3cret"],
    "aws configure set aws_secret_access_key ***",
  ],
  [
    ["npm", "config", "set", "//r.example/:_authToken", "s3cret"],
    "npm config set //r.example/:_authToken ***",
  ],
  [["gh", "secret", "set", "NAME", "-b", "s3cret"], "gh secret set NAME -b ***"],
  [["git", "add", "token.ts", "auth.ts"], "git add token.ts auth.ts"],
  [["env", "API_KEY=a b", "npm", "test"], "env API_KEY=*** npm test"],
  [["sh", "-c", "TOKEN=abc run --fast"], "sh -c 'TOKEN=*** run --fast'"],
  [["printf", ""], "printf ''"],
];

Deno.test("commands are remembered readable and without secrets", () => {
  for (const [argv, expected] of COMMANDS) assert.equal(commandText(argv), expected);
});

Deno.test("a long command is cut between characters", () => {
  const text = commandText(["x", "\u{1f600}".repeat(3000)]);
  assert.ok(text.length <= 2001 && text.isWellFormed());
});

const line = (ts: number, command = "git status"): string =>
  `${
    JSON.stringify({
      ts,
      command,
      tool: "git-status",
      exit: 0,
      raw: 100,
      printed: 40,
      ms: 7,
      fallback: false,
    })
  }\n`;

function commands(folder: string, now?: number): string[] {
  const database = openHistory(folder, { days: 90, ...(now !== undefined && { now }) });
  const rows = database.prepare("SELECT command FROM runs ORDER BY id").all();
  database.close();
  return rows.map(({ command }) => String(command));
}

Deno.test("every whole line is folded once, damaged ones are passed over", () => {
  using scratch = new Scratch();
  const now = Date.now();
  scratch.file(
    "history.jsonl",
    line(now, "a") + "{damaged\n\n" + '{"ts":"x"}\n' + line(now, "b") + line(now, "c").slice(0, 20),
  );
  assert.deepEqual(commands(scratch.path), ["a", "b"]);
  assert.deepEqual(commands(scratch.path), ["a", "b"]);
  scratch.file("history.jsonl", line(now, "d"));
  assert.deepEqual(commands(scratch.path), ["a", "b", "d"]);
});

Deno.test("a run that still had the old spool open is not lost, and spools go when they are settled", () => {
  using scratch = new Scratch();
  const now = Date.now();
  scratch.file("history.jsonl", line(now, "a"));
  using open = Deno.openSync(`${scratch.path}/history.jsonl`, { append: true });
  assert.deepEqual(commands(scratch.path), ["a"]);
  open.writeSync(new TextEncoder().encode(line(now, "late")));
  assert.deepEqual(commands(scratch.path), ["a", "late"]);
  assert.deepEqual(commands(scratch.path, now + 120_000), ["a", "late"]);
  const left = Array.from(Deno.readDirSync(scratch.path), ({ name }) => name).filter((name) =>
    name.endsWith("jsonl")
  );
  assert.deepEqual(left, []);
});

Deno.test("runs older than the limit are forgotten, and the files are the owner's alone", () => {
  using scratch = new Scratch();
  const now = Date.now();
  scratch.file("history.jsonl", line(now - 91 * 86_400_000, "old") + line(now - 89 * 86_400_000, "young"));
  assert.deepEqual(commands(scratch.path), ["young"]);
  const mode = Deno.statSync(`${scratch.path}/history.db`).mode ?? 0;
  assert.equal(mode & 0o777, 0o600);
});

Deno.test("readers and writers at the same time lose and double nothing", async () => {
  using scratch = new Scratch();
  const worker = scratch.file(
    "worker.ts",
    `
    import { openHistory } from "${new URL("../core/state/history.ts", import.meta.url).href}";
    import { appendRun } from "${new URL("../core/state/history_spool.ts", import.meta.url).href}";
    const [name, role] = Deno.args;
    for (let i = 0; i < 40; i++) {
      if (role === "read") openHistory(Deno.env.get("RTK_DATA_DIR"), { days: 90 }).close();
      else appendRun([name, String(i)], { ts: Date.now(), tool: null, exit: 0, raw: 0, printed: 0, ms: 1, fallback: false });
    }`,
  );
  const start = (name: string, role: string): Promise<Deno.CommandOutput> =>
    new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-lock", worker, name, role],
      env: { RTK_DATA_DIR: scratch.path },
      stdout: "null",
      stderr: "piped",
    }).output();
  const names = ["w1", "w2", "w3", "w4", "w5"];
  const done = await Promise.all([
    ...names.map((name) => start(name, "write")),
    start("r1", "read"),
    start("r2", "read"),
  ]);
  for (const { code, stderr } of done) assert.equal(code, 0, new TextDecoder().decode(stderr));
  const expected = names.flatMap((name) => Array.from({ length: 40 }, (_, i) => `${name} ${i}`));
  assert.deepEqual(commands(scratch.path).sort(), expected.sort());
});
