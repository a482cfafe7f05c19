/** An SQLite file that is replaced, that is read-only, or that another process has locked. */
import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { SourceEvent } from '../../../../engine/base/events.ts';
import { workersOf } from '../../../support/sqlite-workers.ts';
import { soon, sql } from './bench.ts';
import {
  file,
  fileForEach,
  folder,
  hasProcesses,
  insert,
  make,
  open,
  outputOf,
  patience,
  rowsOf,
  startChild,
} from './sqlite-file.ts';

fileForEach();

describe('another file under the same name', () => {
  it('is read and written from then on, without data of the old one', async () => {
    const events: SourceEvent[] = [];
    const source = await open({ report: (event) => events.push(event) });
    for (const name of ['b', 'c']) await source.transaction(soon(), (session) => session.execute(insert(name)));
    const backup = join(folder, 'backup.sqlite');
    make(backup, 'restored');
    renameSync(backup, file);
    expect(await Promise.all([rowsOf(source), rowsOf(source), rowsOf(source)])).toEqual(Array(3).fill(['restored']));
    expect(events.map(({ event }) => event)).toEqual(['database_file_replaced']);
    await source.transaction(soon(), (session) => session.execute(insert('s')));
    expect(await source.snapshot(soon(), (session) => session.execute(sql('select a from t')))).toMatchObject({
      rows: [{ a: 'restored' }, { a: 's' }],
    });
    await source.close();
    const database = new Database(file);
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(database.prepare('select a from t').pluck().all()).toEqual(['restored', 's']);
    database.close();
  });

  it('is also found by a write, and the previous file keeps its data', async () => {
    const source = await open();
    await source.transaction(soon(), (session) => session.execute(insert('kept')));
    const away = join(folder, 'away.sqlite');
    renameSync(file, away);
    make(file, 'restored');
    await source.transaction(soon(), (session) => session.execute(insert('new')));
    expect(await rowsOf(source)).toEqual(['new', 'restored']);
    const database = new Database(away);
    expect(database.prepare('select a from t').pluck().all()).toEqual(['first', 'kept']);
    database.close();
  });

  it.runIf(hasProcesses)('is not opened over the log of the one before', async () => {
    const source = await open();
    await source.transaction(soon(), (session) => session.execute(insert('old')));
    // Without its writer nobody is left who could empty the log.
    for (const { pid } of workersOf(file)) process.kill(pid, 'SIGKILL');
    await expect.poll(() => workersOf(file).length, patience).toBe(0);
    const backup = join(folder, 'backup.sqlite');
    make(backup, 'restored');
    renameSync(backup, file);
    await expect(rowsOf(source)).rejects.toMatchObject({ kind: 'unreachable' });
    for (const rest of ['-wal', '-shm']) rmSync(`${file}${rest}`, { force: true });
    expect(await rowsOf(source)).toEqual(['restored']);
  });

  it('is not made where the file is missing', async () => {
    const source = await open();
    expect(await rowsOf(source)).toEqual(['first']);
    renameSync(file, `${file}.away`);
    await expect(rowsOf(source)).rejects.toMatchObject({ kind: 'unreachable' });
    await expect(source.transaction(soon(), async () => undefined)).rejects.toMatchObject({ kind: 'unreachable' });
    await expect(source.probe(undefined, soon())).rejects.toMatchObject({ kind: 'unreachable' });
    expect(existsSync(file)).toBe(false);
    renameSync(`${file}.away`, file);
    expect(await rowsOf(source)).toEqual(['first']);
  });
});

describe('a file that cannot be written', () => {
  /** What the child found; `folderMode` and `fileMode` are what its user may do. */
  async function asOther(folderMode: number, fileMode: number): Promise<unknown> {
    chmodSync(folder, folderMode);
    chmodSync(file, fileMode);
    try {
      return JSON.parse(await outputOf(startChild(['select a from t', "insert into t values ('x')"], true)));
    } finally {
      chmodSync(folder, 0o755);
    }
  }

  it('is read, and the log says why writes fail', async () => {
    expect(await asOther(0o555, 0o444)).toMatchObject({
      answers: { rows: [{ a: 'first' }], written: { kind: 'denied' } },
      events: ['database_not_writable'],
    });
  });

  it('in WAL mode, in a read-only folder, is refused with the reason', async () => {
    const database = new Database(file);
    database.pragma('journal_mode = WAL');
    database.close();
    expect(await asOther(0o555, 0o444)).toMatchObject({
      answers: { kind: 'denied', message: expect.stringContaining('its folder can be written to') },
    });
  });

  it('may not even be read', async () => {
    expect(await asOther(0o755, 0o000)).toMatchObject({ answers: { kind: 'unreachable' } });
  });
});

describe('the lock of another process', () => {
  it('over a whole file that is no WAL is a conflict', async () => {
    const rival = new Database(file, { timeout: 0 });
    rival.exec('begin exclusive');
    await expect(open({ busyMs: 200 })).rejects.toMatchObject({ kind: 'conflict' });
    rival.exec('rollback');
    rival.close();
    expect(await rowsOf(await open())).toEqual(['first']);
  });
});
