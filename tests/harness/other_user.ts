/** Runs rtk as somebody whom modes of files bind: they do not bind the superuser. */
import config from "../../deno.json" with { type: "json" };
import { launcherLine } from "../../cli/tasks/build.ts";
import type { Ran, ScratchHome } from "./home.ts";

const DIST = decodeURIComponent(new URL("../../dist", import.meta.url).pathname);

/** Hands the home over to a user without rights, where the tests run as the superuser; answers what runs scripts as that user. */
export async function boundUser(home: ScratchHome): Promise<(script: string) => Promise<Ran>> {
  const isRoot = Deno.uid() === 0;
  const become = isRoot ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
  if (isRoot) {
    copyRtk(home);
    await home.run(["chown", "-hR", "65534:65534", home.path]);
  }
  return async (script) => await home.run([...become, "/bin/sh", "-c", script]);
}

/** Puts rtk and its Deno into the home: where they lie, somebody else may have no right to look. */
function copyRtk({ path, bin }: ScratchHome): void {
  const own = `${path}/own`;
  const { success } = new Deno.Command("cp", { args: ["-R", DIST, own] }).outputSync();
  if (!success) throw new Error("Cannot copy the built rtk");
  Deno.removeSync(`${own}/deno`);
  Deno.copyFileSync(Deno.execPath(), `${own}/deno`);
  const line = launcherLine(`${own}/deno`, config.permissions.default);
  Deno.writeTextFileSync(`${own}/rtk`, `${line}\n${Deno.readTextFileSync(`${own}/rtk.js`)}`);
  Deno.removeSync(`${bin}/rtk`);
  Deno.symlinkSync(`${own}/rtk`, `${bin}/rtk`);
}
