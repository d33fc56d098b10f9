/** Every unit, sorted by id. A new tool is its file, one import and one row here, and a fixture. */
import type { Tool } from "./tool.ts";
import { tool as cmake } from "./build/cmake.ts";
import { tool as ctest } from "./build/ctest.ts";
import { tool as gcc } from "./build/gcc.ts";
import { tool as just } from "./build/just.ts";
import { tool as make } from "./build/make.ts";
import { tool as miseRun } from "./build/mise_run.ts";
import { tool as ninja } from "./build/ninja.ts";
import { tool as task } from "./build/task.ts";
import { tool as cargoAdd } from "./cargo/add.ts";
import { tool as cargoBuild } from "./cargo/build.ts";
import { tool as cargoFmt } from "./cargo/fmt.ts";
import { tool as cargoInstall } from "./cargo/install.ts";
import { tool as cargoNextest } from "./cargo/nextest.ts";
import { tool as cargoRun } from "./cargo/run.ts";
import { tool as rustc } from "./cargo/rustc.ts";
import { tool as rustfmt } from "./cargo/rustfmt.ts";
import { tool as cargoTest } from "./cargo/test.ts";
import { tool as cargoTree } from "./cargo/tree.ts";
import { tool as cat } from "./cat.ts";
import { tool as diff } from "./diff.ts";
import { tool as fd } from "./fd.ts";
import { tool as find } from "./find.ts";
import { tool as gitAdd } from "./git/add.ts";
import { tool as gitBlame } from "./git/blame.ts";
import { tool as gitBranch } from "./git/branch.ts";
import { tool as gitCheckout } from "./git/checkout.ts";
import { tool as gitCherryPick } from "./git/cherry_pick.ts";
import { tool as gitClean } from "./git/clean.ts";
import { tool as gitClone } from "./git/clone.ts";
import { tool as gitCommit } from "./git/commit.ts";
import { tool as gitDiff } from "./git/diff.ts";
import { tool as gitFetch } from "./git/fetch.ts";
import { tool as gitLog } from "./git/log.ts";
import { tool as gitMerge } from "./git/merge.ts";
import { tool as gitMv } from "./git/mv.ts";
import { tool as gitPull } from "./git/pull.ts";
import { tool as gitPush } from "./git/push.ts";
import { tool as gitRebase } from "./git/rebase.ts";
import { tool as gitRemote } from "./git/remote.ts";
import { tool as gitReset } from "./git/reset.ts";
import { tool as gitRestore } from "./git/restore.ts";
import { tool as gitRevert } from "./git/revert.ts";
import { tool as gitRm } from "./git/rm.ts";
import { tool as gitShow } from "./git/show.ts";
import { tool as gitStash } from "./git/stash.ts";
import { tool as gitStashShow } from "./git/stash_show.ts";
import { tool as gitStatus } from "./git/status.ts";
import { tool as gitSwitch } from "./git/switch.ts";
import { tool as gitWorktree } from "./git/worktree.ts";
import { tool as gitWorktreeList } from "./git/worktree_list.ts";
import { tool as goBuild } from "./go/build.ts";
import { tool as golangciLint } from "./go/golangci_lint.ts";
import { tool as gotestsum } from "./go/gotestsum.ts";
import { tool as goMod } from "./go/mod.ts";
import { tool as goRun } from "./go/run.ts";
import { tool as goTest } from "./go/test.ts";
import { tool as grep } from "./grep.ts";
import { tool as head } from "./head.ts";
import { tool as biome } from "./js/biome.ts";
import { tool as bunInstall } from "./js/bun_install.ts";
import { tool as bunList } from "./js/bun_list.ts";
import { tool as bunRun } from "./js/bun_run.ts";
import { tool as bunTest } from "./js/bun_test.ts";
import { tool as denoCheck } from "./js/deno_check.ts";
import { tool as denoFmt } from "./js/deno_fmt.ts";
import { tool as denoLint } from "./js/deno_lint.ts";
import { tool as denoTest } from "./js/deno_test.ts";
import { tool as eslint } from "./js/eslint.ts";
import { tool as jest } from "./js/jest.ts";
import { tool as markdownlint } from "./js/markdownlint.ts";
import { tool as mocha } from "./js/mocha.ts";
import { tool as nextBuild } from "./js/next_build.ts";
import { tool as nodeTest } from "./js/node_test.ts";
import { tool as npmInstall } from "./js/npm_install.ts";
import { tool as npmList } from "./js/npm_list.ts";
import { tool as npmOutdated } from "./js/npm_outdated.ts";
import { tool as npmRun } from "./js/npm_run.ts";
import { tool as oxlint } from "./js/oxlint.ts";
import { tool as playwright } from "./js/playwright.ts";
import { tool as pnpmInstall } from "./js/pnpm_install.ts";
import { tool as pnpmList } from "./js/pnpm_list.ts";
import { tool as pnpmRun } from "./js/pnpm_run.ts";
import { tool as prettier } from "./js/prettier.ts";
import { tool as stylelint } from "./js/stylelint.ts";
import { tool as tsc } from "./js/tsc.ts";
import { tool as viteBuild } from "./js/vite_build.ts";
import { tool as vitest } from "./js/vitest.ts";
import { tool as vitestOnce } from "./js/vitest_once.ts";
import { tool as yarnInstall } from "./js/yarn_install.ts";
import { tool as yarnList } from "./js/yarn_list.ts";
import { tool as yarnRun } from "./js/yarn_run.ts";
import { tool as ls } from "./ls.ts";
import { tool as nl } from "./nl.ts";
import { tool as black } from "./python/black.ts";
import { tool as flake8 } from "./python/flake8.ts";
import { tool as mypy } from "./python/mypy.ts";
import { tool as pipInstall } from "./python/pip_install.ts";
import { tool as pipList } from "./python/pip_list.ts";
import { tool as pipShow } from "./python/pip_show.ts";
import { tool as pipUninstall } from "./python/pip_uninstall.ts";
import { tool as pylint } from "./python/pylint.ts";
import { tool as pytest } from "./python/pytest.ts";
import { tool as ruffCheck } from "./python/ruff_check.ts";
import { tool as ruffFormat } from "./python/ruff_format.ts";
import { tool as unittest } from "./python/unittest.ts";
import { tool as rg } from "./rg.ts";
import { tool as sed } from "./sed.ts";
import { tool as tail } from "./tail.ts";
import { tool as tree } from "./tree.ts";
import { tool as wc } from "./wc.ts";

export const tools: readonly Tool[] = [
  biome,
  black,
  bunInstall,
  bunList,
  bunRun,
  bunTest,
  cargoAdd,
  cargoBuild,
  cargoFmt,
  cargoInstall,
  cargoNextest,
  cargoRun,
  cargoTest,
  cargoTree,
  cat,
  cmake,
  ctest,
  denoCheck,
  denoFmt,
  denoLint,
  denoTest,
  diff,
  eslint,
  fd,
  find,
  flake8,
  gcc,
  gitAdd,
  gitBlame,
  gitBranch,
  gitCheckout,
  gitCherryPick,
  gitClean,
  gitClone,
  gitCommit,
  gitDiff,
  gitFetch,
  gitLog,
  gitMerge,
  gitMv,
  gitPull,
  gitPush,
  gitRebase,
  gitRemote,
  gitReset,
  gitRestore,
  gitRevert,
  gitRm,
  gitShow,
  gitStash,
  gitStashShow,
  gitStatus,
  gitSwitch,
  gitWorktree,
  gitWorktreeList,
  goBuild,
  goMod,
  goRun,
  goTest,
  golangciLint,
  gotestsum,
  grep,
  head,
  jest,
  just,
  ls,
  make,
  markdownlint,
  miseRun,
  mocha,
  mypy,
  nextBuild,
  ninja,
  nl,
  nodeTest,
  npmInstall,
  npmList,
  npmOutdated,
  npmRun,
  oxlint,
  pipInstall,
  pipList,
  pipShow,
  pipUninstall,
  playwright,
  pnpmInstall,
  pnpmList,
  pnpmRun,
  prettier,
  pylint,
  pytest,
  rg,
  ruffCheck,
  ruffFormat,
  rustc,
  rustfmt,
  sed,
  stylelint,
  tail,
  task,
  tree,
  tsc,
  unittest,
  viteBuild,
  vitest,
  vitestOnce,
  wc,
  yarnInstall,
  yarnList,
  yarnRun,
];
