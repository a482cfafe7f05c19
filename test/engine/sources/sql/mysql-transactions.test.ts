/** Transactions of MySQL, and procedures that run in them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SqlValue } from '../../../../engine/sources/source.ts';
import { barrier } from '../../../support/barrier.ts';
import { hasMysql } from '../../../support/dialects.ts';
import { soon, sql } from './bench.ts';
import { type MysqlTable, mysqlTable } from './mysql-table.ts';

if (hasMysql) {
  describe('transactions of mysql', () => {
    let mysql: MysqlTable;
    beforeAll(async () => {
      mysql = await mysqlTable();
    });
    afterAll(() => mysql.end());
    const write = (text: string, ...values: readonly SqlValue[]) =>
      mysql.source.transaction(soon(), (session) => session.execute(sql(text, ...values)));

    it('that wait for each other are a conflict for one of them', async () => {
      await write('insert into t (a) values (10), (11)');
      const bothHoldARow = barrier(2);
      const cross = (first: number, second: number) =>
        mysql.source.transaction(soon(), async (session) => {
          await session.execute(sql("update t set b = 'x' where a = ?", first));
          await bothHoldARow();
          await session.execute(sql("update t set b = 'x' where a = ?", second));
        });
      const ends = await Promise.allSettled([cross(10, 11), cross(11, 10)]);
      const failed = ends.filter((end) => end.status === 'rejected');
      expect(failed).toHaveLength(1);
      expect(failed[0]?.reason).toMatchObject({ kind: 'conflict', connectionLost: false });
    });
    it('that a read leaves open do not affect the next read', async () => {
      const opened = mysql.open({ connections: 1 });
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
        const ended = mysql.source.transaction(soon(), async (session) => {
          await session.execute(sql('insert into t (a) values (20)'));
          await session.execute(sql(ending));
          await session.execute(sql('insert into t (a) values (21)'));
        });
        await expect(ended).rejects.toMatchObject({ name: 'SourceError' });
        expect(await mysql.source.read(sql('select a from t where a = 21'), soon())).toEqual([]);
        await write('delete from t where a = 20');
        await mysql.database.run('drop table if exists u');
      });
    }
    it('may make a missing table before they change anything', async () => {
      await mysql.source.transaction(soon(), async (session) => {
        await session.execute(sql('create table if not exists made (a integer)'));
        await session.execute(sql('insert into made values (1)'));
      });
      const failing = mysql.source.transaction(soon(), async (session) => {
        await session.execute(sql('create table if not exists made (a integer)'));
        await session.execute(sql('insert into made values (2)'));
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await mysql.source.read(sql('select a from made'), soon())).toEqual([{ a: 1 }]);
    });

    it('runs procedures, and gives the first of their results', async () => {
      await mysql.database.run('create procedure two() begin select 7 as seven, 1.50 as money; select 8 as eight; end');
      const called = await mysql.source.transaction(soon(), (session) => session.execute(sql('call two()')));
      expect(called.rows).toEqual([{ seven: 7, money: 1.5 }]);
    });
  });
}
