/**
 * A folder for all temporary files of a test run, including those of its processes and servers. It is removed at the
 * end of the run, together with the files that failed tests left in it.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Vitest's global set-up; returns the tear-down. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'engine-tests-'));
  // Servers of another user have their own folders in it.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
