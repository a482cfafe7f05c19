/** Notices that files have changed. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

export interface Watch {
  stop(): void;
}

/**
 * Calls `onChange` when the content of one of `files()` differs from what it was, appears or goes. Contents are compared, every
 * `interval` milliseconds: that also sees what notifications and time stamps miss (mounted secrets, network drives, a link
 * that is swapped, two writes within a second). The timer does not keep the process alive.
 */
export function watchFiles(files: () => readonly string[], onChange: () => void, interval = 1_000): Watch {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let seen = files().map(digestNow).join('\n');
  const look = async (): Promise<void> => {
    const current = (await Promise.all(files().map(digest))).join('\n');
    if (stopped) return;
    const changed = current !== seen;
    // Before onChange: a write that comes while it reads is then seen by the next look.
    seen = current;
    if (changed) onChange();
    schedule();
  };
  const schedule = (): void => {
    timer = setTimeout(look, interval).unref();
  };
  schedule();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

async function digest(file: string): Promise<string> {
  return line(file, await readFile(file).catch(() => undefined));
}

function digestNow(file: string): string {
  try {
    return line(file, readFileSync(file));
  } catch {
    return line(file, undefined);
  }
}

function line(file: string, bytes: Buffer | undefined): string {
  return `${file}: ${bytes === undefined ? 'none' : createHash('sha256').update(bytes).digest('hex')}`;
}
