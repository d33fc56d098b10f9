/** Loads web-tree-sitter and the bash grammar; about 22 ms, so only where the scanner leaves a text undecided. */
import { Language, Parser } from "web-tree-sitter";

export type { Node, Tree } from "web-tree-sitter";
export type { Parser } from "web-tree-sitter";

let loading: Promise<Parser> | undefined;

/** The parser of bash text; loaded once. Throws where `deno task setup` has not put the files in place. */
export function loadParser(): Promise<Parser> {
  return loading ??= load();
}

/** Both are compiled at once: functions only when they are called, and to wait for a thread would take longer (Deno 2.9). */
async function load(): Promise<Parser> {
  await initialize(moduleOf("web-tree-sitter.wasm"));
  const parser = new Parser();
  parser.setLanguage(Language.loadSync(moduleOf("tree-sitter-bash.wasm")));
  return parser;
}

function moduleOf(file: string): WebAssembly.Module {
  // A path, as the first URL that is parsed takes half a millisecond.
  return new WebAssembly.Module(Deno.readFileSync(`${import.meta.dirname}/${file}`));
}

/** Hides the global `process`: its first touch boots Deno's Node layer, 13 ms (Deno 2.9). */
async function initialize(core: WebAssembly.Module): Promise<void> {
  const hidden = Object.getOwnPropertyDescriptor(globalThis, "process");
  Object.defineProperty(globalThis, "process", { value: undefined, configurable: true });
  try {
    await Parser.init({ instantiateWasm: instantiator(core) });
  } finally {
    if (hidden) Object.defineProperty(globalThis, "process", hidden);
  }
}

type Instantiated = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void;

function instantiator(core: WebAssembly.Module) {
  return (imports: WebAssembly.Imports, instantiated: Instantiated): WebAssembly.Exports => {
    const instance = new WebAssembly.Instance(core, imports);
    instantiated(instance, core);
    return instance.exports;
  };
}
