/** A store whose file is deleted or replaced while the service uses it: nothing is written that would be lost. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StoreDatabase } from '../../../../src/service/state/database.ts';
import { openSqliteDatabase } from '../../../../src/service/state/sqlite-database.ts';

let folder: string;
let file: string;
let database: StoreDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'engine-deleted-'));
  file = join(folder, 'store.sqlite');
  database = await openSqliteDatabase(file);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const soon = () => ({ deadline: Date.now() + 60_000 });
const write = () =>
  database.transaction(
    soon(),
    (session) => session.execute({ sql: 'create table if not exists t (a)', values: [] }),
    'durable',
  );
const deleted = { kind: 'unreachable', message: expect.stringContaining('was deleted or replaced') };

it('is noticed when the file is deleted', async () => {
  await write();
  rmSync(file);
  await expect(write()).rejects.toMatchObject(deleted);
  await expect(database.read({ sql: 'select 1', values: [] }, soon())).rejects.toMatchObject(deleted);
});

it('is noticed when another file takes its place, and not when it comes back', async () => {
  await write();
  renameSync(file, `${file}.old`);
  writeFileSync(file, '');
  await expect(write()).rejects.toMatchObject(deleted);
  renameSync(`${file}.old`, file);
  await write();
});
