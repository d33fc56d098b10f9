/**
 * A home folder as a settled user has it: rtk's configuration and data folder, four rule files, twenty filters of the
 * user's own.
 */

/** Writes the folders and files below `home`, which must exist. */
export function furnishHome(home: string): void {
  const write = (path: string, text: string): void => {
    const file = `${home}/${path}`;
    Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(file, text);
  };
  write(".config/rtk/config.toml", CONFIG);
  for (let index = 0; index < 20; index++) write(`.config/rtk/filters/own-${index}.toml`, filter(index));
  Deno.mkdirSync(`${home}/.local/share/rtk`, { recursive: true });
  write(".claude/settings.json", rules("user", 40));
  write(".claude/settings.local.json", rules("local", 10));
  write("project/.claude/settings.json", rules("project", 40));
  write("project/.claude/settings.local.json", rules("project-local", 20));
}

const CONFIG = `# rtk
[hooks]
exclude_commands = ["git push", "^docker compose up"]
transparent_prefixes = ["doppler run --"]

[filters]
level = "compact"

[tracking]
enabled = true
`;

function filter(index: number): string {
  return `schema_version = 1

[filters.own-${index}]
match_command = '^own-tool-${index}\\b'
strip_lines_matching = ['^\\s*$', '^debug: ']
max_lines = 200
on_empty = 'own-tool-${index}: ok'
`;
}

function rules(scope: string, count: number): string {
  const allow = Array.from({ length: count }, (_, index) => `Bash(${scope}-tool-${index}:*)`);
  const deny = [`Bash(rm -rf:*)`, `Bash(${scope}-deploy *)`, "Read(./secrets/**)"];
  return JSON.stringify({ permissions: { allow, deny, ask: ["Bash(git push:*)"] } }, null, 2);
}
