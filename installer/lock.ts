/** One run at a time: two `rtk init` at once would each edit what the other reads. */

/**
 * Runs a function while holding the lock of rtk's data folder, which is made if it is absent.
 * @throws Error when another run holds it for longer than five seconds, or when the folder cannot be written.
 */
export async function withLock<T>(dataFolder: string, work: () => T | Promise<T>): Promise<T> {
  using file = openLock(dataFolder);
  const deadline = Date.now() + 5000;
  // The kernel gives the lock back when a holder is killed.
  while (!file.tryLockSync(true)) {
    if (Date.now() > deadline) throw new Error("Cannot install: another rtk init is running");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  file.truncateSync();
  file.writeSync(new TextEncoder().encode(`${Deno.pid}\n`));
  return await work();
}

function openLock(dataFolder: string): Deno.FsFile {
  try {
    Deno.mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    return Deno.openSync(lockPath(dataFolder), { create: true, read: true, write: true, mode: 0o600 });
  } catch (error) {
    const [reason] = (error as Error).message.split(/: |\n/);
    throw new Error(`Cannot write into ${dataFolder}, where rtk keeps its notes: ${reason}`);
  }
}

/** Who holds the lock: its process id, 0 where that is not known; undefined when nobody does. */
export function lockHolder(dataFolder: string): number | undefined {
  const path = lockPath(dataFolder);
  try {
    using file = Deno.openSync(path, { read: true, write: true });
    if (file.tryLockSync(true)) return undefined;
    return Number(/^\d+$/m.exec(Deno.readTextFileSync(path))?.[0] ?? 0);
  } catch {
    // No lock was ever taken, or the folder cannot be written, which is told elsewhere.
    return undefined;
  }
}

function lockPath(dataFolder: string): string {
  return `${dataFolder}/lock`;
}
