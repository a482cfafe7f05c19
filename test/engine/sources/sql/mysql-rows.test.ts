/** Results of many rows, whose packets end anywhere in a chunk of the stream. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DatabaseAccess } from '../../../../engine/sources/source.ts';
import { openMysql } from '../../../../engine/sources/sql/mysql/source.ts';
import { hasMysql } from '../../../support/dialects.ts';
import { freshMysqlDatabase, type MysqlDatabase } from '../../../support/mysql-database.ts';
import { soon, sql } from './bench.ts';

const count = 700;
const numbers = Array.from({ length: count }, (_, index) => index + 100);

const two = (n: number) => String(n).padStart(2, '0');
const day = (n: number) => `20${two(n % 60)}-${two((n % 12) + 1)}-${two((n % 28) + 1)}`;
const nameOf = (n: number) => (n % 7 === 0 ? `Müller ${n}` : `Nord Handel ${n}`);
/** Lengths up to 250 take one byte in a packet, up to 65,535 three, and longer ones four. */
const noteOf = (n: number) => `${n}:`.padEnd([250, 251, 65_535, 65_536][n % 350] ?? 0, 'x');
const fill = (n: number) =>
  `(${n}, '${nameOf(n)}', ${n}.${two(n % 100)}, ${n % 2 === 0 ? `-1234567890123456.${1_000 + n}` : 0}, ${
    n % 5 === 0 ? 'null' : `'${day(n)}'`
  }, '${day(n)} 12:34:56.${n % 10}', 9007199254740${n}, ${n % 3 === 0}, '${noteOf(n)}')`;

const exact = (text: string) => (Number.isSafeInteger(Number(text)) ? Number(text) : text);

/** As the engine gives it: numbers where a double has all digits, text otherwise. */
const expected = (n: number) => ({
  id: n,
  name: nameOf(n),
  total: Number(`${n}.${two(n % 100)}`),
  factor: n % 2 === 0 ? `-1234567890123456.${1_000 + n}`.replace(/0+$/, '') : 0,
  due: n % 5 === 0 ? null : day(n),
  changed: n % 10 === 0 ? `${day(n)} 12:34:56` : `${day(n)} 12:34:56.${n % 10}00`,
  version: exact(`9007199254740${n}`),
  open: n % 3 === 0 ? 1 : 0,
  note: noteOf(n),
});

if (hasMysql) {
  describe('many rows on mysql', () => {
    let database: MysqlDatabase;
    let source: DatabaseAccess;
    beforeAll(async () => {
      database = await freshMysqlDatabase();
      await database.run(`create table many (id integer primary key, name varchar(40), total decimal(14,2), factor decimal(38,4),
        due date, changed datetime(3), version bigint, open boolean, note mediumtext)`);
      await database.run(`insert into many values ${numbers.map(fill).join(', ')}`);
      source = openMysql({ url: database.url, clock: 'UTC', timeoutMs: 60_000 });
    });
    afterAll(async () => {
      await source.close();
      await database.drop();
    });

    it('are read exactly', async () => {
      expect(await source.read(sql('select * from many order by id'), soon())).toEqual(numbers.map(expected));
    });

    it('are read exactly by parallel callers', async () => {
      const results = await Promise.all(
        [2, 3, 5, 7].map((part) => source.read(sql('select * from many where id % ? = 0 order by id', part), soon())),
      );
      for (const [index, part] of [2, 3, 5, 7].entries())
        expect(results[index]).toEqual(numbers.filter((n) => n % part === 0).map(expected));
    });

    it('have canonical text in columns that are only written', async () => {
      const written = new Set(['total', 'factor', 'version']);
      const rows = await source.read({ ...sql('select * from many order by id'), written }, soon());
      const asWritten = (n: number) => ({ ...expected(n), version: `9007199254740${n}` });
      const texts = numbers.map((n) => ({
        ...asWritten(n),
        total: n % 100 === 0 ? String(n) : `${n}.${two(n % 100)}`.replace(/0$/, ''),
        factor: String(expected(n).factor),
      }));
      expect(rows).toEqual(texts);
    });

    it('have no zeros at the beginning and at the end of such texts', async () => {
      await database.run(`create table zeros (id integer primary key, filled decimal(9,3) zerofill, amount decimal(9,2), whole decimal(9,0));
        insert into zeros values (1, 12.5, 0.5, 100), (2, 0, -0.05, 0), (3, 100, -10, -7)`);
      const written = new Set(['filled', 'amount', 'whole']);
      const text = 'select filled, amount, whole from zeros order by id';
      expect(await source.read({ ...sql(text), written }, soon())).toEqual([
        { filled: '12.5', amount: '0.5', whole: '100' },
        { filled: '0', amount: '-0.05', whole: '0' },
        { filled: '100', amount: '-10', whole: '-7' },
      ]);
    });
  });
}
