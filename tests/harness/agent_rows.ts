/** Every agent of the registry with every scope it has: the rows over which the acceptance tests run. */
import { hasScope, type Installation, INSTALLATIONS } from "../../agents/installations.ts";
import type { Edit } from "../../core/install/edit.ts";
import type { AwarenessLevel, InstallScope } from "../../core/install/scope.ts";
import { applyInstall } from "../../installer/apply.ts";
import type { Kept } from "../../installer/books.ts";
import { applyRemove } from "../../installer/remove.ts";
import { type Memory, memoryOf } from "../../installer/manifest.ts";
import { planInstall, planRemove } from "../../installer/plan.ts";
import { scopeIn } from "./scope.ts";

type Kind = InstallScope["kind"];

/** One agent in one scope. */
export interface AgentRow {
  readonly agent: Installation;
  readonly kind: Kind;
  /** `cursor, global`: names its tests. */
  readonly name: string;
}

/** All rows, in the registry's order. */
export const AGENT_ROWS: readonly AgentRow[] = INSTALLATIONS.flatMap((agent) =>
  (["global", "project"] as const).filter((kind) => hasScope(agent, kind))
    .map((kind) => ({ agent, kind, name: `${agent.id}, ${kind}` }))
);

/** A machine in a scratch folder: a home, a project, rtk's data; what is asked of the installer runs in this process. */
export class AgentMachine implements Disposable {
  readonly path = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "rtk-agents-" }));
  readonly home = `${this.path}/home`;
  readonly project = `${this.path}/home/work/project`;
  readonly data = `${this.path}/data`;
  readonly bin = `${this.path}/bin`;
  /** Where rtk was at its installation; nothing is there until a test puts it there. */
  rtkPath = `${this.path}/opt/it's rtk/rtk`;

  /** How much agents are told. */
  level: AwarenessLevel = "default";

  constructor() {
    for (const folder of [this.project, this.data, this.bin]) Deno.mkdirSync(folder, { recursive: true });
  }

  scope(kind: Kind): InstallScope {
    const { home, project, rtkPath, level } = this;
    return scopeIn(home, { kind, project, rtkPath, level });
  }

  edits({ agent, kind }: AgentRow): readonly Edit[] {
    return agent.edits(this.scope(kind));
  }

  install(row: AgentRow): Kept[] {
    const edits = this.edits(row);
    return applyInstall(this.data, this.owner(row), planInstall(edits, this.memory(row)), { edits });
  }

  remove(row: AgentRow): Kept[] {
    const edits = this.edits(row);
    const changes = planRemove(edits, this.memory(row));
    return applyRemove(this.data, this.owner(row), changes, edits.map(({ path }) => path));
  }

  memory(row: AgentRow): Memory {
    return memoryOf(this.data, this.owner(row));
  }

  owner({ agent, kind }: AgentRow): string {
    return `${agent.id}:${kind === "global" ? "global" : this.project}`;
  }

  write(path: string, text: string | Uint8Array, mode = 0o644): void {
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    Deno.writeFileSync(path, typeof text === "string" ? new TextEncoder().encode(text) : text);
    Deno.chmodSync(path, mode);
  }

  /** Everything below the home: files with mode and bytes, links with their targets, folders. */
  tree(): Record<string, string> {
    return treeOf(this.home);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.path, { recursive: true });
  }
}

/** Everything below a folder, by its path in it: a file's mode and bytes, a link's target, "folder". */
export function treeOf(folder: string, prefix = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { name, isDirectory, isSymlink } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    if (isSymlink) found[prefix + name] = `-> ${Deno.readLinkSync(path)}`;
    else if (isDirectory) {
      Object.assign(found, { [`${prefix}${name}/`]: "folder" }, treeOf(path, `${prefix}${name}/`));
    } else {
      const mode = ((Deno.statSync(path).mode ?? 0) & 0o777).toString(8);
      found[prefix + name] = `${mode} ${bytesAsText(Deno.readFileSync(path))}`;
    }
  }
  return found;
}

/** Bytes as text without loss, also where they are no UTF-8. */
function bytesAsText(bytes: Uint8Array): string {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return text.includes("\ufffd") ? Array.from(bytes, (byte) => String.fromCharCode(byte)).join("") : text;
}
