/** A statement whose caller has gone is cancelled, also if the server begins it only after the cancel request. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '../../../../engine/sources/sql/postgres/source.ts';
import { freshDatabase } from '../../../support/database.ts';
import { sql } from './bench.ts';

/** Length of the message that asks for a statement to be stopped (PostgreSQL manual, "Message Formats", CancelRequest). */
const cancelRequest = 16;

/**
 * A way to a server on which what is sent can be held back, as on its way through a network: it arrives even where the sender
 * has hung up. Wishes to stop go past it; they are counted.
 */
async function slowWay(address: string) {
  const { hostname, port } = new URL(address);
  const held: (() => void)[] = [];
  let isHolding = false;
  let wishes = 0;
  const listener = createServer((client) => {
    const server = connect(Number(port), hostname);
    for (const one of [client, server]) one.on('error', () => undefined);
    const later = (pass: () => void) => (isHolding ? held.push(pass) : pass());
    client.once('data', (bytes) => {
      if (bytes.length === cancelRequest) wishes += 1;
    });
    client.on('data', (bytes) =>
      bytes.length === cancelRequest ? server.end(bytes) : later(() => server.write(bytes)),
    );
    client.on('close', () => later(() => server.end()));
    server.on('data', (bytes) => client.write(bytes));
    server.on('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.once('listening', resolve));
  onTestFinished(() => void listener.close());
  const listenerAddress = listener.address();
  const url = new URL(address);
  url.host = `127.0.0.1:${typeof listenerAddress === 'object' && listenerAddress ? listenerAddress.port : 0}`;
  return {
    url: url.href,
    wishes: () => wishes,
    hold: () => {
      isHolding = true;
    },
    release: () => {
      isHolding = false;
      for (const pass of held.splice(0)) pass();
    },
  };
}

it('is stopped though the wish came before it', async () => {
  const database = await freshDatabase();
  const way = await slowWay(database.url);
  const watcher = new pg.Client({ connectionString: database.url });
  await watcher.connect();
  const running = async () => {
    const active =
      "select 1 from pg_stat_activity where query like '%as held' and state = 'active' and pid <> pg_backend_pid()";
    return (await watcher.query(active)).rows.length;
  };
  const rolledBack = async () => {
    const counted = 'select xact_rollback as n from pg_stat_database where datname = current_database()';
    return Number((await watcher.query(counted)).rows[0]?.n);
  };
  const source = openPostgres({ url: way.url, clock: 'UTC', timeoutMs: 60_000, connections: 1 });
  await source.read(sql('select 1'), { deadline: Date.now() + 60_000 });

  way.hold();
  const caller = new AbortController();
  const read = source.read(sql('select pg_sleep(600) as held'), {
    deadline: Date.now() + 60_000,
    signal: caller.signal,
  });
  const left = expect(read).rejects.toMatchObject({ kind: 'timeout', connectionLost: true });
  await turn(); // The read has its connection.
  caller.abort();
  await left;
  await expect.poll(way.wishes, { interval: 5 }).toBeGreaterThan(2);
  expect(await running()).toBe(0);
  const before = await rolledBack();
  way.release();
  // It may run for less time than a look at the server takes: that it ran is known by its transaction.
  await expect.poll(rolledBack).toBe(before + 1);
  expect(await running()).toBe(0);

  await source.close();
  await watcher.end();
  await database.drop();
});

it('is stopped on a server that is reached by a socket of this machine', async () => {
  const database = await freshDatabase();
  const { hostname, port, username, password, pathname } = new URL(database.url);
  const folder = mkdtempSync(join(tmpdir(), 'pg-'));
  const listener = createServer((client) => {
    const server = connect(Number(port), hostname);
    for (const one of [client, server]) one.on('error', () => undefined);
    client.pipe(server).pipe(client);
  }).listen(join(folder, '.s.PGSQL.5433'));
  onTestFinished(() => {
    listener.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const address = { host: folder, port: 5433, database: pathname.slice(1), user: username, password };
  const source = openPostgres({ ...address, clock: 'UTC', timeoutMs: 60_000, connections: 2 });
  const running = async () => {
    const active = "select 1 from pg_stat_activity where query like '%as slept' and state = 'active'";
    return (await source.read(sql(active), { deadline: Date.now() + 60_000 })).length;
  };
  const caller = new AbortController();
  const read = source.read(sql('select pg_sleep(600) as slept'), {
    deadline: Date.now() + 60_000,
    signal: caller.signal,
  });
  const left = expect(read).rejects.toMatchObject({ kind: 'timeout' });
  await expect.poll(running).toBe(1);
  caller.abort();
  await left;
  await expect.poll(running).toBe(0);
  await source.close();
  await database.drop();
});
