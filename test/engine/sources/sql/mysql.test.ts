import { connect, createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DatabaseAccess, SqlValue } from '../../../../engine/sources/source.ts';
import { openMysql } from '../../../../engine/sources/sql/mysql/source.ts';
import { barrier } from '../../../support/barrier.ts';
import { hasMysql } from '../../../support/dialects.ts';
import { freshMysqlDatabase, type MysqlDatabase } from '../../../support/mysql-database.ts';
import { connected, kill, running } from '../../../support/mysql-processes.ts';
import { soon, sql } from './bench.ts';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a server that cannot be had', () => {
  it('is given up where its host does not answer', async () => {
    const mute = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => mute.once('listening', resolve));
    const address = mute.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const dead = openMysql({ host: '127.0.0.1', port, database: 'x', user: 'x', clock: 'UTC', timeoutMs: 300 });
    await expect(dead.read(sql('select 1'), soon())).rejects.toMatchObject({ kind: 'unreachable' });
    const probe = dead.probe(undefined, { deadline: Date.now() + 100 });
    await expect(probe).rejects.toMatchObject({ kind: 'unreachable' });
    await dead.close();
    mute.close();
  });
  it('is unreachable at a closed port', async () => {
    const dead = openMysql({ url: 'mysql://a:secret@127.0.0.1:1/b', clock: 'UTC', timeoutMs: 1_000 });
    const error = await dead.read(sql('select 1'), soon()).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: 'unreachable', connectionLost: true });
    expect(String(error)).not.toContain('secret');
    await dead.close();
  });
});

/**
 * A way to the server that keeps its own connections open when the client hangs up: MariaDB ends a sleeping statement whose connection is cut
 * after five seconds, and here only the engine does.
 */
async function lingeringWay(address: string): Promise<{ readonly url: string; end(): void }> {
  const { hostname, port } = new URL(address);
  const upstream = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    upstream.add(server);
    for (const socket of [client, server]) socket.on('error', () => undefined);
    client.on('data', (bytes) => server.write(bytes));
    server.on('data', (bytes) => client.write(bytes));
    server.on('close', () => {
      upstream.delete(server);
      client.destroy();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => proxy.once('listening', resolve));
  const listening = proxy.address();
  const url = new URL(address);
  url.host = `127.0.0.1:${typeof listening === 'object' && listening ? listening.port : 0}`;
  return {
    url: url.href,
    end() {
      proxy.close();
      for (const server of upstream) server.destroy();
    },
  };
}

if (hasMysql) {
  describe('connections to mysql', () => {
    let database: MysqlDatabase;
    let source: DatabaseAccess;
    const open = (options: { readonly connections?: number; readonly timeoutMs?: number; readonly url?: string }) =>
      openMysql({ url: database.url, clock: 'Europe/Berlin', timeoutMs: 60_000, ...options });
    beforeAll(async () => {
      database = await freshMysqlDatabase();
      await database.run('create table t (a integer primary key, b varchar(5) not null default "")');
      source = open({ connections: 2 });
    });
    afterAll(async () => {
      await source.close();
      await database.drop();
    });
    const write = (text: string, ...values: readonly SqlValue[]) =>
      source.transaction(soon(), (session) => session.execute(sql(text, ...values)));

    describe('deadlines', () => {
      let way: Awaited<ReturnType<typeof lingeringWay>>;
      let source: DatabaseAccess;
      beforeAll(async () => {
        way = await lingeringWay(database.url);
        source = open({ url: way.url, connections: 2 });
        // With connections open, the deadlines below pass while a statement runs.
        await Promise.all([
          source.read(sql('select 1'), soon()),
          source.transaction(soon(), (one) => one.execute(sql('select 1'))),
        ]);
      });
      afterAll(async () => {
        await source.close();
        way.end();
      });

      it('end a slow read, on the server too', async () => {
        const slow = source.read(sql('select sleep(600) as slept'), { deadline: Date.now() + 1_000 });
        await expect(slow).rejects.toMatchObject({ kind: 'timeout', connectionLost: true });
        await expect.poll(() => running(database, '%sleep(600) as slept%')).toEqual([]);
        expect(await source.read(sql('select 1 as one'), soon())).toEqual([{ one: 1 }]);
      });
      it('end a slow write, and undo it', async () => {
        const slow = source.transaction({ deadline: Date.now() + 1_000 }, async (session) => {
          await session.execute(sql('insert into t (a) values (50)'));
          await session.execute(sql('select sleep(600) as wrote'));
        });
        await expect(slow).rejects.toMatchObject({ kind: 'timeout', connectionLost: true });
        await expect.poll(() => running(database, '%sleep(600) as wrote%')).toEqual([]);
        expect(await source.read(sql('select a from t where a = 50'), soon())).toEqual([]);
      });
      it('end a read whose caller went away', async () => {
        const caller = new AbortController();
        const slow = source.read(sql('select sleep(600) as left_alone'), { ...soon(), signal: caller.signal });
        setTimeout(() => caller.abort(), 100);
        await expect(slow).rejects.toMatchObject({ kind: 'timeout' });
        await expect.poll(() => running(database, '%left_alone%')).toEqual([]);
      });
      it('do not end a write whose caller went away', async () => {
        const call = { ...soon(), signal: AbortSignal.abort() };
        await source.transaction(call, (session) => session.execute(sql('insert into t (a) values (51)')));
        expect(await source.read(sql('select a from t where a = 51'), soon())).toEqual([{ a: 51 }]);
      });
      it("are the server's too", async () => {
        const opened = open({ timeoutMs: 500, connections: 1 });
        // On a busy machine a connection takes longer than the time-out.
        await expect.poll(() => opened.read(sql('select 1 as one'), soon()).catch(() => [])).toEqual([{ one: 1 }]);
        const slow = opened.read(
          sql('select count(*) from (select 1 as a union all select 2) as q where sleep(30 + a) = 0'),
          soon(),
        );
        await expect(slow).rejects.toMatchObject({ kind: 'timeout' });
        await opened.close();
      });
      it('hold for the wait for a connection', async () => {
        const leaving = new AbortController();
        const { signal } = leaving;
        const busy = [1, 2].map(() => source.read(sql('select sleep(600)'), { ...soon(), signal }));
        const waiting = source.read(sql('select 1'), { deadline: Date.now() + 100 });
        await expect(waiting).rejects.toMatchObject({ kind: 'timeout', connectionLost: false });
        leaving.abort();
        expect((await Promise.allSettled(busy)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      });
      it('leave no statement and a whole pool behind, when many are late at once', async () => {
        const opened = open({ url: way.url, connections: 10 });
        const late = Array.from({ length: 60 }, () =>
          opened.read(sql('select sleep(600) as flood'), { deadline: Date.now() + 1_000 }),
        );
        const ends = await Promise.allSettled(late);
        const kinds = ends.map((end) => (end.status === 'rejected' ? end.reason.kind : 'none'));
        // The last ones may get their turn too late to connect.
        expect(kinds.filter((kind) => kind !== 'timeout' && kind !== 'unreachable')).toEqual([]);
        await expect.poll(() => running(database, '%as flood%')).toEqual([]);
        const after = Array.from({ length: 30 }, () => opened.read(sql('select 1 as one'), soon()));
        expect(await Promise.all(after)).toEqual(after.map(() => [{ one: 1 }]));
        await opened.close();
      });
    });

    describe('lost connections', () => {
      it('are replaced', async () => {
        // It lasts until it is killed, however busy the machine is.
        const opened = open({ connections: 1, timeoutMs: 60_000 });
        const cut = opened.read(sql('select sleep(60) as cut_read'), { deadline: Date.now() + 60_000 });
        const lost = expect(cut).rejects.toMatchObject({ kind: 'unreachable', connectionLost: true });
        await expect.poll(() => running(database, '%as cut_read%')).toHaveLength(1);
        await kill(database, await running(database, '%as cut_read%'));
        await lost;
        expect(await opened.read(sql('select 1 as one'), soon())).toEqual([{ one: 1 }]);
        await opened.close();
      });
      it('are replaced if they broke while idle', async () => {
        const opened = open({ connections: 1 });
        await opened.read(sql('select 1'), soon());
        await opened.probe(undefined, soon());
        await kill(database, await connected(database));
        // The server has closed the connections. This process reads that in its next turns of the event loop.
        await expect.poll(() => connected(database)).toEqual([]);
        await turn();
        await turn();
        expect(await opened.read(sql('select 2 as two'), soon())).toEqual([{ two: 2 }]);
        await expect(opened.probe(undefined, soon())).resolves.toBeUndefined();
        await opened.close();
      });
      it('undo a transaction', async () => {
        const opened = open({});
        const cut = opened.transaction(soon(), async (session) => {
          await session.execute(sql('insert into t (a) values (60)'));
          await kill(database, await connected(database));
          await wait(100);
          await session.execute(sql('insert into t (a) values (61)'));
        });
        await expect(cut).rejects.toMatchObject({ connectionLost: true });
        expect(await opened.read(sql('select a from t where a >= 60'), soon())).toEqual([]);
        await opened.transaction(soon(), (session) => session.execute(sql('insert into t (a) values (62)')));
        expect(await opened.read(sql('select a from t where a >= 60'), soon())).toEqual([{ a: 62 }]);
        await opened.close();
      });
      it('are all given up at the end', async () => {
        const opened = open({});
        await Promise.all([
          opened.read(sql('select sleep(0.2)'), soon()),
          opened.probe(undefined, soon()),
          opened.close(),
        ]);
        await expect(opened.read(sql('select 1'), soon())).rejects.toMatchObject({ kind: 'unreachable' });
      });
    });

    describe('the login', () => {
      it('that is refused, or may not read, is denied', async () => {
        await database.run(
          `create user limited@'%' identified by 'right'; grant select on ${database.name}.t to limited@'%'`,
        );
        const as = (password: string) => {
          const address = new URL(database.url);
          address.username = 'limited';
          address.password = password;
          return openMysql({ url: address.href, clock: 'UTC', timeoutMs: 60_000 });
        };
        const wrong = as('wrong');
        await expect(wrong.read(sql('select 1'), soon())).rejects.toMatchObject({ kind: 'denied' });
        const right = as('right');
        await expect(right.read(sql('select count(*) from t'), soon())).resolves.toHaveLength(1);
        await expect(right.read(sql('select * from other'), soon())).rejects.toMatchObject({ kind: 'denied' });
        const writing = right.transaction(soon(), (session) => session.execute(sql('insert into t (a) values (1)')));
        await expect(writing).rejects.toMatchObject({ kind: 'denied', connectionLost: false });
        await right.close();
        await wrong.close();
        await database.run("drop user limited@'%'");
      });
    });

    describe('transactions', () => {
      it('that wait for each other are a conflict for one of them', async () => {
        await write('insert into t (a) values (10), (11)');
        const bothHoldARow = barrier(2);
        const cross = (first: number, second: number) =>
          source.transaction(soon(), async (session) => {
            await session.execute(sql("update t set b = 'x' where a = ?", first));
            await bothHoldARow();
            await session.execute(sql("update t set b = 'x' where a = ?", second));
          });
        const ends = await Promise.allSettled([cross(10, 11), cross(11, 10)]);
        const failed = ends.filter((end) => end.status === 'rejected');
        expect(failed).toHaveLength(1);
        expect(failed[0]?.reason).toMatchObject({ kind: 'conflict', connectionLost: false });
      });
      it('that a read leaves open are not lent to the next one', async () => {
        const opened = open({ connections: 1 });
        const count = async () => (await opened.read(sql('select count(*) as n from t where a > 1000'), soon()))[0]?.n;
        // Not every server takes this as a prepared statement.
        await opened.read(sql('start transaction with consistent snapshot, read only'), soon()).catch(() => undefined);
        await write('insert into t (a) values (1001)');
        expect(await count()).toBe(1);
        await write('delete from t where a > 1000');
        await opened.close();
      });
      it('count a row that they found as it should be', async () => {
        await write("insert into t values (12, 'same')");
        expect((await write("update t set b = 'same' where a = 12")).affected).toBe(1);
        expect((await write("update t set b = 'same' where a = 13")).affected).toBe(0);
      });
      for (const ending of ['rollback', 'commit', 'create table u (a integer)']) {
        it(`that ${ending} ended are never taken for committed`, async () => {
          const ended = source.transaction(soon(), async (session) => {
            await session.execute(sql('insert into t (a) values (20)'));
            await session.execute(sql(ending));
            await session.execute(sql('insert into t (a) values (21)'));
          });
          await expect(ended).rejects.toMatchObject({ name: 'SourceError' });
          expect(await source.read(sql('select a from t where a = 21'), soon())).toEqual([]);
          await write('delete from t where a = 20');
          await database.run('drop table if exists u');
        });
      }
      it('may make a missing table before they change anything', async () => {
        await source.transaction(soon(), async (session) => {
          await session.execute(sql('create table if not exists made (a integer)'));
          await session.execute(sql('insert into made values (1)'));
        });
        const failing = source.transaction(soon(), async (session) => {
          await session.execute(sql('create table if not exists made (a integer)'));
          await session.execute(sql('insert into made values (2)'));
          throw new Error('no');
        });
        await expect(failing).rejects.toThrow('no');
        expect(await source.read(sql('select a from made'), soon())).toEqual([{ a: 1 }]);
      });
    });

    it('runs procedures, and gives the first of their results', async () => {
      await database.run('create procedure two() begin select 7 as seven, 1.50 as money; select 8 as eight; end');
      const called = await source.transaction(soon(), (session) => session.execute(sql('call two()')));
      expect(called.rows).toEqual([{ seven: 7, money: 1.5 }]);
    });
  });
}
