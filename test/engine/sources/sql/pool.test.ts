/** The pool of all kinds, on connections that are plain objects. */
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../../../../engine/sources/source.ts';
import { createConnectionPool } from '../../../../engine/sources/sql/connections/pool.ts';
import { soon } from './bench.ts';

interface Fake {
  readonly id: number;
  isReusable: boolean;
}

/** A pool whose connections count from 1. `connect` makes each of them wait or fail. */
function open(size: number, connect: (id: number) => Promise<void> = () => Promise.resolve()) {
  const made: Fake[] = [];
  const destroyed: number[] = [];
  let count = 0;
  const lifecycle = {
    async connect() {
      const id = ++count;
      await connect(id);
      const connection = { id, isReusable: true };
      made.push(connection);
      return connection;
    },
    isReusable: (connection: Fake) => connection.isReusable,
    destroy: async ({ id }: Fake) => void destroyed.push(id),
  };
  const pool = createConnectionPool({ server: 'Fake', size, ...lifecycle });
  return { pool, made, destroyed, count: () => count };
}

const idOf = async ({ id }: Fake) => id;
const within = (ms: number) => ({ deadline: Date.now() + ms });
/** Work that ends when `end` is called. */
function held() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end };
}
const refused = () => new SourceError('denied', 'refused');

describe('a pool', () => {
  it('serves callers in the order of their requests', async () => {
    const { pool } = open(1);
    const order: number[] = [];
    const one = async (number: number) => {
      await turn();
      order.push(number);
    };
    await Promise.all([1, 2, 3, 4, 5].map((number) => pool.use(soon(), () => one(number))));
    expect(order).toEqual([1, 2, 3, 4, 5]);
  });

  it('takes the connection that was given back last', async () => {
    const { pool } = open(3);
    const [first, second] = [held(), held()];
    const using = async ({ id }: Fake, work: () => Promise<void>) => {
      await work();
      return id;
    };
    const uses = [first, second].map(({ work }) => pool.use(soon(), (connection) => using(connection, work)));
    await turn();
    first.end();
    await uses[0];
    second.end();
    const last = await uses[1];
    expect(await pool.use(soon(), idOf)).toBe(last);
  });

  it('rejects each caller at its own deadline, and serves the others', async () => {
    const { pool, count } = open(1);
    const busy = held();
    const using = pool.use(soon(), busy.work);
    const early = pool.use(within(100), idOf);
    const later = pool.use(soon(), idOf);
    await expect(early).rejects.toMatchObject({ kind: 'timeout', connectionLost: false });
    busy.end();
    await using;
    expect(await later).toBe(1);
    expect(count()).toBe(1);
  });

  it('is unreachable for those whose connection is not made in time, and a time-out for those behind them', async () => {
    const { pool } = open(1, () => new Promise(() => undefined));
    // With the same deadline the second would be the first of those that wait, for a moment.
    const [connecting, behind] = await Promise.allSettled([pool.use(within(300), idOf), pool.use(within(100), idOf)]);
    expect(connecting).toMatchObject({ reason: { kind: 'unreachable', connectionLost: false } });
    expect(behind).toMatchObject({ reason: { kind: 'timeout' } });
  });

  it('gives a connection that was made too late to the next caller', async () => {
    const slow = held();
    const { pool, count } = open(1, slow.work);
    await expect(pool.use(within(100), idOf)).rejects.toMatchObject({ kind: 'unreachable' });
    slow.end();
    expect(await pool.use(soon(), idOf)).toBe(1);
    expect(count()).toBe(1);
  });

  it('fails one caller for each connection that cannot be made, and tries again for the others', async () => {
    const { pool } = open(2, (id) => (id <= 3 ? Promise.reject(refused()) : Promise.resolve()));
    const uses = await Promise.allSettled([1, 2, 3, 4, 5].map(() => pool.use(soon(), idOf)));
    expect(uses.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled', 'fulfilled']);
    expect(uses[0]).toMatchObject({ reason: { kind: 'denied', message: 'refused' } });
  });

  it('stops connecting when no caller waits', async () => {
    const { pool, count } = open(2, () => Promise.reject(refused()));
    await expect(pool.use(soon(), idOf)).rejects.toThrow('refused');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(count()).toBe(1);
  });

  it('destroys a connection that was lost, or cannot be reused, and never gives it to another caller', async () => {
    const { pool, destroyed } = open(1);
    const lost = pool.use(soon(), () => Promise.reject(new SourceError('timeout', 'late', { connectionLost: true })));
    const next = pool.use(soon(), async (connection) => {
      connection.isReusable = false;
      return connection.id;
    });
    await expect(lost).rejects.toThrow('late');
    expect(await next).toBe(2);
    expect(await pool.use(soon(), idOf)).toBe(3);
    expect(destroyed).toEqual([1, 2]);
  });

  it('ends a lost connection at once, and not when the next caller comes', async () => {
    const { pool, destroyed } = open(1);
    const lost = pool.use(soon(), () => Promise.reject(new SourceError('timeout', 'late', { connectionLost: true })));
    await expect(lost).rejects.toThrow('late');
    expect(destroyed).toEqual([1]);
    await pool.close();
    expect(destroyed).toEqual([1]);
  });

  it('keeps a connection if the work failed for a reason unrelated to it', async () => {
    const { pool, destroyed } = open(1);
    await expect(pool.use(soon(), () => Promise.reject(new Error('own')))).rejects.toThrow('own');
    expect(await pool.use(soon(), idOf)).toBe(1);
    expect(destroyed).toEqual([]);
  });

  it('replaces idle connections that broke', async () => {
    const { pool, made, destroyed } = open(2);
    await Promise.all([pool.use(soon(), turn), pool.use(soon(), turn)]);
    for (const connection of made) connection.isReusable = false;
    expect(await pool.use(soon(), idOf)).toBe(3);
    await turn();
    expect(destroyed.toSorted()).toEqual([1, 2]);
  });

  it('closes when the earlier callers are done, and refuses later callers', async () => {
    const { pool, destroyed } = open(1);
    const busy = held();
    const using = pool.use(soon(), busy.work);
    const waiting = pool.use(soon(), idOf);
    let isClosed = false;
    const closing = pool.close().then(() => {
      isClosed = true;
    });
    await expect(pool.use(soon(), idOf)).rejects.toMatchObject({ kind: 'unreachable' });
    await turn();
    expect(isClosed).toBe(false);
    busy.end();
    await using;
    expect(await waiting).toBe(1);
    await closing;
    expect(destroyed).toEqual([1]);
  });

  it('when it closes, does not wait for a connection that no caller needs, and destroys it once it is open', async () => {
    const slow = held();
    const { pool, destroyed } = open(1, slow.work);
    await expect(pool.use(within(100), idOf)).rejects.toMatchObject({ kind: 'unreachable' });
    await pool.close();
    slow.end();
    await expect.poll(() => destroyed).toEqual([1]);
  });

  it('leaves no timer behind that keeps the process running', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const { pool } = open(2);
    const before = timers();
    await Promise.all([1, 2, 3].map(() => pool.use(soon(), turn)));
    expect(timers()).toBeLessThanOrEqual(before);
    await pool.close();
  });
});
