/** SQLite works in processes of its own: what is too slow is ended, what ends is replaced, and none stays behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SourceEvent, SqlSource } from '../../../engine/sources/source.ts';
import { openSqlite, type SqliteOptions } from '../../../engine/sources/sql/sqlite/index.ts';
import { plainUser } from '../../support/server-process.ts';
import { processFolder, workersOf } from '../../support/sqlite-workers.ts';
import { soon, sql } from './bench.ts';

const endless = sql('with recursive c(i) as (select 1 union all select i + 1 from c) select count(*) as n from c');
const within = (ms: number) => ({ deadline: Date.now() + ms });
const patience = { timeout: 20_000, interval: 20 };

let folder = '';
let file = '';
let opened: SqlSource[] = [];
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

/** A database with one row that names it. */
function make(path: string, name: string): void {
  const database = new Database(path);
  database.exec(`create table t (a text); insert into t values ('${name}')`);
  database.close();
}
async function open(options: Partial<SqliteOptions> = {}): Promise<SqlSource> {
  const source = await openSqlite({ file, ...options });
  opened.push(source);
  return source;
}
const rowsOf = async (source: SqlSource) =>
  (await source.read(sql('select a from t order by a'), soon())).map(({ a }) => a);
const insert = (name: string) => sql('insert into t values (?)', name);

const hasProcesses = existsSync(processFolder);
if (!hasProcesses)
  process.stdout.write(`SQLite's processes: there is no ${processFolder} here; run on Linux to test them.\n`);

describe.runIf(hasProcesses)('a statement that does not end', () => {
  it('is ended at the deadline, while others are answered', async () => {
    const source = await open();
    // Both readers are there before.
    await Promise.all([rowsOf(source), rowsOf(source)]);
    let over = false;
    const slow = source.read(endless, within(3_000)).finally(() => {
      over = true;
    });
    slow.catch(() => undefined);
    for (let number = 0; number < 10; number += 1) expect(await rowsOf(source)).toEqual(['first']);
    await source.transaction(soon(), (session) => session.execute(insert('second')));
    await source.probe(undefined, soon());
    expect(over).toBe(false);
    await expect(slow).rejects.toMatchObject({ name: 'SourceError', kind: 'timeout', connectionLost: true });
    expect(await rowsOf(source)).toEqual(['first', 'second']);
  });

  it('is ended when the caller leaves', async () => {
    const source = await open();
    const leaving = new AbortController();
    const slow = source.read(endless, { ...soon(), signal: leaving.signal });
    slow.catch(() => undefined);
    const before = workersOf(file).map(({ pid }) => pid);
    leaving.abort();
    await expect(slow).rejects.toMatchObject({ kind: 'timeout' });
    expect(await rowsOf(source)).toEqual(['first']);
    expect(before.length).toBeGreaterThan(1);
  });

  it('two hundred times at once leaves no process that works, and the pool is whole', async () => {
    const source = await open({ connections: 4 });
    const many = Array.from({ length: 200 }, () => source.read(endless, within(300)));
    const kinds = (await Promise.allSettled(many)).map((one) => (one.status === 'rejected' ? one.reason.kind : 'none'));
    expect(new Set(kinds)).toEqual(new Set(['timeout']));
    expect(await Promise.all(Array.from({ length: 20 }, () => rowsOf(source)))).toHaveLength(20);
    // Four readers, a spare one, the writer.
    await expect.poll(() => workersOf(file).length, patience).toBeLessThanOrEqual(6);
    let known = '';
    const resting = () => {
      const before = known;
      known = JSON.stringify(workersOf(file));
      return known === before;
    };
    await expect.poll(resting, { timeout: 20_000, interval: 500 }).toBe(true);
    await source.close();
    expect(workersOf(file)).toEqual([]);
  });

  it('ends a snapshot, and the next one sees all', async () => {
    const source = await open({ connections: 1 });
    const slow = source.snapshot(within(300), async (session) => {
      await session.execute(sql('select a from t'));
      await session.execute(endless);
    });
    await expect(slow).rejects.toMatchObject({ kind: 'timeout', connectionLost: true });
    const rows = await source.snapshot(soon(), async (session) => (await session.execute(sql('select a from t'))).rows);
    expect(rows).toEqual([{ a: 'first' }]);
  });

  it('rolls a write back', async () => {
    const source = await open();
    const slow = source.transaction(within(500), async (session) => {
      await session.execute(insert('lost'));
      await session.execute(endless);
    });
    await expect(slow).rejects.toMatchObject({ kind: 'timeout', connectionLost: true });
    await source.transaction(soon(), (session) => session.execute(insert('kept')));
    expect(await rowsOf(source)).toEqual(['first', 'kept']);
  });
});

describe.runIf(hasProcesses)('a worker that is killed', () => {
  const kill = (mode: string) => {
    const own = workersOf(file).filter((worker) => worker.mode === mode);
    for (const { pid } of own) process.kill(pid, 'SIGKILL');
    return own.length;
  };

  it('is replaced when nobody waits for it', async () => {
    const source = await open();
    expect(await rowsOf(source)).toEqual(['first']);
    expect(kill('read') + kill('write')).toBeGreaterThan(1);
    // This process may not have been told yet.
    await expect.poll(() => rowsOf(source).catch(() => []), patience).toEqual(['first']);
    await source.transaction(soon(), (session) => session.execute(insert('second')));
    await source.probe(undefined, soon());
    expect(await rowsOf(source)).toEqual(['first', 'second']);
  });

  const isWorking = () => workersOf(file).some(({ mode, ticks }) => mode === 'read' && ticks > 30);

  it('amid a read has it run once more by another one', async () => {
    const source = await open();
    // Two seconds of work: more than the kill needs to come in between.
    const counting = sql(
      'with recursive c(i) as (select 1 union all select i + 1 from c limit 6000000) select count(*) as n from c',
    );
    // Twice its time, however busy the machine is.
    const slow = source.read(counting, { deadline: Date.now() + 60_000 });
    await expect.poll(isWorking, patience).toBe(true);
    kill('read');
    expect(await slow).toEqual([{ n: 6_000_000 }]);
    expect(await rowsOf(source)).toEqual(['first']);
  });

  it('amid a snapshot is a lost connection', async () => {
    const source = await open();
    const slow = source.snapshot(soon(), (session) => session.execute(endless));
    slow.catch(() => undefined);
    await expect.poll(isWorking, patience).toBe(true);
    kill('read');
    await expect(slow).rejects.toMatchObject({ kind: 'unreachable', connectionLost: true });
    expect(await rowsOf(source)).toEqual(['first']);
  });

  it('does not end at the signals that stop a service', async () => {
    const source = await open();
    expect(await rowsOf(source)).toEqual(['first']);
    await source.probe(undefined, soon());
    const before = workersOf(file).map(({ pid }) => pid);
    for (const pid of before) for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal);
    expect(await rowsOf(source)).toEqual(['first']);
    expect(workersOf(file).map(({ pid }) => pid)).toEqual(expect.arrayContaining(before));
  });
});

/** Runs `sqlite-child.ts`, as a user without rights where this one has them all. */
function startChild(values: readonly string[], plain = false): ChildProcess {
  const program = join(import.meta.dirname, 'sqlite-child.ts');
  return spawn(process.execPath, [program, file, ...values], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(plain ? plainUser : {}),
  });
}
async function outputOf(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child, 'close');
  return output;
}

describe.runIf(hasProcesses)('the end of the service', () => {
  it.for(['SIGKILL', 'SIGTERM'] as const)('by %s ends its workers, also amid a statement', async (signal) => {
    const child = startChild([endless.sql]);
    const ended = once(child, 'close');
    const working = () => workersOf(file).some(({ mode, ticks }) => mode === 'read' && ticks > 40);
    await expect.poll(working, patience).toBe(true);
    child.kill(signal);
    await ended;
    await expect.poll(() => workersOf(file), patience).toEqual([]);
  });
});

describe('another file under the same name', () => {
  it('is read and written from then on, and nothing of the old one gets into it', async () => {
    const events: SourceEvent[] = [];
    const source = await open({ report: (event) => events.push(event) });
    for (const name of ['b', 'c']) await source.transaction(soon(), (session) => session.execute(insert(name)));
    const backup = join(folder, 'backup.sqlite');
    make(backup, 'restored');
    renameSync(backup, file);
    expect(await Promise.all([rowsOf(source), rowsOf(source), rowsOf(source)])).toEqual(Array(3).fill(['restored']));
    expect(events.map(({ event }) => event)).toEqual(['database file replaced']);
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

  it('is found by a write as well, and the one before keeps what was written to it', async () => {
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
      events: ['database not writable'],
    });
  });

  it('in WAL mode, with a folder that cannot be written, tells what it needs', async () => {
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
