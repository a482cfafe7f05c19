/** Where test runs keep what they discard. */
import { accessSync, constants, statfsSync } from 'node:fs';
import { freemem, platform, tmpdir } from 'node:os';

/** The folder for temporary files without TMPDIR. */
const usual = '/tmp';
const twoGibibytes = 2 * 1024 ** 3;

/**
 * The folder for databases and stores of a test run: on Linux `memory`, a file system in memory, because creating tables and files on a disk
 * takes longer than most cases. The folder for temporary files where TMPDIR names another one than the usual, on other systems, and where less
 * than `needed` bytes are free. Programs may not be executable in it.
 */
export function scratchRoot(memory = '/dev/shm', needed = twoGibibytes): string {
  if (platform() !== 'linux' || tmpdir() !== usual) return tmpdir();
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, freemem()) >= needed ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}
