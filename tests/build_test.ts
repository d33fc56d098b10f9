/** What the build makes of folders and of the bundler's output. */
import assert from "node:assert/strict";
import { withRequire } from "../cli/tasks/build.ts";

/** What esbuild leaves in a module where a package calls `require`, minified. */
function shim(name: string): string {
  return `var a=1;var ${name}=(A=>typeof require<"u"?require:typeof Proxy<"u"?new Proxy(A,{get:(e,t)=>(typeof require<"u"?require:e)[t]}):A)(function(A){if(typeof require<"u")return require.apply(this,arguments);throw Error('Dynamic require of "'+A+'" is not supported')});export var b=${name}("node:path").sep;`;
}

Deno.test("every bundle can load what its packages require, whatever name minifying gave that", async () => {
  for (const name of ["$r", "Hr", "_$"]) {
    const source = withRequire(shim(name));
    const file = Deno.makeTempFileSync({ suffix: ".mjs" });
    Deno.writeTextFileSync(file, source);
    assert.equal((await import(`file://${file}`) as { b: string }).b, "/");
    Deno.removeSync(file);
  }
  assert.equal(withRequire("var a=1;"), "var a=1;");
  assert.throws(() => withRequire("throw Error('Dynamic require of \"'+A)"), /Cannot bundle/);
});

Deno.test("build --out makes the folder", async () => {
  const folder = Deno.makeTempDirSync();
  const out = `${folder}/new/dist`;
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "cli/tasks/build.ts", "--out", out],
    cwd: new URL("..", import.meta.url),
    stdout: "null",
    stderr: "piped",
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  const { stdout } = await new Deno.Command(`${out}/rtk`, { args: ["--version"] }).output();
  assert.match(new TextDecoder().decode(stdout), /^rtk .* \(deno\)\n$/);
  Deno.removeSync(folder, { recursive: true });
});
