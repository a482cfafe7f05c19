/** The connections of a pool, as the server sees them. */
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ConnectionPool } from '../../../../engine/sources/sql/connections/pool.ts';
import { postgresClientConfig } from '../../../../engine/sources/sql/postgres/config.ts';
import type { PostgresConnection } from '../../../../engine/sources/sql/postgres/connection.ts';
import { createPostgresPool } from '../../../../engine/sources/sql/postgres/source.ts';
import { freshDatabase } from '../../../support/database.ts';
import { soon, sql } from './bench.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

function open(size: number, url = database.url): ConnectionPool<PostgresConnection> {
  return createPostgresPool(postgresClientConfig({ url, clock: 'UTC', timeoutMs: 60_000 }, 'read'), size);
}

/** The process that serves a connection. */
async function processOf(connection: PostgresConnection): Promise<number> {
  const [row] = await connection.read(sql('select pg_backend_pid() as pid'), soon());
  return Number(row?.pid);
}

/** A way to the database whose connections wait until it is opened. */
async function gate() {
  const { hostname, port } = new URL(database.url);
  const held: Socket[] = [];
  let way = 0;
  let opened = false;
  const pass = (socket: Socket): void => {
    const server = connect(Number(port), hostname);
    for (const one of [socket, server]) one.on('error', () => one.destroy());
    socket.pipe(server).pipe(socket);
  };
  const listener = createServer((socket) => {
    way += 1;
    if (opened) pass(socket);
    else held.push(socket);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.once('listening', resolve));
  onTestFinished(() => void listener.close());
  const address = listener.address();
  const url = new URL(database.url);
  url.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    url: url.href,
    count: () => way,
    open: () => {
      opened = true;
      for (const socket of held.splice(0)) pass(socket);
    },
  };
}

describe('a pool of connections', () => {
  it('lends the same one again', async () => {
    const pool = open(3);
    const first = await pool.use(soon(), processOf);
    expect(await pool.use(soon(), processOf)).toBe(first);
    await pool.close();
  });

  it('has no more than its size, and serves who waits', async () => {
    const pool = open(2);
    const processes = new Set<unknown>();
    const { promise: both, resolve } = Promise.withResolvers<void>();
    const use = async (connection: Parameters<typeof processOf>[0]): Promise<void> => {
      processes.add(await processOf(connection));
      // Callers keep their connection until the pool has opened its second one, however slowly it connects.
      if (processes.size === 2) resolve();
      await both;
    };
    await Promise.all(Array.from({ length: 20 }, () => pool.use(soon(), use)));
    expect(processes.size).toBe(2);
    await pool.close();
  });

  it('keeps none that was left inside a transaction, and none that was lost', async () => {
    const pool = open(1);
    const left = await pool.use(soon(), async (connection) => {
      await connection.command('begin', soon());
      return processOf(connection);
    });
    const next = await pool.use(soon(), processOf);
    expect(next).not.toBe(left);
    const lost = pool.use(soon(), (connection) =>
      connection.read(sql('select pg_terminate_backend(pg_backend_pid())'), soon()),
    );
    await expect(lost).rejects.toMatchObject({ kind: 'unreachable', connectionLost: true });
    expect(await pool.use(soon(), processOf)).not.toBe(next);
    await pool.close();
  });

  it('reuses a connection whose first caller did not wait for it', async () => {
    const way = await gate();
    const pool = open(1, way.url);
    await expect(pool.use({ deadline: Date.now() + 200 }, processOf)).rejects.toMatchObject({ kind: 'unreachable' });
    const second = pool.use(soon(), processOf);
    way.open();
    expect(await second).toBeGreaterThan(0);
    expect(way.count()).toBe(1);
    await pool.close();
  });

  it('waits for those who have one before it closes, and lends none afterwards', async () => {
    const pool = open(1);
    const working = pool.use(soon(), (connection) => connection.command('select pg_sleep(0.3)', soon()));
    let closed = false;
    const closing = pool.close().then(() => {
      closed = true;
    });
    await working;
    expect(closed).toBe(false);
    await expect(pool.use(soon(), processOf)).rejects.toMatchObject({ kind: 'unreachable' });
    await closing;
  });
});
