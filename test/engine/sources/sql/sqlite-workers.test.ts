/** SQLite runs in separate processes: slow ones are killed, ended ones are replaced, and none remains at the end. */
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { workersOf } from '../../../support/sqlite-workers.ts';
import { soon, sql } from './bench.ts';
import { file, fileForEach, hasProcesses, insert, open, patience, rowsOf, startChild } from './sqlite-file.ts';

fileForEach();

const endless = sql('with recursive c(i) as (select 1 union all select i + 1 from c) select count(*) as n from c');

const within = (ms: number) => ({ deadline: Date.now() + ms });

describe.runIf(hasProcesses)('a statement that does not end', () => {
  it('is ended at the deadline', async () => {
    const source = await open();
    // The worker runs before the deadline begins, so that the deadline passes inside the statement.
    expect(await rowsOf(source)).toEqual(['first']);
    const slow = source.read(endless, within(1_000));
    await expect(slow).rejects.toMatchObject({ name: 'SourceError', kind: 'timeout', connectionLost: true });
    expect(await rowsOf(source)).toEqual(['first']);
  });

  it('does not hold up others', async () => {
    const source = await open();
    const leaving = new AbortController();
    const slow = source.read(endless, { ...soon(), signal: leaving.signal });
    slow.catch(() => undefined);
    for (let number = 0; number < 10; number += 1) expect(await rowsOf(source)).toEqual(['first']);
    await source.transaction(soon(), (session) => session.execute(insert('second')));
    await source.probe(undefined, soon());
    leaving.abort();
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
    expect(before.length).toBeGreaterThan(0);
  });

  it('two hundred times at once leaves no process that works, and the pool is whole', async () => {
    const source = await open({ connections: 4 });
    const many = Array.from({ length: 200 }, () => source.read(endless, within(300)));
    const kinds = (await Promise.allSettled(many)).map((one) => (one.status === 'rejected' ? one.reason.kind : 'none'));
    expect(new Set(kinds)).toEqual(new Set(['timeout']));
    expect(await Promise.all(Array.from({ length: 20 }, () => rowsOf(source)))).toHaveLength(20);
    // Four readers, a spare one, the writer.
    await expect.poll(() => workersOf(file).length, patience).toBeLessThanOrEqual(6);
    let lastWorkers = '';
    const resting = () => {
      const before = lastWorkers;
      lastWorkers = JSON.stringify(workersOf(file));
      return lastWorkers === before;
    };
    await expect.poll(resting, { timeout: 60_000, interval: 500 }).toBe(true);
    await source.close();
    expect(workersOf(file)).toEqual([]);
  });

  it('ends a snapshot, and the next one sees all', async () => {
    const source = await open({ connections: 1 });
    // As above.
    expect(await rowsOf(source)).toEqual(['first']);
    const slow = source.snapshot(within(1_000), async (session) => {
      await session.execute(sql('select a from t'));
      await session.execute(endless);
    });
    await expect(slow).rejects.toMatchObject({ kind: 'timeout', connectionLost: true });
    const rows = await source.snapshot(soon(), async (session) => (await session.execute(sql('select a from t'))).rows);
    expect(rows).toEqual([{ a: 'first' }]);
  });

  it('rolls a write back', async () => {
    const source = await open();
    await source.transaction(soon(), (session) => session.execute(sql('select a from t')));
    const slow = source.transaction(within(1_000), async (session) => {
      await session.execute(insert('lost'));
      await session.execute(endless);
    });
    await expect(slow).rejects.toMatchObject({ kind: 'timeout', connectionLost: true });
    await source.transaction(soon(), (session) => session.execute(insert('kept')));
    expect(await rowsOf(source)).toEqual(['first', 'kept']);
  });
});

describe.runIf(hasProcesses)('a worker that is killed', () => {
  const killAll = () => {
    const workers = workersOf(file);
    for (const { pid } of workers) process.kill(pid, 'SIGKILL');
    return workers.length;
  };

  it('is replaced when no caller waits for it', async () => {
    const source = await open();
    expect(await rowsOf(source)).toEqual(['first']);
    expect(killAll()).toBeGreaterThan(0);
    // This process may not have been told yet.
    await expect.poll(() => rowsOf(source).catch(() => []), patience).toEqual(['first']);
    await source.transaction(soon(), (session) => session.execute(insert('second')));
    await source.probe(undefined, soon());
    expect(await rowsOf(source)).toEqual(['first', 'second']);
  });

  /** Kills the reader that works, if one does already: another one that dies with it would be a second loss for who comes to it next. */
  const killWorking = (): boolean => {
    const worker = workersOf(file).find(({ ticks }) => ticks > 30);
    return worker !== undefined && process.kill(worker.pid, 'SIGKILL');
  };

  it('amid a read has it run once more by another one', async () => {
    const source = await open();
    // Two seconds of work: more than the kill needs to come in between.
    const counting = sql(
      'with recursive c(i) as (select 1 union all select i + 1 from c limit 6000000) select count(*) as n from c',
    );
    // Twice its time, however busy the machine is.
    const slow = source.read(counting, { deadline: Date.now() + 110_000 });
    await expect.poll(killWorking, patience).toBe(true);
    expect(await slow).toEqual([{ n: 6_000_000 }]);
    expect(await rowsOf(source)).toEqual(['first']);
  });

  it('amid a snapshot is a lost connection', async () => {
    const source = await open();
    const slow = source.snapshot(within(110_000), (session) => session.execute(endless));
    slow.catch(() => undefined);
    await expect.poll(killWorking, patience).toBe(true);
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
    // One that had not started completely may have ended.
    expect(workersOf(file).filter(({ pid }) => before.includes(pid))).not.toEqual([]);
  });
});

describe.runIf(hasProcesses)('the end of the service', () => {
  it.for(['SIGKILL', 'SIGTERM'] as const)('by %s ends its workers, also amid a statement', async (signal) => {
    const child = startChild([endless.sql]);
    const ended = once(child, 'close');
    const working = () => workersOf(file).some(({ ticks }) => ticks > 40);
    await expect.poll(working, patience).toBe(true);
    child.kill(signal);
    await ended;
    await expect.poll(() => workersOf(file), patience).toEqual([]);
  });
});
