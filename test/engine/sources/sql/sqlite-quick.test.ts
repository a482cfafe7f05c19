/** Short statements on SQLite are sent to a worker together. Nobody gets the answer or the error of another statement. */
import { describe, expect, it } from 'vitest';
import { watchOrders, workersOf } from '../../../support/sqlite-workers.ts';
import { soon, sql } from './bench.ts';
import { file, fileForEach, hasProcesses, open, patience } from './sqlite-file.ts';

fileForEach();

/** Has the source learn that the statement is short, however busy the machine is. */
async function learn(source: Awaited<ReturnType<typeof open>>, text: string, value: number | string): Promise<void> {
  for (let run = 0; run < 50; run += 1) await source.read(sql(text, value), soon());
}

const values = [0, -7, 12.25, '9007199254740993', 2n ** 60n, 'Müller 東京 😀', '\u0000"\\', null, true, Number.NaN];
/** As SQLite has them: a text stays one, and a whole number beyond a double is text. */
const cells = [0, -7, 12.25, '9007199254740993', '1152921504606846976', 'Müller 東京 😀', '\u0000"\\', null, 1, null];

describe('short statements', () => {
  it('each get their own rows, with all types of values', async () => {
    const source = await open();
    const text = "select ? as value, x'00ff' as bytes, 1e400 as much, a from t";
    await learn(source, text, 1);
    const reads = Array.from({ length: 200 }, (_, n) =>
      source.read(sql(text, values[n % values.length] ?? null), soon()),
    );
    const rows = (await Promise.all(reads)).map(([row]) => row);
    const bytes = Buffer.from('00ff', 'hex');
    expect(rows).toEqual(rows.map((_, n) => ({ value: cells[n % cells.length], bytes, much: 'Infinity', a: 'first' })));
  });

  it('each get their own error', async () => {
    const source = await open();
    const text = 'select abs(?) as size';
    await learn(source, text, -1);
    const least = -(2n ** 63n);
    const reads = Array.from({ length: 60 }, (_, n) => source.read(sql(text, n % 3 === 0 ? least : -n), soon()));
    const outcomes = await Promise.allSettled(reads);
    for (const [n, outcome] of outcomes.entries()) {
      if (n % 3 !== 0) expect(outcome).toEqual({ status: 'fulfilled', value: [{ size: n }] });
      else
        expect(outcome).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('overflow') } });
    }
  });

  it('are not held up by one of them that does not end', async () => {
    const source = await open();
    const text = 'with recursive c(i) as (select 1 union all select i + 1 from c limit ?) select count(*) as n from c';
    await learn(source, text, 3);
    const leaving = new AbortController();
    const slow = source.read(sql(text, -1), { ...soon(), signal: leaving.signal });
    slow.catch(() => undefined);
    const others = Array.from({ length: 20 }, (_, n) => source.read(sql(text, n + 1), soon()));
    expect(await Promise.all(others)).toEqual(Array.from({ length: 20 }, (_, n) => [{ n: n + 1 }]));
    leaving.abort();
    await expect(slow).rejects.toMatchObject({ kind: 'timeout' });
  });
});

describe.runIf(hasProcesses)('workers', () => {
  it('that are killed with several statements have them run again', async () => {
    const source = await open();
    const text = 'select a, ? as n from t';
    await learn(source, text, 0);
    let kills = 0;
    const stop = watchOrders(({ worker, sql: sent, when }) => {
      if (sent !== text || when !== 'sent' || kills > 0) return;
      kills += 1;
      worker.kill('SIGKILL');
    });
    // Only workers that start from now on are watched.
    for (const { pid } of workersOf(file)) process.kill(pid, 'SIGKILL');
    await expect.poll(() => source.read(sql(text, 0), soon()).catch(() => []), patience).toHaveLength(1);
    const rows = await Promise.all(Array.from({ length: 40 }, (_, n) => source.read(sql(text, n), soon())));
    stop();
    expect(rows.map(([row]) => row?.n)).toEqual(Array.from({ length: 40 }, (_, n) => n));
    expect(kills).toBe(1);
  });

  it('are started while a statement takes long, also where nobody waits', async () => {
    const source = await open();
    const endless = sql('with recursive c(i) as (select 1 union all select i + 1 from c) select count(*) as n from c');
    const leaving = new AbortController();
    const slow = source.read(endless, { deadline: Date.now() + 100_000, signal: leaving.signal });
    slow.catch(() => undefined);
    await expect.poll(() => workersOf(file).length, patience).toBeGreaterThan(1);
    leaving.abort();
    await expect(slow).rejects.toMatchObject({ kind: 'timeout' });
  });
});
