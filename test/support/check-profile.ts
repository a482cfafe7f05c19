/** Checks profiles like the program does: with the program's contract, and with a database if the case needs one. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import { type Bases, checkProfile, type EngineEvent, openEngine, readBases } from '../../engine/index.ts';
import { profileDrift } from '../../engine/tools/index.ts';
import { contract } from '../../src/contract/index.ts';
import { locateBase } from '../../src/service/config/locate-base.ts';

const mapped = contract.endpoints.filter(({ answer }) => answer.kind !== 'service').map(({ path }) => path);

/** Appends the endpoints that `text` lacks as unavailable, so that all positions in it stay the same. */
export function completed(text: string): string {
  if (!/^endpoints:\s*$/m.test(text)) return text;
  const missing = mapped.filter((path) => !text.includes(`\n  ${path}:`));
  return [text.trimEnd(), ...missing.map((path) => `  ${path}: { unavailable: not part of this case }`), ''].join('\n');
}

/** All findings of a profile that need no database. `folder`: where the descriptions of its services are. */
export function checkOffline(
  text: string,
  file: string,
  bases?: Bases,
  folder?: string,
): Promise<readonly Diagnostic[]> {
  return checkProfile(text, file, contract, {}, { bases, folder });
}

/** The files that the profile of a folder extends, with names relative to the folder. */
export function basesIn(folder: string, text: string, file: string): Promise<Bases> {
  const packageRoot = join(import.meta.dirname, '../..');
  return readBases(text, join(folder, file), file, locateBase({ cwd: folder, packageRoot }));
}

interface CheckedFolder {
  readonly diagnostics: readonly Diagnostic[];
  readonly events: readonly EngineEvent[];
}

/**
 * All findings before a service with the profile would listen, including those of its databases. It works on a copy
 * of the folder and creates the databases from the scripts there. `environment`: the values of the settings.
 */
export async function checkFolder(
  folder: string,
  text: string,
  file: string,
  environment: Readonly<Record<string, string>>,
): Promise<CheckedFolder> {
  const copy = mkdtempSync(join(tmpdir(), 'engine-case-'));
  const events: EngineEvent[] = [];
  try {
    if (existsSync(folder)) cpSync(folder, copy, { recursive: true });
    const profileFile = join(copy, file);
    writeFileSync(profileFile, text);
    const opened = await openEngine({
      contract,
      profileFile,
      profileName: file,
      environment,
      emit: (event) => events.push(event),
    });
    if (!opened.ok) return { diagnostics: opened.diagnostics, events };
    const started = await opened.engine.start();
    await opened.engine.close();
    const relative = started.map((one) => ({ ...one, message: one.message.replaceAll(`${copy}/`, '') }));
    return { diagnostics: [...opened.diagnostics, ...relative], events };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * The findings of comparing the databases of a folder's profile with its lock file; without a lock file, the lock is
 * created.
 */
export async function driftIn(folder: string, text: string, file: string): Promise<readonly Diagnostic[]> {
  const copy = mkdtempSync(join(tmpdir(), 'engine-drift-'));
  try {
    cpSync(folder, copy, { recursive: true });
    const profileFile = join(copy, file);
    writeFileSync(profileFile, text);
    const lockName = 'profile.lock.yaml';
    const lockFile = join(copy, lockName);
    const lock = existsSync(lockFile) ? readFileSync(lockFile, 'utf8') : undefined;
    const input = { profileFile, profileName: file, lock, lockName, contract, environment: {}, now: Date.now };
    return (await profileDrift(input)).diagnostics;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
