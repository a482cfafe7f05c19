import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DatabaseAccess, SourceError, type SqlValue } from '../../../../engine/sources/source.ts';
import { openMysql } from '../../../../engine/sources/sql/mysql/source.ts';
import { offsetText, sessionOffset, toZone } from '../../../../engine/sources/sql/mysql/time-zone.ts';
import { compileStatement } from '../../../../engine/sources/sql/text/statement.ts';
import { parseTemplate } from '../../../../engine/sources/sql/text/template.ts';
import { hasMysql } from '../../../support/dialects.ts';
import { dialects } from '../../../support/kinds.ts';
import { freshMysqlDatabase, type MysqlDatabase } from '../../../support/mysql-database.ts';
import { soon, sql } from './bench.ts';

describe('the clock of a server that knows no zones', () => {
  const winter = Date.parse('2026-01-15T12:00:00Z');
  const summer = Date.parse('2026-07-15T12:00:00Z');
  it('is the current one for writes, and the earliest one for reads', () => {
    expect(sessionOffset(winter, 'Europe/Berlin', 'write')).toBe(60);
    expect(sessionOffset(summer, 'Europe/Berlin', 'write')).toBe(120);
    expect(sessionOffset(winter, 'Europe/Berlin', 'read')).toBe(120);
    expect(sessionOffset(summer, 'America/St_Johns', 'write')).toBe(-150);
    expect(sessionOffset(winter, 'America/St_Johns', 'read')).toBe(-150);
    expect(sessionOffset(winter, 'Asia/Kolkata', 'read')).toBe(330);
  });
  it('is written with its sign', () => {
    expect([0, 60, 330, -150, -720].map(offsetText)).toEqual(['+00:00', '+01:00', '+05:30', '-02:30', '-12:00']);
  });
  it('is turned into that of the ERP', () => {
    expect(toZone('2026-01-15 13:59:59.250', 120, 'Europe/Berlin')).toBe('2026-01-15 12:59:59.250+01:00');
    expect(toZone('2025-12-31 23:30:00', -300, 'Europe/Berlin')).toBe('2026-01-01 05:30:00+01:00');
    expect(toZone('0000-00-00 00:00:00', 120, 'Europe/Berlin')).toBe('0000-00-00 00:00:00');
  });
});

if (hasMysql) {
  describe('values on mysql', () => {
    let database: MysqlDatabase;
    let source: DatabaseAccess;
    const open = (options: { readonly connections?: number; readonly clock?: string }) =>
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
    const one = async (expression: string, ...values: readonly SqlValue[]) =>
      (await source.read(sql(`select ${expression} as v`, ...values), soon()))[0]?.v;
    const write = (text: string, ...values: readonly SqlValue[]) =>
      source.transaction(soon(), (session) => session.execute(sql(text, ...values)));

    describe('values that are read', () => {
      const cases: readonly (readonly [string, string, unknown])[] = [
        ['decimal(14,2)', '12.30', 12.3],
        ['decimal(38,10)', '-1234567890123456789012345678.0123456789', '-1234567890123456789012345678.0123456789'],
        ['decimal(20,0)', '100', 100],
        ['bigint', '9007199254740991', 9007199254740991],
        ['bigint', '-9223372036854775808', '-9223372036854775808'],
        ['bigint', '-9007199254740991', -9007199254740991],
        ['bigint', '-9007199254740992', '-9007199254740992'],
        ['bigint', '-1', -1],
        ['bigint unsigned', '18446744073709551615', '18446744073709551615'],
        ['bigint unsigned', '9007199254740992', '9007199254740992'],
        ['tinyint unsigned', '255', 255],
        ['smallint unsigned', '65535', 65535],
        ['decimal(9,3) zerofill', '12.5', 12.5],
        ['int unsigned', '4294967295', 4294967295],
        ['tinyint(1)', '1', 1],
        ['tinyint', '-128', -128],
        ['smallint', '-32768', -32768],
        ['mediumint', '-8388608', -8388608],
        ['bit(1)', "b'1'", 1],
        ['bit(1)', "b'0'", 0],
        ['bit(64)', '18446744073709551615', '18446744073709551615'],
        ['year', '2026', 2026],
        ['double', '0.1', 0.1],
        ['float', '0.1', 0.1],
        ['float', '16777216', 16777216],
        ['date', "'2026-03-29'", '2026-03-29'],
        ['date', "'0000-00-00'", '0000-00-00'],
        ['datetime', "'2026-03-29 02:30:00'", '2026-03-29 02:30:00'],
        ['datetime(3)', "'2026-03-29 02:30:00.5'", '2026-03-29 02:30:00.500'],
        ['datetime(6)', "'2026-03-29 00:00:00.000012'", '2026-03-29 00:00:00.000012'],
        ['datetime(3)', "'2026-03-29'", '2026-03-29 00:00:00'],
        ['datetime', "'0000-00-00'", '0000-00-00 00:00:00'],
        ['datetime', "'0044-03-15 01:02:03'", '0044-03-15 01:02:03'],
        ['timestamp', "'2026-03-28 02:30:00'", '2026-03-28 02:30:00'],
        ['time', "'23:59:00'", '23:59:00'],
        ['time', "'-101:02:03'", '-101:02:03'],
        ['char(3)', "'a'", 'a'],
        ['varchar(5)', "'a '", 'a '],
        ['varchar(5) character set latin1', "'Ärger'", 'Ärger'],
        ['varchar(5) character set utf8mb3', "'東京'", '東京'],
        ['text', "'😀'", '😀'],
        ['varbinary(2)', "x'00ff'", Buffer.from([0, 255])],
        ['json', '\'{"a": 1.10}\'', '{"a": 1.10}'],
        ["enum('x','y')", "'y'", 'y'],
        ['point', 'point(1, 2.5)', '{"x":1,"y":2.5}'],
        ['int', 'null', null],
        ['decimal(5,2)', 'null', null],
      ];
      for (const [type, value, expected] of cases) {
        it(`${type} ${value}`, async () => {
          await database.run(`drop table if exists v; create table v (v ${type}); insert into v values (${value})`);
          expect(await source.read(sql('select v from v'), soon())).toEqual([{ v: expected }]);
        });
      }
    });

    describe('values that are bound', () => {
      it('keep every digit', async () => {
        expect(await one('? = 9007199254740993', 9007199254740993n)).toBe(1);
        expect(await one('? = 18446744073709551615', 18446744073709551615n)).toBe(1);
        expect(await one('? * 3 = 0.3', 0.1)).toBe(1);
        expect(await one('concat(?, ?, ?)', 1, 'x', -2.5)).toBe('1x-2.5');
        expect(await one('?', true)).toBe(1);
        expect(await one('?', null)).toBeNull();
        expect(await one('? > 0', 1e300)).toBe(1);
      });
      it('find ids beyond double precision, given as text', async () => {
        await database.run(
          'create table ids (id bigint primary key); insert into ids values (9007199254740992), (9007199254740993)',
        );
        const foundRows = await source.read(sql('select id from ids where id = ?', '9007199254740993'), soon());
        expect(foundRows).toEqual([{ id: '9007199254740993' }]);
      });
      it('are taken for a limit', async () => {
        const text = 'select 1 as a union all select 2 union all select 3 limit ? offset ?';
        expect(await source.read(sql(text, 1, 2), soon())).toEqual([{ a: 3 }]);
      });
      it('are refused where they do not fit, and never cut', async () => {
        const kindOf = (text: string, ...values: readonly SqlValue[]) =>
          write(text, ...values).catch((error: { kind: string }) => error.kind);
        expect(await kindOf('insert into t (a) values (?)', '99999999999')).toBe('value');
        expect(await kindOf('insert into t (a) values (?)', 'x')).toBe('value');
        expect(await kindOf('insert into t (a, b) values (1, ?)', 'sixsix')).toBe('value');
        expect(await kindOf('insert into t (a, b) values (1, ?)', null)).toBe('constraint');
        await database.run('create table latin (name varchar(9) character set latin1)');
        expect(await kindOf('insert into latin values (?)', 'Müller 東京')).toBe('value');
        expect(await source.read(sql('select name from latin'), soon())).toEqual([]);
        expect(await source.read(sql('select a from t'), soon())).toEqual([]);
      });
      it('appear in no message', async () => {
        await write("insert into t values (700, 'x')");
        await database.run("create table secret (s varchar(30) primary key); insert into secret values ('hush')");
        const messages = await Promise.all(
          [
            write('insert into secret values (?)', 'hush'),
            write('insert into t (a) values (?)', 'hush'),
            write('update t set a = ? where a = 700', 'hush'),
            write("insert into t (a) select 800 from dual where date_add(?, interval 1 day) > '2020-01-01'", 'hush'),
          ].map((failing) => failing.catch((error: Error) => `${error.message} ${String(error.cause)}`)),
        );
        for (const message of messages) {
          expect(message).toContain('MySQL: ');
          expect(message).not.toContain('hush');
        }
        await write('delete from t where a = 700');
      });
    });

    describe('search', () => {
      it('compares as the column does, and in a second way takes any character for any column', async () => {
        await database.run(`create table names (
            old varchar(20) character set latin1, three varchar(20) character set utf8mb3 collate utf8mb3_unicode_ci,
            four varchar(20) character set utf8mb4 collate utf8mb4_unicode_ci);
          insert into names values ('Müller', 'Müller 東京', 'Müller 😀')`);
        const { template } = parseTemplate('select old, three, four from names', dialects.mysql.lexicon);
        const count = async (text: string, ...columns: readonly string[]) => {
          const search = { columns, match: 'words', id: columns[0] ?? '' } as const;
          const { bind } = compileStatement(template, { search }, dialects.mysql);
          const rowsOf = (rare: boolean) =>
            source.read(bind({ value: () => undefined, isGiven: () => false, search: text, rare }), soon());
          const refused = (error: unknown) => error instanceof SourceError && error.unfit.length > 0;
          const rows = await rowsOf(false).catch((error: unknown) => (refused(error) ? rowsOf(true) : [{}, {}]));
          return rows.length;
        };
        expect(await count('MÜLLER', 'old', 'three', 'four')).toBe(1);
        expect(await count('muller', 'three')).toBe(1);
        expect(await count('東京', 'old')).toBe(0);
        expect(await count('東京', 'old', 'three', 'four')).toBe(1);
        expect(await count('😀', 'three')).toBe(0);
        expect(await count('müller 😀', 'old', 'three', 'four')).toBe(1);
        expect(await count('🙂', 'four')).toBe(0);
      });
    });

    describe('the clock', () => {
      beforeAll(() =>
        // 00:30Z and 01:30Z on the night that Berlin's clock goes back: it shows 02:30 twice.
        database.run(`create table stamps (id integer primary key, at timestamp null, wall datetime);
          set time_zone = '+00:00';
          insert into stamps values (1, '2026-01-15 11:00:00', '2026-01-15 12:00:00'),
            (2, '2026-07-15 10:00:00', '2026-07-15 12:00:00'), (3, '2026-10-25 00:30:00', null), (4, '2026-10-25 01:30:00', null)`),
      );
      const at = async (access: DatabaseAccess) =>
        (await access.read(sql('select at from stamps order by id'), soon())).map((row) => row.at);

      it("is the ERP's, by its name", async () => {
        const shown = ['2026-01-15 12:00:00', '2026-07-15 12:00:00', '2026-10-25 02:30:00', '2026-10-25 02:30:00'];
        expect(await at(source)).toEqual(shown);
        const since = (text: string) => source.read(sql('select id from stamps where at >= ?', text), soon());
        expect(await since('2026-07-15 12:00:00')).toHaveLength(3);
        expect(await since('2026-07-15 12:00:01')).toHaveLength(2);
      });

      it('that the server does not know is kept by the source', async () => {
        // The same clock as Berlin's under a name that is not in the server's tables.
        const opened = open({ clock: 'Europe/Vienna' });
        expect(await at(opened)).toEqual([
          '2026-01-15 12:00:00+01:00',
          '2026-07-15 12:00:00+02:00',
          '2026-10-25 02:30:00+02:00',
          '2026-10-25 02:30:00+01:00',
        ]);
        const walls = await opened.read(sql('select wall from stamps where id < 3 order by id'), soon());
        expect(walls).toEqual([{ wall: '2026-01-15 12:00:00' }, { wall: '2026-07-15 12:00:00' }]);
        // Nothing that was changed at or after the given time is missed, in winter or in summer.
        const since = async (text: string) =>
          (await opened.read(sql('select id from stamps where at >= ? order by id', text), soon())).map(({ id }) => id);
        expect(await since('2026-01-15 12:00:00')).toEqual([1, 2, 3, 4]);
        expect(await since('2026-07-15 12:00:00')).toEqual([2, 3, 4]);
        expect(await since('2026-07-15 12:00:01')).toEqual([3, 4]);
        await opened.close();
      });

      it('of a write is the current one, if the server does not know the zone', async () => {
        const opened = open({ clock: 'Europe/Vienna' });
        const now = new Date(Math.floor(Date.now() / 1000) * 1000);
        const wall = now.toLocaleString('sv-SE', { timeZone: 'Europe/Vienna' });
        await opened.transaction(soon(), (session) =>
          session.execute(sql('insert into stamps values (9, ?, ?)', wall, wall)),
        );
        const [row] = await database.run('select unix_timestamp(at) as at, wall from stamps where id = 9');
        expect(row).toEqual({ at: String(now.getTime() / 1000), wall });
        await database.run('delete from stamps where id = 9');
        await opened.close();
      });

      it('of UTC needs no name', async () => {
        const opened = open({ clock: 'UTC' });
        expect((await at(opened))[1]).toBe('2026-07-15 10:00:00');
        await opened.close();
      });
    });
  });
}
