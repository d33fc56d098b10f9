/**
 * Forms that Hermes asks about (`DANGEROUS`), or never runs (`HARDLINE`), each drawn somewhat wider than its own. Read in
 * tools/approval.py of 0.19.0, and held against it by `tests/live_hermes_test.ts`. It knows some of them by the first word
 * of a command, or by what stands before it, and behind `rtk` it would judge those in another way: a line with such a form
 * stays as it is.
 */

const DEVICE = "/dev/(?:sd|nvme|hd|mmcblk|vd|xvd)";

/** Files whose change it guards. */
const GUARDED = String
  .raw`(?:/etc/|/private/|/dev/sd|/\.ssh|\.env\b|config\.yaml|/\.(?:(?:bash|zsh)rc|\w*profile|netrc|pgpass|npmrc|pypirc)\b)`;

/** Blocked in every mode. */
export const HARDLINE: readonly RegExp[] = [
  /\brm\s+(?:-\S*\s+)*[/~$]/,
  /\bmkfs/,
  new RegExp(`\\bdd\\b.*\\bof=${DEVICE}`, "s"),
  new RegExp(`>\\s*${DEVICE}`),
  /\(\)\s*\{/,
  /\bkill\s.*-1\b/s,
  /\b(?:shutdown|reboot|halt|poweroff|kexec)\b/,
  /\b(?:tel)?init\s+[06]\b/,
  // Of these patterns it takes some for text that is not run.
  /\be?grep\b.*\s-(?:\w*p\b|-perl)/s,
  // An option of grep without its value is a line that it cannot read.
  /\be?grep\b[^;&|\n]*\s-(?:\w*[abcdefm]|-[a-z-]+)\s*(?:$|[;&|\n)])/,
];

/** Asked about, unless the user has switched that off. */
export const DANGEROUS: readonly RegExp[] = [
  /\brm\s+(?:-\S*r|--recursive\b|(?:-\S*\s+)*\/)/,
  /\bcmd(?:\.exe)?\s+\/[ck]\b/,
  /\b(?:powershell|pwsh)\b/,
  /\bchmod\b.*(?:777|666|[oa]\+|\+x)/s,
  /\bchown\b.*root/s,
  /\bdd\s+.*if=/s,
  /\bdrop\s+(?:table|database)\b/,
  /\bdelete\s+from\b/,
  /\btruncate\s+\w/,
  /\bsystemctl\s+(?:-\S+\s+)*(?:stop|restart|disable|mask)\b/,
  /\b(?:p?kill|killall)\b/,
  /\|\s*(?:\S*\/)?(?:ba|z|k|da)?sh(?:\s|$)/,
  /(?<![.\w-])(?:ba|z|k|da)?sh\s+[-+<]/,
  /(?:\beval\b|\bsource\b|\.)\s*(?:\$\(|`)\s*(?:curl|wget)\b/,
  new RegExp(`(?:>|\\b(?:tee|cp|mv|install)\\b).*${GUARDED}`, "s"),
  new RegExp(`\\bsed\\s.*-(?:\\w*i|-in-place).*${GUARDED}`, "s"),
  /\bxargs\s.*\brm\b/s,
  /\bfind\b.*-(?:exec(?:dir)?\s.*\brm\b|delete\b)/s,
  /\bhermes\s|\bgateway\s+run\b/,
  /\bdocker\s+(?:compose\s+)?(?:restart|stop|kill|down)\b/,
  /\blaunchctl\b/,
  /\bgit\s+reset\s+--h/,
  /\bgit\s+push\b.*-(?:-forc|f\b)/s,
  /\bgit\s+clean\s+-\S*f/,
  /\bgit\s+branch\b.*-(?:d\b|-delete\b|f\b|-force\b)/s,
  /(?<![.\w-])(?:py|python)[\d.]*(?:\.exe)?\s+(?:-(?!m\b)\S+\s+(?:[^-\s]\S*\s+)?)*-\w*c/,
  /(?<![.\w-])node(?:js)?(?:\.exe)?\s+(?:-\S+\s+(?:[^-\s]\S*\s+)?)*-(?:\w*[ep]|-eval|-print)/,
  /(?<![.\w-])(?:perl|ruby|php)[\d.]*(?:\.exe)?\s+-/,
  /(?<![.\w-])(?:py|python|node|perl|ruby|php)[\w.]*\s.*<</s,
  /\b(?:sort|rg|ag)\b.*\s--(?:compress-program|pre|hostname-bin|pager)\b/s,
  /\bman\s+-/,
  /\bsudo\b/,
];

/** A longer line without a separator is blocked; the limit is 4096, and `rtk` takes some of it. */
const MAX_UNSEPARATED = 3000;

/** Whether a form of the list may be in a line, as it is written or without its quotes and backslashes. */
export function holdsForm(line: string, forms: readonly RegExp[]): boolean {
  if (line.length > MAX_UNSEPARATED && !/[;&|\n]/.test(line)) return true;
  const plain = line.normalize("NFKC").toLowerCase().replaceAll(/\\\r?\n|\0/g, "").replaceAll(
    /\$\{ifs\b[^}]*\}|\$ifs\b/g,
    " ",
  );
  const unescaped = plain.replaceAll("\\", "");
  // It takes backslashes away before it looks for quotes: a line that it then cannot read is blocked.
  if (hasOpenQuote(unescaped)) return true;
  return [plain, unescaped, unescaped.replaceAll(/['"]/g, "")].some((text) =>
    forms.some((form) => form.test(text))
  );
}

function hasOpenQuote(text: string): boolean {
  return /["']/.test(text.replaceAll(/'[^']*'|"[^"]*"/g, ""));
}
