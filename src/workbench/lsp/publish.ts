/** Publishes findings: checks after a pause in typing, and one list of findings for each file. */
import type { Connection } from 'vscode-languageserver';
import { type FileFinding, isSamePlace, type LanguageService } from '../language/index.ts';
import { diagnosticOf, uriOf } from './convert.ts';
import { databaseFindings, unchangedFindings } from './kept-findings.ts';

/** Milliseconds without a change before a check starts: as long as the last check took, so that none runs between two letters, where it delays completion. */
const pauses = { least: 100, most: 400 };
/** Milliseconds without a change before the databases are asked. */
const longPause = 800;

interface Publisher {
  /** A file was opened: checks it at once. */
  opened(file: string): void;
  /** The text of a file has changed: after a pause, checks it and the profiles that extend it. */
  changed(file: string): void;
  /** The file was closed: its findings are removed. */
  closed(file: string): void;
}

interface PublisherOptions {
  readonly connection: Pick<Connection, 'sendDiagnostics'>;
  readonly service: LanguageService;
  readonly packageRoot: string;
  /** Whether to check with the databases of the profile, too. */
  readonly connect: boolean;
  readonly failed: (error: unknown) => void;
}

/** Findings of a closed profile are removed from all of its files. An unexpected error goes to `failed`. */
export function createPublisher({ connection, service, packageRoot, connect, failed }: PublisherOptions): Publisher {
  /** The findings of each open profile, of all its files. */
  const findingsByFile = new Map<string, readonly FileFinding[]>();
  /** Those of the last check without databases. */
  const checked = new Map<string, readonly FileFinding[]>();
  const ofDatabases = new Map<string, ReturnType<typeof databaseFindings>>();
  const dueChecks = new Map<string, NodeJS.Timeout>();
  /** Checks with the databases that are due. */
  const dueDatabaseChecks = new Map<string, NodeJS.Timeout>();
  const versions = new Map<string, number>();
  let running: Promise<void> = Promise.resolve();
  let pause = pauses.least;
  /** Databases are slow: other checks do not wait for them. */
  let runningDatabaseChecks: Promise<void> = Promise.resolve();

  async function publish(file: string): Promise<void> {
    const all = [...findingsByFile.values()].flat().filter((one) => one.file === file);
    const distinct = new Map(
      all.map((one) => [JSON.stringify([one.code, one.range, one.message]), diagnosticOf(one, packageRoot)]),
    );
    await connection.sendDiagnostics({ uri: uriOf(file), diagnostics: [...distinct.values()] });
  }

  async function replace(profile: string, findings: readonly FileFinding[] | undefined): Promise<void> {
    const before = findingsByFile.get(profile) ?? [];
    if (findings === undefined) findingsByFile.delete(profile);
    else findingsByFile.set(profile, findings);
    const files = new Set([...before, ...(findings ?? [])].map((one) => one.file));
    files.delete(profile);
    // The profile itself is the last one: its findings show that the check has ended.
    for (const file of [...files, profile]) await publish(file);
  }

  async function check(file: string, delay: number): Promise<void> {
    const version = versions.get(file);
    const isProfile = service.isProfile(file);
    const started = performance.now();
    const findings = service.isServed(file) ? await service.check(file) : [];
    if (isProfile) pause = Math.min(pauses.most, Math.max(pauses.least, performance.now() - started));
    // The text has changed meanwhile, and another check is due.
    if (versions.get(file) !== version) return;
    checked.set(file, findings);
    const kept = unchangedFindings(ofDatabases.get(file) ?? [], service.currentText);
    const fresh = findings.filter((one) => !kept.some((other) => isSamePlace(one, other)));
    await replace(file, [...fresh, ...kept]);
    if (connect && isProfile) scheduleAsking(file, delay);
  }

  async function askDatabases(file: string, version: number | undefined): Promise<void> {
    if (versions.get(file) !== version) return;
    const findings = await service.checkWithDatabases(file);
    if (versions.get(file) !== version) return;
    ofDatabases.set(file, databaseFindings(findings, checked.get(file) ?? [], service.currentText));
    await replace(file, findings);
  }

  function scheduleAsking(file: string, delay: number): void {
    const version = versions.get(file);
    dueDatabaseChecks.set(
      file,
      setTimeout(() => {
        runningDatabaseChecks = runningDatabaseChecks.then(() => askDatabases(file, version)).catch(failed);
      }, delay),
    );
  }

  function schedule(file: string, delay: { readonly check: number; readonly databases: number }): void {
    versions.set(file, (versions.get(file) ?? 0) + 1);
    cancel(file);
    dueChecks.set(
      file,
      setTimeout(() => {
        running = running.then(() => check(file, delay.databases)).catch(failed);
      }, delay.check),
    );
  }

  function cancel(file: string): void {
    for (const timers of [dueChecks, dueDatabaseChecks]) {
      clearTimeout(timers.get(file));
      timers.delete(file);
    }
  }

  return {
    opened(file) {
      for (const one of new Set([file, ...service.dependents(file)])) schedule(one, { check: 0, databases: 0 });
    },
    changed(file) {
      for (const one of new Set([file, ...service.dependents(file)]))
        schedule(one, { check: pause, databases: longPause });
    },
    closed(file) {
      cancel(file);
      for (const kept of [versions, checked, ofDatabases]) kept.delete(file);
      running = running.then(() => replace(file, undefined)).catch(failed);
    },
  };
}
