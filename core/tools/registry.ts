/** Every unit, sorted by id. A new tool is its file, one import and one row here, and a fixture. */
import type { Tool } from "./tool.ts";
import { tool as cargoBuild } from "./cargo/build.ts";
import { tool as cargoTest } from "./cargo/test.ts";
import { tool as jest } from "./js/jest.ts";
import { tool as tsc } from "./js/tsc.ts";
import { tool as vitest } from "./js/vitest.ts";
import { tool as vitestOnce } from "./js/vitest_once.ts";
import { tool as gitDiff } from "./git/diff.ts";
import { tool as gitLog } from "./git/log.ts";
import { tool as gitShow } from "./git/show.ts";
import { tool as gitStatus } from "./git/status.ts";
import { tool as cat } from "./cat.ts";
import { tool as head } from "./head.ts";
import { tool as nl } from "./nl.ts";
import { tool as sed } from "./sed.ts";
import { tool as tail } from "./tail.ts";
import { tool as diff } from "./diff.ts";
import { tool as tree } from "./tree.ts";
import { tool as fd } from "./fd.ts";
import { tool as find } from "./find.ts";
import { tool as grep } from "./grep.ts";
import { tool as ls } from "./ls.ts";
import { tool as rg } from "./rg.ts";
import { tool as wc } from "./wc.ts";

export const tools: readonly Tool[] = [
  cargoBuild,
  cargoTest,
  cat,
  diff,
  fd,
  find,
  gitDiff,
  gitLog,
  gitShow,
  gitStatus,
  grep,
  head,
  jest,
  ls,
  nl,
  rg,
  sed,
  tail,
  tree,
  tsc,
  vitest,
  vitestOnce,
  wc,
];
