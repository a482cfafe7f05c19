/** A database file of SQLite for each test, with sources and processes that open it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach } from 'vitest';
import type { DatabaseAccess } from '../../../../engine/sources/source.ts';
import { openSqlite, type SqliteOptions } from '../../../../engine/sources/sql/sqlite/source.ts';
import { plainUser } from '../../../support/server-process.ts';
import { processFolder } from '../../../support/sqlite-workers.ts';
import { soon, sql } from './bench.ts';

/** A busy machine may give a process little of its time. */
export const patience = { timeout: 60_000, interval: 20 };

/** Whether processes can be found. */
export const hasProcesses = existsSync(processFolder);
if (!hasProcesses)
  process.stdout.write(`SQLite's processes: there is no ${processFolder} here; run on Linux to test them.\n`);

/** Those of the test that runs. */
export let folder = '';
export let file = '';
let opened: DatabaseAccess[] = [];

/** Makes the file before each test of the file that calls it, and removes it afterwards. */
export function fileForEach(): void {
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'engine-sqlite-')));
    file = join(folder, 'erp.sqlite');
    make(file, 'first');
  });
  afterEach(async () => {
    for (const source of opened) await source.close();
    opened = [];
    rmSync(folder, { recursive: true });
  });
}

/** A database with one row that names it. */
export function make(path: string, name: string): void {
  const database = new Database(path);
  database.exec(`create table t (a text); insert into t values ('${name}')`);
  database.close();
}
export async function open(options: Partial<SqliteOptions> = {}): Promise<DatabaseAccess> {
  const source = await openSqlite({ file, ...options });
  opened.push(source);
  return source;
}
export const rowsOf = async (source: DatabaseAccess) =>
  (await source.read(sql('select a from t order by a'), soon())).map(({ a }) => a);
export const insert = (name: string) => sql('insert into t values (?)', name);

/** Runs `sqlite-child.ts`, as a user without rights where this one has them all. */
export function startChild(values: readonly string[], plain = false): ChildProcess {
  const program = join(import.meta.dirname, 'sqlite-child.ts');
  return spawn(process.execPath, [program, file, ...values], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(plain ? plainUser : {}),
  });
}
export async function outputOf(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child, 'close');
  return output;
}
