/** Where test runs keep what they discard. */
import { accessSync, constants, statfsSync } from 'node:fs';
import { freemem, platform, tmpdir } from 'node:os';

const twoGibibytes = 2 * 1024 ** 3;

/**
 * The folder for databases and stores of a test run: on Linux `memory`, a file system in memory, because creating tables and files on a disk
 * takes longer than most cases. With TMPDIR, on other systems, or where less than `needed` bytes are free: the folder for temporary files.
 * Programs may not be executable in it.
 */
export function scratchRoot(memory = '/dev/shm', needed = twoGibibytes): string {
  if (platform() !== 'linux' || process.env.TMPDIR !== undefined) return tmpdir();
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, freemem()) >= needed ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}
