import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DatabaseAccess } from '../../../../engine/sources/source.ts';
import { openPostgres } from '../../../../engine/sources/sql/postgres/source.ts';
import { barrier } from '../../../support/barrier.ts';
import { freshDatabase } from '../../../support/database.ts';
import { soon, sql } from './bench.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let source: DatabaseAccess;
beforeAll(async () => {
  database = await freshDatabase();
  await database.run('create table t (a integer primary key)');
  source = openPostgres({ url: database.url, clock: 'America/New_York', timeoutMs: 60_000, connections: 2 });
});
afterAll(async () => {
  await source.close();
  await database.drop();
});

/** Ends connections to this database by their last statement; gives how many there were. */
async function kill(text: string): Promise<number> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like $1 and pid <> pg_backend_pid()`,
    [text],
  );
  await client.end();
  return rows.length;
}

describe('values', () => {
  const cases: readonly (readonly [string, unknown])[] = [
    ['12.30::numeric', 12.3],
    ['12345678901234567890.12::numeric', '12345678901234567890.12'],
    ["'NaN'::numeric", 'NaN'],
    ['9007199254740991::int8', 9007199254740991],
    ['9007199254740993::int8', '9007199254740993'],
    ['count(*)', 1],
    ['0.5::float8', 0.5],
    ['0.1::float4', 0.1],
    ['8600000000::float4', 8600000000],
    ["'-Infinity'::float4", '-Infinity'],
    ['true', true],
    ["date '2026-03-29'", '2026-03-29'],
    ["timestamp '2026-03-29 02:30:00.5'", '2026-03-29 02:30:00.5'],
    ["timestamptz '2026-01-01 00:00:00Z'", '2025-12-31 19:00:00-05'],
    ["time '23:59'", '23:59:00'],
    [`'{"a": 1}'::jsonb`, '{"a": 1}'],
    ["'\\x00ff'::bytea", Buffer.from([0, 255])],
    ["'a'::char(3)", 'a'],
    ["' ä b '::char(9)", ' ä b'],
    ["''::char(3)", ''],
    ["'a '::varchar(3)", 'a '],
    ['null::int', null],
  ];
  for (const [expression, expected] of cases) {
    it(expression, async () => {
      expect(await source.read(sql(`select ${expression} as v`), soon())).toEqual([{ v: expected }]);
    });
  }
});

describe('a statement in which a value has no type, or another one', () => {
  const statements = [
    'insert into t select -$1 * 100',
    'select * from t where a = $1 || $2',
    'insert into t (a) values (now())',
  ];
  it.each(statements)('%s says to write a cast', async (statement) => {
    await expect(source.describe(statement, soon())).rejects.toMatchObject({
      cure: expect.stringContaining('`:amount::numeric`'),
    });
  });
});

describe('deadlines', () => {
  it('end a slow read, on the server too', async () => {
    const slow = source.read(sql('select pg_sleep(600) as slept'), { deadline: Date.now() + 1_000 });
    await expect(slow).rejects.toMatchObject({ kind: 'timeout', connectionLost: true });
    const running =
      "select count(*) as n from pg_stat_activity where query like '%pg_sleep(600) as slept%' and state = 'active' and pid <> pg_backend_pid()";
    await expect.poll(async () => (await source.read(sql(running), soon()))[0]?.n).toBe(0);
  });
  it('end a read whose caller went away', async () => {
    const caller = new AbortController();
    const slow = source.read(sql('select pg_sleep(600)'), { ...soon(), signal: caller.signal });
    setTimeout(() => caller.abort(), 50);
    await expect(slow).rejects.toMatchObject({ kind: 'timeout' });
  });
  it("are the server's too", async () => {
    const shortTimeoutSource = openPostgres({ url: database.url, clock: 'UTC', timeoutMs: 500, connections: 1 });
    // On a busy machine a connection takes longer than the time-out.
    await expect
      .poll(() => shortTimeoutSource.read(sql('select 1 as one'), soon()).catch(() => []))
      .toEqual([{ one: 1 }]);
    await expect(shortTimeoutSource.read(sql('select pg_sleep(30)'), soon())).rejects.toMatchObject({
      kind: 'timeout',
    });
    await shortTimeoutSource.close();
  });
  it('hold for the wait for a connection', async () => {
    const leaving = new AbortController();
    const busy = [1, 2].map(() => source.read(sql('select pg_sleep(600)'), { ...soon(), signal: leaving.signal }));
    const waiting = source.read(sql('select 1'), { deadline: Date.now() + 100 });
    await expect(waiting).rejects.toMatchObject({ kind: 'timeout', connectionLost: false });
    leaving.abort();
    expect((await Promise.allSettled(busy)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
  it('hold for a host that does not answer', async () => {
    const mute = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => mute.once('listening', resolve));
    const address = mute.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const dead = openPostgres({ host: '127.0.0.1', port, database: 'x', user: 'x', clock: 'UTC', timeoutMs: 300 });
    await expect(dead.read(sql('select 1'), soon())).rejects.toMatchObject({ kind: 'unreachable' });
    await expect(dead.probe(undefined, { deadline: Date.now() + 100 })).rejects.toMatchObject({ kind: 'unreachable' });
    await dead.close();
    mute.close();
  });
});

describe('lost connections', () => {
  it('are replaced', async () => {
    // It lasts until it is killed, however busy the machine is.
    const longTimeoutSource = openPostgres({ url: database.url, clock: 'UTC', timeoutMs: 60_000 });
    const cut = longTimeoutSource.read(sql('select pg_sleep(60) as cut_read'), { deadline: Date.now() + 60_000 });
    const lost = expect(cut).rejects.toMatchObject({ kind: 'unreachable', connectionLost: true });
    await expect.poll(() => kill('%cut_read%')).toBe(1);
    await lost;
    expect(await longTimeoutSource.read(sql('select 1 as one'), soon())).toEqual([{ one: 1 }]);
    await longTimeoutSource.close();
  });
  it('undo a transaction', async () => {
    const cut = source.transaction(soon(), async (session) => {
      await session.execute(sql('insert into t values (1)'));
      await kill('%insert into t values (1)%');
      await session.execute(sql('insert into t values (2)'));
    });
    await expect(cut).rejects.toMatchObject({ connectionLost: true });
    expect(await source.read(sql('select a from t'), soon())).toEqual([]);
    await source.transaction(soon(), (session) => session.execute(sql('insert into t values (3)')));
    expect(await source.read(sql('select a from t'), soon())).toEqual([{ a: 3 }]);
  });
  it('of the probe are made again', async () => {
    await source.probe('select 1 as probing', soon());
    await kill('%as probing%');
    await source.probe('select 1 as probing', soon()).catch(() => undefined);
    await expect(source.probe('select 1 as probing', soon())).resolves.toBeUndefined();
  });
  it('at a closed port are unreachable', async () => {
    const dead = openPostgres({ url: 'postgres://a:secret@127.0.0.1:1/b', clock: 'UTC', timeoutMs: 1_000 });
    const error = await dead.read(sql('select 1'), soon()).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: 'unreachable' });
    expect(String(error)).not.toContain('secret');
    expect(dead.identity).toBe('postgres://127.0.0.1:1/b');
    await dead.close();
  });
});

/** A way to the server on which the last message of each answer, that it is ready, arrives 30 ms after the others. */
async function lateReady(url: string): Promise<{ readonly url: string; end(): void }> {
  const { hostname, port } = new URL(url);
  const readyLength = 6;
  const proxy = createServer((client) => {
    const server = connect({ host: hostname, port: Number(port) });
    let passed = Promise.resolve();
    const pass = async (chunk: Buffer) => {
      client.write(chunk.subarray(0, -readyLength));
      await sleep(30);
      client.write(chunk.subarray(-readyLength));
    };
    server.on('data', (chunk: Buffer) => {
      passed = passed.then(() => pass(chunk));
    });
    client.setNoDelay(true).on('data', (chunk: Buffer) => server.write(chunk));
    client.on('close', () => server.destroy()).on('error', () => server.destroy());
    server.on('close', () => client.destroy()).on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const listening = proxy.address();
  if (listening === null || typeof listening === 'string') throw new Error('The proxy does not listen.');
  const through = new URL(url);
  through.host = `127.0.0.1:${listening.port}`;
  return { url: through.href, end: () => void proxy.close() };
}

describe('transactions', () => {
  it('that wait for each other are a conflict for one of them', async () => {
    await source.transaction(soon(), (session) => session.execute(sql('insert into t values (10), (11)')));
    const bothHoldARow = barrier(2);
    const cross = (first: number, second: number) =>
      source.transaction(soon(), async (session) => {
        await session.execute(sql('update t set a = a where a = $1', first));
        await bothHoldARow();
        await session.execute(sql('update t set a = a where a = $1', second));
      });
    const ends = await Promise.allSettled([cross(10, 11), cross(11, 10)]);
    const failed = ends.filter((end) => end.status === 'rejected');
    expect(failed).toHaveLength(1);
    expect(failed[0]?.reason).toMatchObject({ kind: 'conflict', connectionLost: false });
  });
  it('send BEGIN and statements that were requested together in one round trip', async () => {
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    try {
      await source.transaction(soon(), (session) =>
        Promise.all([40, 41, 42].map((a) => session.execute(sql('insert into t values ($1)', a)))),
      );
      expect(sent).toHaveBeenCalledTimes(2);
      expect(sent.mock.lastCall).toEqual(['COMMIT']);
    } finally {
      sent.mockRestore();
    }
    expect(await source.read(sql('select count(*) as n from t where a between 40 and 42'), soon())).toEqual([{ n: 3 }]);
  });
  it('send the last statement and COMMIT in one round trip', async () => {
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    try {
      await source.transaction(soon(), async (session) => {
        await session.execute(sql('insert into t values ($1)', 43));
        session.executeLast({ statement: sql('update t set a = 44 where a = $1', 43), unchanged: 'The row is gone.' });
      });
      expect(sent).toHaveBeenCalledTimes(2);
    } finally {
      sent.mockRestore();
    }
    expect(await source.read(sql('select a from t where a in (43, 44)'), soon())).toEqual([{ a: 44 }]);
  });
  it('whose last statement violates a deferred constraint are rolled back', async () => {
    const deferred =
      'create table if not exists owed (id int primary key, owner int references owed deferrable initially deferred)';
    await source.transaction(soon(), (session) => session.execute(sql(deferred)));
    await source.transaction(soon(), (session) => session.execute(sql('insert into owed values (1, 1)')));
    const failing = source.transaction(soon(), async (session) => {
      await session.execute(sql('insert into owed values (2, 2)'));
      session.executeLast({ statement: sql('update owed set owner = 99 where id = 1'), unchanged: 'The row is gone.' });
    });
    await expect(failing).rejects.toMatchObject({ name: 'SourceError', kind: 'constraint', connectionLost: false });
    expect(await source.read(sql('select id, owner from owed'), soon())).toEqual([{ id: 1, owner: 1 }]);
  });
  it('whose first statement fails leave their connection outside of a transaction', async () => {
    const way = await lateReady(database.url);
    const one = openPostgres({ url: way.url, clock: 'UTC', timeoutMs: 60_000, connections: 1 });
    const pid = sql('select pg_backend_pid() as pid');
    try {
      const before = await one.transaction(soon(), (session) => session.execute(pid));
      const failing = one.transaction(soon(), (session) => session.execute(sql('insert into t values ($1)', 'x')));
      await expect(failing).rejects.toMatchObject({ kind: 'value' });
      const after = await one.transaction(soon(), (session) => session.execute(pid));
      expect(after.rows).toEqual(before.rows);
    } finally {
      await one.close();
      way.end();
    }
  });
  it('that a statement ended are never taken for committed', async () => {
    const ended = source.transaction(soon(), async (session) => {
      await session.execute(sql('insert into t values (20)'));
      await session.execute(sql('rollback'));
    });
    await expect(ended).rejects.toMatchObject({ name: 'SourceError' });
    expect(await source.read(sql('select a from t where a = 20'), soon())).toEqual([]);
  });
  it('name the values that do not fit', async () => {
    const kindOf = (text: string) =>
      source
        .transaction(soon(), (session) => session.execute(sql('insert into t values ($1)', text)))
        .catch((error) => error.kind);
    expect(await kindOf('99999999999')).toBe('value');
    expect(await kindOf('x')).toBe('value');
    expect(await kindOf('1\u0000')).toBe('value');
  });
});
