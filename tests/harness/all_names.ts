/**
 * The names that rtk is meant to know, with a stand-in for each unit that is not written yet, so that the gate's rules can be
 * measured on whole corpora. A stand-in takes every option that the texts at hand hold and declines nothing.
 */
import type { ArgGrammar } from "../../core/argv/grammar.ts";
import { type GateEntry, gateRecord, type GateTable, tableOf } from "../../core/tools/gate_table.ts";
import { tools } from "../../core/tools/registry.ts";
import type { Effect, Tool } from "../../core/tools/tool.ts";

interface Names {
  readonly effect: Effect;
  readonly pipeline?: Tool["pipeline"];
  /** `name`, or `name: subcommand subcommand`; separated by `;`. */
  readonly names: string;
}

const ALL_NAMES: readonly Names[] = [
  { effect: "read", pipeline: { last: true }, names: "grep; rg; wc" },
  {
    effect: "read",
    names:
      "git: status diff log show branch tag blame remote worktree reflog describe shortlog ls-files grep; ls; tree; find; fd; " +
      "cat; head; tail; nl; sed; diff; du; df; ps; env; printenv; stat; file; jq; yq; ag; systemctl; journalctl; lsof; ss; " +
      "gh: pr issue run repo release workflow; glab: mr ci issue release pipeline; jj: log status diff show; gt: log; " +
      "kubectl: get describe logs events rollout top; oc: get describe logs status events; helm: list status history; " +
      "docker: ps images logs inspect stats; docker-compose: ps logs; podman: ps images logs; sqlite3; psql; mysql; tokei; " +
      "aws; gcloud; az; terraform: plan validate show output state; tofu: plan validate show output state; pulumi: preview",
  },
  {
    effect: "build",
    pipeline: { first: "report" },
    names:
      "cargo: test build check clippy nextest doc bench; vitest; jest; mocha; playwright: test; pytest; tox; nox; " +
      "go: test build vet; gotestsum; rspec; phpunit; paratest; pest; phpstan; ctest; mvn: test verify package compile; " +
      "mvnw: test verify package compile; mvnd: test verify package compile clean; gradle; gradlew; sbt; rake; " +
      "dotnet: build test restore; swift: build test; tsc; vue-tsc; eslint; biome; oxlint; stylelint; markdownlint; " +
      "markdownlint-cli2; prettier; black; gofmt; rustfmt; mypy; pyright; basedpyright; ty; ruff; flake8; pylint; golangci-lint; " +
      "rubocop; shellcheck; yamllint; hadolint; sqlfluff; pint; make; ninja; cmake; gcc; g++; clang; clang++; cc; javac; " +
      "next: build; vite: build; webpack; turbo; nx; tsup; rollup; deno: test check lint fmt; bun: test; pio: run; " +
      "quarto: render; sphinx-build; mix: test compile; zig: build test; xcodebuild; pre-commit; lint-staged; cc; bazel; " +
      "buf; staticcheck; rails: test test:system test:unit",
  },
  {
    effect: "write",
    pipeline: { first: "report" },
    names: "cargo: install uninstall update add remove fmt tree run; npm; npx; pnpm; pnpx; yarn; bunx; " +
      "bun: install add run x pm; deno: install run task compile cache; pip; pip3; uv: pip run sync add lock; poetry; pipenv; " +
      "bundle; composer; gem; brew; apt; apt-get; go: mod generate get install run; docker: build compose pull push; docker-compose; " +
      "terraform: apply init fmt destroy; tofu: apply init fmt destroy; ansible-playbook; helm: install upgrade; prisma; " +
      "shopify; just; task; mise; rsync; curl; wget; http; kubectl: apply delete; pulumi: up; jest-cli; php; tar; gh: api",
  },
  {
    effect: "write",
    names:
      "git: add commit push pull fetch clone checkout switch restore reset merge rebase stash cherry-pick " +
      "revert rm mv init config submodule clean bisect am apply; gt: submit sync restack; bd",
  },
];

/** The registry's table, and a stand-in for each name above that it lacks. */
export function fullTable(texts: readonly string[]): GateTable {
  const table: Record<string, Record<string, GateEntry>> = {};
  for (const [name, family] of Object.entries(gateRecord(tools))) table[name] = { ...family };
  const args = everyOption(texts);
  for (const { names, effect, pipeline } of ALL_NAMES) {
    for (const { name, subcommands } of readNames(names)) {
      for (const subcommand of subcommands) {
        const id = `stand-in-${name}${subcommand && "-"}${subcommand}`;
        const entry: GateEntry = { id, effect, args, output: "whole", ...(pipeline && { pipeline }) };
        (table[name] ??= {})[subcommand] ??= entry;
      }
    }
  }
  return tableOf(table);
}

/** Whether a unit id is that of a stand-in. */
export function isStandIn(id: string | undefined): boolean {
  return id?.startsWith("stand-in-") === true;
}

/** How many names are known, and how many of them by a unit. */
export function nameCounts(): { all: number; registered: number } {
  const table = fullTable([]);
  const names = table.names.flatMap((name) => {
    const family = table.family(name);
    return family?.keys.flatMap((key) => family.entry(key) ?? []) ?? [];
  });
  return { all: names.length, registered: names.filter(({ id }) => !isStandIn(id)).length };
}

function readNames(text: string): { name: string; subcommands: string[] }[] {
  return text.split(";").map((item) => {
    const [name = "", list] = item.trim().split(": ");
    return { name, subcommands: list === undefined ? [""] : list.split(" ") };
  });
}

function everyOption(texts: readonly string[]): ArgGrammar {
  const found = new Set<string>();
  for (const text of texts) {
    for (const [option] of text.matchAll(/(?<=[\s"'])-[^\s=|;&"'`<>()]*/g)) {
      if (option.length > 1 && option !== "--") found.add(option);
    }
  }
  const withArgument = "-C -c -n --context --git-dir --namespace --work-tree";
  const optionalArgument = [...found].join(" ");
  for (const option of withArgument.split(" ")) found.delete(option);
  const globals = { optionalArgument: [...found].join(" "), withArgument };
  return { numeric: true, optionalArgument, operands: "any", afterTerminator: "any", globals };
}
