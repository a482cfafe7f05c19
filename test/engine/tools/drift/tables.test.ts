/** What the catalogue of each database reports about a table. */
import { afterEach, describe, expect, it } from 'vitest';
import type { SqlSource } from '../../../../engine/host/index.ts';
import { openSqlSource } from '../../../../engine/host/index.ts';
import { tableNames, tableShape } from '../../../../engine/tools/drift/tables.ts';
import { testedDialects } from '../../../support/dialects.ts';
import { type Erp, freshErp } from '../../../support/erp.ts';
import { type DialectName, kinds } from '../../../support/kinds.ts';

// SQLite works in processes of its own, which take their time on a busy machine.
const schemas: Readonly<Record<Exclude<DialectName, 'mysql'>, string>> = {
  sqlite: 'main',
  postgres: 'public',
  mssql: 'dbo',
};

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function withTables(dialect: DialectName): Promise<{ readonly erp: Erp; readonly source: SqlSource }> {
  const erp = await freshErp(dialect);
  opened.push({ close: erp.drop });
  await erp.run(
    "CREATE TABLE thing (b INTEGER NOT NULL, a INTEGER NOT NULL, kind VARCHAR(5) DEFAULT 'x' NOT NULL, note VARCHAR(9), PRIMARY KEY (b, a))",
  );
  await erp.run('CREATE UNIQUE INDEX thing_note ON thing (note, kind)');
  if (dialect === 'postgres') {
    await erp.run('CREATE UNIQUE INDEX thing_kind ON thing (kind) INCLUDE (note)');
    await erp.run('CREATE UNIQUE INDEX thing_low ON thing (lower(note))');
  }
  if (dialect === 'sqlite') await erp.run('CREATE UNIQUE INDEX thing_low ON thing (lower(note))');
  if (dialect !== 'mysql') await erp.run('CREATE UNIQUE INDEX thing_some ON thing (a) WHERE a > 5');
  const source = await openSqlSource(kinds[dialect], { connection: erp.connection, connections: 1, folder: '/' });
  opened.push(source);
  return { erp, source };
}

describe.each(testedDialects)('tableShape on %s', (dialect) => {
  it('tells columns, key and what is unique; conditions and expressions make nothing unique', async () => {
    const { erp, source } = await withTables(dialect);
    const call = () => ({ deadline: Date.now() + 60_000 });
    const shape = await tableShape(source, 'THING', call());
    const flags = (shape?.columns ?? []).map(({ name, nullable, filled }) => [name, nullable, filled]);
    expect(flags).toEqual([
      ['b', false, false],
      ['a', false, false],
      ['kind', false, true],
      ['note', true, false],
    ]);
    expect(shape?.key).toEqual(['b', 'a']);
    const more = dialect === 'postgres' ? [['kind']] : [];
    expect(shape?.unique).toEqual([['a', 'b'], ...more, ['kind', 'note']]);

    const schema = dialect === 'mysql' ? new URL(erp.connection.url ?? '').pathname.slice(1) : schemas[dialect];
    expect(await tableShape(source, `${schema}.thing`, call())).toEqual(shape);
    expect(await tableShape(source, 'elsewhere.thing', call())).toBeUndefined();
    expect(await tableShape(source, 'thin', call())).toBeUndefined();
    expect(await tableNames(source, call())).toEqual(['thing']);
  });
});
