/** Runs of `engine init` in separate folders. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Diagnostic } from '../../../../engine/diagnostics/diagnostic.ts';
import { providedUrl } from '../../../support/provided.ts';
import { type Ended, runHere } from '../../cli/here.ts';

export interface Folder {
  readonly path: string;
  /** Runs the command line there. */
  run(...args: readonly string[]): Promise<Ended>;
  /** A file below it. */
  text(...parts: readonly string[]): string;
  remove(): void;
}

/** A folder; databases for the cases are made on the servers of the test run. */
export function emptyFolder(more: Readonly<Record<string, string>> = {}): Folder {
  const path = mkdtempSync(join(tmpdir(), 'engine-init-'));
  const mysql = providedUrl('mysqlUrl');
  const env = {
    ENGINE_TEST_POSTGRES: providedUrl('postgresUrl'),
    ...(mysql === '' ? {} : { ENGINE_TEST_MYSQL: mysql }),
    ...more,
  };
  return {
    path,
    run: (...args) => runHere(args, { cwd: path, env }),
    text: (...parts) => readFileSync(join(path, ...parts), 'utf8'),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Fills an SQLite file. */
export function sqliteFile(path: string, scripts: readonly string[]): void {
  const database = new Database(path);
  for (const script of scripts) database.exec(script);
  database.close();
}

/** The codes that a check finds, each once, and how many findings there are. */
export async function checked(
  folder: Folder,
  ...args: readonly string[]
): Promise<{ readonly codes: readonly string[]; readonly count: number }> {
  const { out } = await folder.run('check', '--format', 'json', ...args);
  const report: { readonly diagnostics: readonly Pick<Diagnostic, 'code'>[] } = JSON.parse(out);
  return { codes: [...new Set(report.diagnostics.map(({ code }) => code))], count: report.diagnostics.length };
}
