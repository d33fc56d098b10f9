/**
 * Forms that Hermes asks about (`DANGEROUS`), or never runs (`HARDLINE`), each drawn somewhat wider than its own. Read in
 * tools/approval.py of 0.19.0. It knows some of them by the first word of a command, or by what stands before it, and
 * behind `rtk` it would judge those in another way: a line with such a form stays as it is.
 */

/** Files whose change it guards. */
const GUARDED = String
  .raw`(?:/etc/|/private/|/dev/[sndhmvx]|/\.ssh|\.env|config\.yaml|\.(?:bash|zsh)rc|\.\w*profile|\.(?:netrc|pgpass|npmrc|pypirc))`;

/** Blocked in every mode, in containers alone not. */
export const HARDLINE: readonly RegExp[] = [
  /\brm\s+(?:-\S*\s+)*[/~$]/,
  /\bmkfs/,
  /\bdd\b.*\bof=/s,
  />\s*\/dev\/[sndhmvx]\w*\d*\b(?<!\/dev\/null|\/dev\/stdout|\/dev\/stderr)/,
  /\(\)\s*\{/,
  /\bkill\b.*-1\b/s,
  /\b(?:shutdown|reboot|halt|poweroff|kexec)\b/,
  /\b(?:tel)?init\s+[06]\b/,
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
  /\bsystemctl\b/,
  /\b(?:p?kill|killall)\b/,
  /\|\s*(?:\S*\/)?(?:ba|z|k|da)?sh\b/,
  /\b(?:ba|z|k|da)?sh\s+(?:.*\s)?(?:[-+]|<)/,
  /\beval\b|(?:\bsource\b|\.)\s*(?:\$\(|`)/,
  new RegExp(`(?:>|\\b(?:tee|cp|mv|install)\\b).*${GUARDED}`, "s"),
  new RegExp(`\\bsed\\s.*-(?:\\w*i|-in-place).*${GUARDED}`, "s"),
  /\bxargs\s.*\brm\b/s,
  /\bfind\b.*-(?:exec|delete)/s,
  /\bhermes\s|\bgateway\s+run\b/,
  /\bdocker\s+(?:compose\s+)?(?:restart|stop|kill|down)\b/,
  /\blaunchctl\b/,
  /\bgit\s+reset\s+--h/,
  /\bgit\s+push\b.*-(?:-forc|f\b)/s,
  /\bgit\s+clean\s+-\S*f/,
  /\bgit\s+branch\b.*-(?:d\b|-delete\b|f\b|-force\b)/s,
  /\b(?:py|python)[\d.]*(?:\.exe)?\s+(?:-(?!m\b)\S+\s+(?:[^-\s]\S*\s+)?)*-\w*c/,
  /\bnode(?:js)?(?:\.exe)?\s+(?:-\S+\s+(?:[^-\s]\S*\s+)?)*-(?:\w*[ep]|-eval|-print)/,
  /\b(?:perl|ruby|php)[\d.]*(?:\.exe)?\s+-/,
  /\b(?:sort|rg|ag)\b.*\s--(?:compress-program|pre|hostname-bin|pager)\b/s,
  /\bman\s+-/,
  /\b(?:py|python|node|perl|ruby|php)\w*\b.*<</s,
  /\bsudo\b/,
];

/** A longer line without a separator is blocked; the limit is 4096, and `rtk ` is four more. */
const MAX_UNSEPARATED = 4000;

/** Whether a form of the list may be in a line, with its quotes and backslashes or without. */
export function holdsForm(line: string, forms: readonly RegExp[]): boolean {
  if (line.length > MAX_UNSEPARATED && !/[;&|\n]/.test(line)) return true;
  const plain = line.normalize("NFKC").toLowerCase().replaceAll(/\\\r?\n/g, "").replaceAll(
    /\$\{?ifs\b[^}]*\}?/g,
    " ",
  );
  return [plain, plain.replaceAll(/['"\\]/g, "")].some((text) => forms.some((form) => form.test(text)));
}
