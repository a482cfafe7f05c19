/** Connections to MySQL: servers that do not answer, deadlines, lost connections and logins. */
import { createServer } from 'node:net';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DatabaseAccess } from '../../../../engine/sources/source.ts';
import { openMysql } from '../../../../engine/sources/sql/mysql/source.ts';
import { hasMysql } from '../../../support/dialects.ts';
import { connected, kill, running } from '../../../support/mysql-processes.ts';
import { soon, sql } from './bench.ts';
import { lingeringWay } from './lingering-way.ts';
import { type MysqlTable, mysqlTable } from './mysql-table.ts';

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

if (hasMysql) {
  describe('connections to mysql', () => {
    let mysql: MysqlTable;
    beforeAll(async () => {
      mysql = await mysqlTable();
    });
    afterAll(() => mysql.end());

    describe('deadlines', () => {
      let way: Awaited<ReturnType<typeof lingeringWay>>;
      let source: DatabaseAccess;
      beforeAll(async () => {
        way = await lingeringWay(mysql.database.url);
        source = mysql.open({ url: way.url, connections: 2 });
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
        await expect.poll(() => running(mysql.database, '%sleep(600) as slept%')).toEqual([]);
        expect(await source.read(sql('select 1 as one'), soon())).toEqual([{ one: 1 }]);
      });
      it('end a slow write, and undo it', async () => {
        const slow = source.transaction({ deadline: Date.now() + 1_000 }, async (session) => {
          await session.execute(sql('insert into t (a) values (50)'));
          await session.execute(sql('select sleep(600) as wrote'));
        });
        await expect(slow).rejects.toMatchObject({ kind: 'timeout', connectionLost: true });
        await expect.poll(() => running(mysql.database, '%sleep(600) as wrote%')).toEqual([]);
        expect(await source.read(sql('select a from t where a = 50'), soon())).toEqual([]);
      });
      it('end a read whose caller went away', async () => {
        const caller = new AbortController();
        const slow = source.read(sql('select sleep(600) as left_alone'), { ...soon(), signal: caller.signal });
        setTimeout(() => caller.abort(), 100);
        await expect(slow).rejects.toMatchObject({ kind: 'timeout' });
        await expect.poll(() => running(mysql.database, '%left_alone%')).toEqual([]);
      });
      it('do not end a write whose caller went away', async () => {
        const call = { ...soon(), signal: AbortSignal.abort() };
        await source.transaction(call, (session) => session.execute(sql('insert into t (a) values (51)')));
        expect(await source.read(sql('select a from t where a = 51'), soon())).toEqual([{ a: 51 }]);
      });
      it("are the server's too", async () => {
        const opened = mysql.open({ timeoutMs: 500, connections: 1 });
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
        const opened = mysql.open({ url: way.url, connections: 10 });
        const late = Array.from({ length: 60 }, () =>
          opened.read(sql('select sleep(600) as flood'), { deadline: Date.now() + 1_000 }),
        );
        const ends = await Promise.allSettled(late);
        const kinds = ends.map((end) => (end.status === 'rejected' ? end.reason.kind : 'none'));
        // The last ones may get their turn too late to connect.
        expect(kinds.filter((kind) => kind !== 'timeout' && kind !== 'unreachable')).toEqual([]);
        await expect.poll(() => running(mysql.database, '%as flood%')).toEqual([]);
        const after = Array.from({ length: 30 }, () => opened.read(sql('select 1 as one'), soon()));
        expect(await Promise.all(after)).toEqual(after.map(() => [{ one: 1 }]));
        await opened.close();
      });
    });

    describe('lost connections', () => {
      it('are replaced', async () => {
        // It lasts until it is killed, however busy the machine is.
        const opened = mysql.open({ connections: 1, timeoutMs: 60_000 });
        const cut = opened.read(sql('select sleep(60) as cut_read'), { deadline: Date.now() + 60_000 });
        const lost = expect(cut).rejects.toMatchObject({ kind: 'unreachable', connectionLost: true });
        await expect.poll(() => running(mysql.database, '%as cut_read%')).toHaveLength(1);
        await kill(mysql.database, await running(mysql.database, '%as cut_read%'));
        await lost;
        expect(await opened.read(sql('select 1 as one'), soon())).toEqual([{ one: 1 }]);
        await opened.close();
      });
      it('are replaced if they broke while idle', async () => {
        const opened = mysql.open({ connections: 1 });
        await opened.read(sql('select 1'), soon());
        await opened.probe(undefined, soon());
        await kill(mysql.database, await connected(mysql.database));
        // The server has closed the connections. This process reads that in its next turns of the event loop.
        await expect.poll(() => connected(mysql.database)).toEqual([]);
        await turn();
        await turn();
        expect(await opened.read(sql('select 2 as two'), soon())).toEqual([{ two: 2 }]);
        await expect(opened.probe(undefined, soon())).resolves.toBeUndefined();
        await opened.close();
      });
      it('undo a transaction', async () => {
        const opened = mysql.open({});
        const cut = opened.transaction(soon(), async (session) => {
          await session.execute(sql('insert into t (a) values (60)'));
          await kill(mysql.database, await connected(mysql.database));
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
        const opened = mysql.open({});
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
        await mysql.database.run(
          `create user limited@'%' identified by 'right'; grant select on ${mysql.database.name}.t to limited@'%'`,
        );
        const as = (password: string) => {
          const address = new URL(mysql.database.url);
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
        await mysql.database.run("drop user limited@'%'");
      });
    });
  });
}
