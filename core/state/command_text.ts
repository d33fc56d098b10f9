/** A command line as it is remembered: quoted so that it can be read, and without secrets. */

/** What stands in place of a secret. */
const MASK = "***";

/** Longest remembered command, so that a spool line is one short write. */
const MAX_COMMAND = 2000;

const SECRET_NAME =
  "[\\w.-]*(?:passw(?:or)?d|passphrase|secret|token(?!iz)|api[-_]?key|access[-_]?key|private[-_]?key|" +
  "credential|auth(?!or(?!iz)))[\\w.-]*";

/** `https://user:s3cret@host`: the part between the colon and the at sign. */
const URL_PASSWORD = /([a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:)[^\s@]+(?=@)/gi;

/** `--token=x`, `API_KEY=x`, `password: x`, `"secret":"x"`, `Authorization: Bearer x`. */
const NAMED_SECRET = new RegExp(
  `(${SECRET_NAME}(?:["']?\\s*=\\s*|["']\\s*:\\s*|:\\s+)["']?(?:(?:bearer|basic|token)\\s+)?)[^\\s"'&,;]+`,
  "gi",
);

/** `x-api-key:abc` as a whole word; not `auth.ts:12`, a place in a file, nor `token::lex`, a path in a program. */
const HEADER_SECRET = new RegExp(`^(${SECRET_NAME}:)(?!:|\\d+(?::\\d+)?$)\\S+$`, "i");

/** An option whose next word is the secret: `--password`, `--auth-token`. */
const SECRET_OPTION = new RegExp(`^--?${SECRET_NAME}$`, "i");

/** `curl -u user:s3cret`, `--user=user:s3cret`, `--proxy-user user:s3cret`. */
const USER_OPTION = /^(?:-u|-U|--(?:proxy-)?user)$/;
const USER_PASSWORD = /^((?:-u|-U|--(?:proxy-)?user=)?[^\s:=]+:).+$/;

/** Tokens that are known by their looks: GitHub, GitLab, Slack, OpenAI and the like, npm, AWS, JSON web tokens. */
const TOKEN =
  /\b(?:gh[pousr]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|xox[abeprs]-[\w-]{10,}|sk-[\w-]{16,}|npm_\w{16,}|(?:AKIA|ASIA)[0-9A-Z]{16}|eyJ[\w-]{8,}\.[\w-]+\.[\w-]*)/g;

/** Programs whose `-pSECRET` is a password. */
const ATTACHED_PASSWORD = /^(?:mysql|mysqldump|mysqladmin|mariadb|sshpass)$/;

/** `aws configure set aws_secret_access_key s3cret`, `npm config set //r.example/:_authToken s3cret`. */
const SECRET_SETTING = new RegExp(`^(?:\\S*[:/])?${SECRET_NAME}$`, "i");

/** `docker login -p s3cret`, `az login -p s3cret`; `gh secret set NAME -b s3cret`. */
const SHORT_OPTIONS: readonly (readonly [command: RegExp, options: readonly string[]])[] = [
  [/ login( |$)/, ["-p"]],
  [/ secret set( |$)/, ["-b", "--body"]],
];

/** Names of options whose next word is a secret in this command. */
function secretOptions(argv: readonly string[]): readonly string[] {
  const words = argv.slice(0, 5).join(" ");
  return SHORT_OPTIONS.flatMap(([command, options]) => command.test(words) ? options : []);
}

/** `--password=x y`, `API_KEY=x y`: all of the word behind the name. */
const WHOLE_VALUE = new RegExp(`^(-{0,2}${SECRET_NAME}=).+$`, "is");

/** The command as one line, its secrets masked. */
export function commandText(argv: readonly string[]): string {
  const [name = ""] = argv;
  const attached = ATTACHED_PASSWORD.test(name.slice(name.lastIndexOf("/") + 1));
  const options = secretOptions(argv);
  const words = argv.map((word, at) => {
    const before = argv[at - 1] ?? "";
    if (at > 0 && !word.startsWith("-") && (SECRET_OPTION.test(before) || options.includes(before))) {
      return MASK;
    }
    if (argv[at - 2] === "set" && SECRET_SETTING.test(before)) return MASK;
    // Behind an option it may be shell text: `sh -c "TOKEN=x run"`.
    if (WHOLE_VALUE.test(word) && (word.startsWith("-") || !before.startsWith("-"))) {
      return word.replace(WHOLE_VALUE, `$1${MASK}`);
    }
    if (attached && /^-p./.test(word)) return `-p${MASK}`;
    if (USER_OPTION.test(before) || /^(?:-[uU]|--(?:proxy-)?user=)[^\s:]+:/.test(word)) {
      return quoted(masked(word).replace(USER_PASSWORD, `$1${MASK}`));
    }
    return quoted(masked(word));
  });
  const text = words.join(" ");
  return text.length > MAX_COMMAND ? `${text.slice(0, MAX_COMMAND).toWellFormed()}…` : text;
}

function masked(word: string): string {
  return word.replaceAll(URL_PASSWORD, `$1${MASK}`).replaceAll(NAMED_SECRET, `$1${MASK}`)
    .replace(HEADER_SECRET, `$1${MASK}`).replaceAll(TOKEN, MASK);
}

function quoted(word: string): string {
  if (/^[\w@%+=:,./*-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}
