/** The command lines of the processes that started a hook, as far as the system shows them. */

/** Between the hook and its host stand at most a shell or two. Fields of `stat`: proc(5). */
const WALK = `p=$1; i=0
while [ $i -lt 4 ] && [ "$p" -gt 1 ] && cat /proc/$p/cmdline; do
printf '\\001'; read -r s </proc/$p/stat; set -- \${s##*) }; p=$2; i=$((i+1)); done 2>/dev/null`;

/** The command that shows them; Deno may not read /proc itself while anything is denied to it. */
export function ancestorsLook(parent: number): readonly [string, ...string[]] | undefined {
  return Deno.build.os === "linux" ? ["sh", "-c", WALK, "sh", String(parent)] : undefined;
}

/**
 * The words of the nearest process one of whose first words names the host.
 * @param seen what the command printed; undefined where it was not run or failed.
 */
export function hostWords(seen: string | undefined, host: RegExp): readonly string[] | undefined {
  return seen?.split("\x01").map((line) => line.split("\0")).find((words) =>
    words.slice(0, 3).some((word) => host.test(word))
  );
}
