/**
 * A folder for all temporary files of a test run, those of its processes and servers too. It is removed at the end of the run with whatever a
 * test that failed has left in it.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Vitest's global set-up; gives the tear-down. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'engine-tests-'));
  // Servers that another user runs have folders of their own in it.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
