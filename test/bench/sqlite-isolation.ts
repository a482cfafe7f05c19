/**
 * `node test/bench/sqlite-isolation.ts`: what separate processes for SQLite are worth. Prints how long the event loop and other reads wait while a
 * statement takes seconds, once with the driver in this process and once with the engine's source; then what becomes of a statement that does
 * not end by its deadline, and of reads whose process is killed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { openSqlite } from '../../engine/sources/sql/sqlite/source.ts';
import { workersOf } from '../support/sqlite-workers.ts';
import { buildSqlite } from './fixture-small.ts';

const counting = (rows: number): string =>
  `with recursive c(i) as (select 1 union all select i + 1 from c limit ${rows}) select count(*) as n from c`;
const slow = counting(10_000_000);
const endless = counting(-1);
const price = { sql: 'select list_price from product where product_id = ?', values: [7] };

const soon = () => ({ deadline: Date.now() + 60_000 });
const print = (text: string): boolean => process.stdout.write(`${text}\n`);

/** Runs `work`, and prints its time, the longest pause of the event loop, and the longest `other` in the same time, in milliseconds. */
async function watched(name: string, work: () => Promise<unknown>, other: () => Promise<unknown>): Promise<void> {
  let isOver = false;
  let pause = 0;
  let longest = 0;
  const ticking = (async () => {
    while (!isOver) {
      const begin = performance.now();
      await sleep(1);
      pause = Math.max(pause, performance.now() - begin);
    }
  })();
  const reading = (async () => {
    while (!isOver) {
      const begin = performance.now();
      await other();
      longest = Math.max(longest, performance.now() - begin);
      await sleep(1);
    }
  })();
  await sleep(100);
  const begin = performance.now();
  await work();
  const took = performance.now() - begin;
  await sleep(10);
  isOver = true;
  await Promise.all([ticking, reading]);
  print(
    `${name}: statement ${took.toFixed(0)}, pause of the event loop ${pause.toFixed(0)}, other read ${longest.toFixed(0)}`,
  );
}

const folder = mkdtempSync(join(tmpdir(), 'engine-bench-'));
const file = join(folder, 'erp.sqlite');
buildSqlite(file);
const database = new Database(file, { readonly: true });
const source = await openSqlite({ file });
try {
  const inProcess = database.prepare(slow);
  const priceInProcess = database.prepare(price.sql);
  for (let round = 0; round < 3; round += 1) {
    await watched(
      'In this process',
      async () => inProcess.all(),
      async () => priceInProcess.all(7),
    );
    await watched(
      'In workers',
      () => source.read({ sql: slow, values: [] }, soon()),
      () => source.read(price, soon()),
    );
  }
  const begin = performance.now();
  await source.read({ sql: endless, values: [] }, { deadline: Date.now() + 2_000 }).catch(() => undefined);
  const refused = performance.now();
  await source.read(price, soon());
  print(
    `Without an end, deadline of 2000: ended after ${(refused - begin).toFixed(0)}, next read after another ${(performance.now() - refused).toFixed(0)}`,
  );
  const reads = Array.from({ length: 1_000 }, () => source.read(price, soon()));
  for (const { pid } of workersOf(file)) process.kill(pid, 'SIGKILL');
  const answered = (await Promise.allSettled(reads)).filter(({ status }) => status === 'fulfilled').length;
  print(`All workers killed during 1000 reads: ${answered} answered`);
} finally {
  database.close();
  await source.close();
  rmSync(folder, { recursive: true, force: true });
}
