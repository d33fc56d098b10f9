/** Seeded shell programs over a scratch folder with stub tools, and how both forms of them are run. */
import { type GateEntry, type GateTable, tableOf } from "../../core/tools/gate_table.ts";
import type { Random } from "./mutate.ts";

/** Names of stubs and the real utility behind each; each is a link, so it starts fast and runs as named. */
export const STUBS: Readonly<Record<string, string>> = {
  show: "cat",
  pick: "grep",
  count: "wc",
  args: "printf",
  build: "seq",
  fail: "false",
  order: "sort",
  // The rtk of these runs only runs its arguments.
  rtk: "env",
};

const entry = (id: string, pipeline?: GateEntry["pipeline"]): GateEntry => ({
  id,
  effect: "read",
  args: {
    switches: "-l -c -n -r -u -v -i -E -w",
    withArgument: "-e -s -k",
    operands: "any",
  },
  output: "whole",
  ...(pipeline && { pipeline }),
});

/** Every stub but one is known to the gate. */
export const STUB_TABLE: GateTable = tableOf({
  show: { "": entry("show") },
  pick: { "": entry("pick", { last: true }) },
  count: { "": entry("count", { last: true }) },
  args: { "": entry("args") },
  build: { "": entry("build", { first: "report" }) },
  fail: { "": entry("fail") },
});

/** The files of the scratch folder before a run. */
export const FILES: Readonly<Record<string, string>> = {
  "a.txt": "alpha\nbeta\ngamma\n",
  "b c.txt": "beta\nblank name\n",
  "words": "one two\nthree\n",
  "sub/d.txt": "delta\n",
  "env.sh": "V=sourced\nexport W=sourced\n",
};

export type Shell = "bash" | "dash" | "zsh";

/** One program; `shells` are those that know its syntax. */
export interface ShellProgram {
  readonly text: string;
  readonly shells: readonly Shell[];
}

/** Makes one program of a few lines. */
export function shellProgram(random: Random): ShellProgram {
  const maker = new Maker(random);
  const text = maker.program();
  return { text, shells: maker.shells() };
}

class Maker {
  readonly #random: Random;
  #dash = true;
  #onlyBash = false;

  constructor(random: Random) {
    this.#random = random;
  }

  shells(): Shell[] {
    if (this.#onlyBash) return ["bash"];
    return this.#dash ? ["bash", "dash", "zsh"] : ["bash", "zsh"];
  }

  program(): string {
    const lines = this.#chance(3) ? [this.#opening()] : [];
    // Short programs: running one costs a process per command, and there are thousands.
    for (let count = this.#chance(5) ? 2 : 1; count > 0; count--) lines.push(this.#line());
    return lines.join(this.#pick(["\n", "\n", "; "]));
  }

  #opening(): string {
    if (this.#chance(4)) {
      this.#dash = false;
      return "set -o pipefail";
    }
    return this.#pick([
      "set -e",
      "set -u",
      "V=value",
      "export V=exported",
      "trap 'echo bye' EXIT",
      "cd sub",
      "exec 2>&1",
      "exec >log",
      "set -- 'x y' z",
      "alias pick='pick -i'",
      "show() { echo a function; }",
      "PATH=$PATH:/nowhere",
      "unset V",
      "IFS=:",
    ]);
  }

  #line(): string {
    switch (this.#random(9)) {
      case 0:
        return this.#compound();
      case 1:
        return this.#background();
      case 2:
        return this.#odd();
      default:
        return this.#list();
    }
  }

  #list(): string {
    let text = this.#pipeline();
    while (this.#chance(3)) {
      text += this.#pick([" && ", " || ", "; ", " &&\n  ", ";", "&&"]) + this.#pipeline();
    }
    return text + (this.#chance(8) ? "; args '%s\\n' \"$?\"" : "");
  }

  #pipeline(): string {
    const negation = this.#chance(10) ? "! " : "";
    if (!this.#chance(4)) return negation + this.#command();
    const first = this.#pick([
      "build 7",
      "show a.txt words",
      "args 'b\\na\\n'",
      "build 3 2>&1",
      "order words",
      "show missing",
    ]);
    const middle = this.#chance(4) ? this.#pick([" | order", " | pick -v x", " | order -r"]) : "";
    const last = this.#pick([
      " | pick e",
      " | count -l",
      " | tail -2",
      " | head -n 99",
      " | cat",
      " | pick -c a",
      " | order",
    ]);
    return negation + this.#wrapped(first) + middle + last;
  }

  #command(): string {
    const prefix = this.#chance(5) ? this.#pick(["V=1 ", "V='x y' W=2 ", 'V="$V" ', "LC_ALL=C ", "V= "]) : "";
    return prefix + this.#wrapped(this.#simple()) + this.#redirection();
  }

  #wrapped(command: string): string {
    if (!this.#chance(5)) return command;
    const wrapper = this.#pick([
      "timeout 9",
      "nice",
      "env",
      "env W=3 V=4",
      "command",
      "nohup",
      "setsid -w",
      "nice -n 1 timeout -k 1 9",
    ]);
    return `${wrapper} ${command}`;
  }

  #simple(): string {
    switch (this.#random(8)) {
      case 0:
        return `show ${this.#file()} ${this.#file()}`;
      case 1:
        return `pick ${this.#word()} ${this.#file()}`;
      case 2:
        return `count -l ${this.#file()}`;
      case 3:
        return `build ${this.#random(4)}`;
      case 4:
        return this.#pick(["fail", "true", "fail -v", "\\fail", "'fail'"]);
      case 5:
        return this.#pick(["echo plain", "V=changed", "cd .", ":", "order words", "read X <words"]);
      default:
        return `args '<%s>\\n' ${this.#word()} ${this.#word()}`;
    }
  }

  #file(): string {
    return this.#pick([
      "a.txt",
      "'b c.txt'",
      "b\\ c.txt",
      '"b c.txt"',
      "words",
      "missing",
      "./a.txt",
      "sub/d.txt",
      "[aw]*",
      "out",
    ]);
  }

  #word(): string {
    const words = [
      "a",
      "'b c'",
      '"$V"',
      "${V:-none}",
      "a.*",
      "'*.txt'",
      '"$?"',
      "e\\ t",
      "''",
      "--",
      "a#b",
      "$'x'",
      "~",
      "{a,b}",
      "é",
    ];
    const word = this.#pick(words);
    if (word === "$'x'") this.#dash = false;
    return word;
  }

  #redirection(): string {
    if (!this.#chance(4)) return "";
    return this.#pick([
      " >out",
      " >>out",
      " 2>/dev/null",
      " 2>&1",
      " >&2",
      " <words",
      " </dev/null",
      " 2>err",
      " >out 2>&1",
      " >/dev/null",
      " 3>&1",
    ]);
  }

  #compound(): string {
    const inner = this.#list();
    return this.#pick([
      `if ${this.#pipeline()}; then ${inner}; else echo no; fi`,
      `for i in 1 2; do ${inner}; done`,
      `show words | while read -r line; do args '[%s]\\n' "$line"; ${inner}; done`,
      `( ${inner} )`,
      `{ ${inner}; }`,
      `case "$V" in v*) ${inner};; *) fail;; esac`,
      `( cd sub; ${inner} ) | pick a`,
      `{ ${inner}; } >out 2>&1`,
    ]);
  }

  #background(): string {
    const target = this.#pick([">bg1 2>&1", ">bg2 2>bg3"]);
    return this.#pick([
      `${this.#simple()} ${target} & wait $!; args '%s\\n' "$?"`,
      `${this.#simple()} ${target} & ${this.#command()}; wait`,
      `fail & wait $! || args '%s\\n' "failed $?"`,
    ]);
  }

  #odd(): string {
    const texts = [
      `x=$(${this.#simple()}); args '%s\\n' "$x"`,
      `eval "show a.txt"; ${this.#command()}`,
      `sh -c 'show a.txt'; ${this.#command()}`,
      `show words | xargs args '(%s)'`,
      `. ./env.sh; ${this.#command()}`,
      `show <<E\n$V ${this.#word()}\nE\n${this.#command()}`,
      `${this.#command()} # not ${this.#command()}`,
      `args '%s\\n' "show a.txt; show words"; show a.txt`,
      `${this.#command()} \\\n  2>/dev/null`,
      `show a.txt >o1 && show o1 && count -l <o1`,
      `echo 'show a.txt' >s.sh; sh s.sh; show s.sh`,
      `show a.txt; args '%s\\n' "$_"`,
      `(exit 3); args '%s\\n' "$?"`,
      `${this.#command()}; exit 4; show a.txt`,
      `exec show a.txt; echo never`,
      `order words | exec show`,
    ];
    if (this.#chance(12)) {
      this.#onlyBash = true;
      return `show a.txt |& count -l; show words &> all; show <<< "$V"`;
    }
    return this.#pick(texts);
  }

  #chance(oneIn: number): boolean {
    return this.#random(oneIn) === 0;
  }

  #pick<Value>(values: readonly Value[]): Value {
    const value = values[this.#random(values.length)];
    if (value === undefined) throw new RangeError("Cannot pick from nothing");
    return value;
  }
}
