/** Watches files for changes of their content. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const intervalMs = 1_000;

interface Watch {
  stop(): void;
}

/** What files contained at one moment, by path. */
export type Fingerprints = ReadonlyMap<string, string>;

/** Of the files at this moment, existing or not. */
export function fingerprints(files: readonly string[]): Fingerprints {
  return new Map(files.map((file) => [file, digestSync(file)]));
}

/** Of texts that were read earlier, by the absolute path of the file. */
export function fingerprintsOfTexts(texts: ReadonlyMap<string, string>): Fingerprints {
  return new Map([...texts].map(([file, text]) => [file, fingerprint(file, Buffer.from(text))]));
}

/** Those of some files. A file that is not among them counts as missing. */
export function partOf(all: Fingerprints, files: readonly string[]): Fingerprints {
  return new Map(files.map((file) => [file, all.get(file) ?? fingerprint(file, undefined)]));
}

/**
 * Calls `onChange` when the content of one of `files()` changes, and when one of them appears or disappears. Contents are compared every
 * second: that also detects what notifications and time stamps miss (mounted secrets, network drives, a replaced
 * symbolic link, two writes within a second). The timer does not keep the process alive. `since`: of the files when they were read; a change between that time
 * and this call is then detected by the first comparison. By default the files count as they are now.
 */
export function watchFiles(files: () => readonly string[], onChange: () => void, since?: Fingerprints): Watch {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let seen = [...(since ?? fingerprints(files())).values()].join('\n');
  const poll = async (): Promise<void> => {
    const current = (await Promise.all([...new Set(files())].map(digest))).join('\n');
    if (stopped) return;
    const changed = current !== seen;
    // Before onChange: a write while it reads is then detected by the next poll.
    seen = current;
    if (changed) onChange();
    schedule();
  };
  const schedule = (): void => {
    timer = setTimeout(poll, intervalMs).unref();
  };
  schedule();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** A fingerprint is used for this time, in milliseconds: all services of a process watch its engine.yaml. */
const sharedMs = intervalMs / 2;
const shared = new Map<string, { readonly at: number; readonly fingerprint: Promise<string> }>();

function digest(file: string): Promise<string> {
  const now = performance.now();
  const last = shared.get(file);
  if (last !== undefined && now - last.at < sharedMs) return last.fingerprint;
  const fresh = readFile(file).then(
    (bytes) => fingerprint(file, bytes),
    () => fingerprint(file, undefined),
  );
  shared.set(file, { at: now, fingerprint: fresh });
  return fresh;
}

function digestSync(file: string): string {
  try {
    return fingerprint(file, readFileSync(file));
  } catch {
    return fingerprint(file, undefined);
  }
}

function fingerprint(file: string, bytes: Buffer | undefined): string {
  return `${file}: ${bytes === undefined ? 'none' : createHash('sha256').update(bytes).digest('hex')}`;
}
