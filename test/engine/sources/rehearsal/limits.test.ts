/** Statements that a rehearsal refuses because they cannot be rolled back, and tables that it does not compare, on real databases. */
import { describe, expect, it } from 'vitest';
import type { TableChanges } from '../../../../engine/sources/rehearsal/changes.ts';
import { rehearsed } from '../../../../engine/sources/rehearsal/sql.ts';
import { openSqlSource, type SqlSource } from '../../../../engine/sources/sql/kind.ts';
import { hasMysql, testedDialects } from '../../../support/dialects.ts';
import { type Erp, freshErp } from '../../../support/erp.ts';
import { kinds } from '../../../support/kinds.ts';

/** Runs statements in a rehearsed transaction; rejects as it does. */
async function rehearse(erp: Erp, statements: readonly string[], procedures = false): Promise<readonly TableChanges[]> {
  const source = await openSqlSource(kinds[erp.dialect], {
    connection: erp.connection,
    timeoutMs: 20_000,
    folder: '/',
  });
  let told: readonly TableChanges[] = [];
  const changed = (changes: readonly TableChanges[]): void => {
    told = changes;
  };
  const watched: SqlSource = rehearsed('erp', source, [], { changed, compare: [], procedures });
  try {
    await watched.transaction({ deadline: Date.now() + 20_000 }, async (session) => {
      for (const sql of statements) await session.execute({ sql, values: [] });
    });
    return told;
  } finally {
    await source.close();
  }
}

describe.skipIf(!hasMysql)('a rehearsal on mysql', () => {
  it.for<[string, string, RegExp]>([
    [
      'a table that cannot roll back',
      'insert into lasting values (1)',
      /lasting is kept by MyISAM, which cannot roll back/,
    ],
    ['a statement that commits', 'truncate table plain', /MySQL commits at once/],
    ['a procedure that may commit', 'call fill()', /cannot be rolled back: it was not called/],
  ])('refuses %s, and nothing of it stays', async ([, sql, message]) => {
    const erp = await freshErp('mysql');
    try {
      await erp.run('create table plain (id int primary key)');
      await erp.run('create table lasting (id int primary key) engine = MyISAM');
      await erp.run('create procedure fill() insert into plain values (9)');
      await erp.run('insert into plain values (1)');
      await expect(rehearse(erp, [sql])).rejects.toThrow(message);
      const [plain] = await rehearse(erp, ['insert into plain values (2)']);
      expect(plain).toMatchObject({ inserted: [{ id: 2 }], updated: [], deleted: [] });
      const [lasting] = await rehearse(erp, ['call fill()', 'insert into plain values (3)'], true);
      // The table is looked at when a statement names it: what the procedure did before is in both states.
      expect(lasting).toMatchObject({ inserted: [{ id: 3 }] });
    } finally {
      await erp.drop();
    }
  });
});

describe.each(testedDialects.filter((dialect) => dialect !== 'mssql'))('a large table on %s', (dialect) => {
  it('is compared behind its greatest key alone', async () => {
    const erp = await freshErp(dialect);
    try {
      await erp.run('create table big (id int primary key, x int)');
      const rows = Array.from({ length: 10_001 }, (_, index) => `(${index + 1}, 0)`).join(', ');
      await erp.run(`insert into big values ${rows}`);
      const [big] = await rehearse(erp, ['insert into big values (20000, 7)', 'update big set x = 1 where id = 5']);
      expect(big).toMatchObject({ inserted: [{ id: 20_000, x: 7 }], updated: [], deleted: [] });
      expect(big?.unseen).toContain('it had 10001 rows, and has 10002');
    } finally {
      await erp.drop();
    }
  });
});
