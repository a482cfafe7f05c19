/** Every block of SQL in the documents runs on its database, or is parsed by its grammar if there is no server; a table that an operator creates equals the engine's own. */
import { randomBytes } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { createTableStatements } from '../../engine/sources/sql/claims/claims-table.ts';
import { freshDatabase } from '../support/database.ts';
import { type DialectName, dialects, kinds } from '../support/kinds.ts';
import { freshMysqlDatabase } from '../support/mysql-database.ts';
import { blocksIn } from './blocks.ts';

const blocks = blocksIn('sql').map(([place, { text, mark }]) => {
  const dialect = Object.keys(dialects).find((name): name is DialectName => mark === `sql: ${name}`);
  const statements = text.split(/;\s*$/m).map((statement) => statement.trim());
  return { place, dialect, text, statements: statements.filter((statement) => statement !== '') };
});

it.each(blocks)('$place says whose it is', ({ dialect }) => {
  expect(dialect, '<!-- sql: postgres --> stands above a block of SQL').toBeDefined();
});

const of = (name: DialectName) => blocks.filter(({ dialect }) => dialect === name);

it.each(of('mssql'))('$place is read by the grammar of SQL Server', async ({ statements }) => {
  const read = await kinds.mssql.grammar('check');
  expect(statements.map((statement) => read?.(statement).kind)).toEqual(statements.map(() => 'read'));
});

/** The tables that the documents speak of, and a login of another name, so that runs do not meet. */
const tables = ['create table sales_order (id int)', 'create table sales_order_line (id int)'];
const login = `u_${randomBytes(4).toString('hex')}`;
const renamed = (statement: string): string => statement.replaceAll(/\bengine\b/g, login);

it.each(of('postgres'))('$place runs on PostgreSQL', async ({ statements }) => {
  const database = await freshDatabase();
  try {
    for (const statement of [...tables, ...statements.map(renamed)]) await database.run(statement);
    await database.run(`set role ${login}; select * from engine_claims; insert into sales_order values (1)`);
    await database.run(`drop owned by ${login}; drop role ${login}`);
  } finally {
    await database.drop();
  }
});

it.skipIf(inject('mysqlUrl') === '').each(of('mysql'))('$place runs on MariaDB', async ({ statements }) => {
  const database = await freshMysqlDatabase();
  try {
    for (const statement of [...tables, ...statements.map(renamed)])
      await database.run(statement.replaceAll(/\berp\./g, `${database.name}.`));
    await database.run(`drop user '${login}'@'%'`);
  } finally {
    await database.drop();
  }
});

/** Without what SQL does not care about. */
const bare = (sql: string): string =>
  sql
    .toLowerCase()
    .replaceAll(/["`]|erp\./g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('( ', '(')
    .replaceAll(' )', ')');

it.each(['postgres', 'mysql'] as const)('the table of claims for %s is the one that the engine makes', (name) => {
  const [made = ''] = createTableStatements('engine_claims', kinds[name]);
  const shown = blocks.filter(({ dialect, text }) => dialect === name && text.includes('engine_claims'));
  expect(shown.length).toBeGreaterThan(0);
  for (const { statements } of shown) expect(statements.map(bare)).toContain(bare(made.replace('if not exists ', '')));
});
