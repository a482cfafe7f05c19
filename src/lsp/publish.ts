/** Publishes findings: checks after a pause in typing, and one list of findings for each file. */
import type { Connection } from 'vscode-languageserver';
import type { FileFinding, LanguageService } from '../language/index.ts';
import { diagnosticOf, uriOf } from './convert.ts';

/** Milliseconds without a change before a check starts. */
const pause = 60;

export interface Publisher {
  /** A file was opened: checks it at once. */
  opened(file: string): void;
  /** The text of a file has changed: after a pause, checks it and the profiles that extend it. */
  changed(file: string): void;
  /** The file was closed: its findings are removed. */
  closed(file: string): void;
}

export interface PublisherOptions {
  readonly connection: Pick<Connection, 'sendDiagnostics'>;
  readonly service: LanguageService;
  readonly packageRoot: string;
  /** Called after each check, with its profile. */
  readonly checked: (file: string) => void;
  readonly failed: (error: unknown) => void;
}

export function createPublisher({ connection, service, packageRoot, checked, failed }: PublisherOptions): Publisher {
  /** The findings of each open profile, of all its files. */
  const found = new Map<string, readonly FileFinding[]>();
  const due = new Map<string, NodeJS.Timeout>();
  const versions = new Map<string, number>();
  let running: Promise<void> = Promise.resolve();

  async function publish(file: string): Promise<void> {
    const all = [...found.values()].flat().filter((one) => one.file === file);
    const distinct = new Map(
      all.map((one) => [JSON.stringify([one.code, one.range, one.message]), diagnosticOf(one, packageRoot)]),
    );
    await connection.sendDiagnostics({ uri: uriOf(file), diagnostics: [...distinct.values()] });
  }

  async function replace(profile: string, findings: readonly FileFinding[] | undefined): Promise<void> {
    const before = found.get(profile) ?? [];
    if (findings === undefined) found.delete(profile);
    else found.set(profile, findings);
    const files = new Set([...before, ...(findings ?? [])].map((one) => one.file));
    files.delete(profile);
    // The profile itself is the last one: its findings show that the check has ended.
    for (const file of [...files, profile]) await publish(file);
  }

  async function check(file: string): Promise<void> {
    const version = versions.get(file);
    const findings = service.isProfile(file) ? await service.check(file) : [];
    // The text has changed meanwhile, and another check is due.
    if (versions.get(file) !== version) return;
    await replace(file, findings);
    checked(file);
  }

  function schedule(file: string, delay: number): void {
    versions.set(file, (versions.get(file) ?? 0) + 1);
    clearTimeout(due.get(file));
    due.set(
      file,
      setTimeout(() => {
        due.delete(file);
        running = running.then(() => check(file)).catch(failed);
      }, delay),
    );
  }

  return {
    opened(file) {
      for (const one of new Set([file, ...service.dependents(file)])) schedule(one, 0);
    },
    changed(file) {
      for (const one of new Set([file, ...service.dependents(file)])) schedule(one, pause);
    },
    closed(file) {
      clearTimeout(due.get(file));
      due.delete(file);
      versions.delete(file);
      running = running.then(() => replace(file, undefined)).catch(failed);
    },
  };
}
