import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../../../support/database.ts';
import { testedDialects } from '../../../../support/dialects.ts';
import { freshMysqlDatabase } from '../../../../support/mysql-database.ts';
import { type Asked, type Home, openQuestions } from './cases.ts';
import { absentValues, oddities, oddSchema } from './oddities.ts';

/** SQL Server's values come from a double of its protocol, in a suite of their own. */
const dialects = testedDialects.filter((dialect) => dialect !== 'mssql');
type Odd = (typeof dialects)[number];

function onSqlite(): Home & { drop(): Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), 'engine-odd-'));
  const [file, script] = [join(folder, 'odd.sqlite'), join(folder, 'odd.sql')];
  writeFileSync(script, oddSchema.sqlite);
  return {
    dialect: 'sqlite',
    connection: { file, create: [script] },
    drop: async () => rmSync(folder, { recursive: true }),
  };
}

async function openHome(dialect: Odd): Promise<Home & { drop(): Promise<void> }> {
  if (dialect === 'sqlite') return onSqlite();
  const database = dialect === 'postgres' ? await freshDatabase() : await freshMysqlDatabase();
  await database.run(oddSchema[dialect]);
  return { dialect, connection: { url: database.url }, drop: () => database.drop() };
}

describe.for(dialects)('values that only %s has', (dialect) => {
  const cases = oddities[dialect] ?? [];
  let asked: Asked;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const home = await openHome(dialect);
    drop = () => home.drop();
    const questions = cases.map(([sql, type, , codes]) => ({
      query: `SELECT 1 AS sale, ${sql} AS value`,
      type,
      ...(codes === undefined ? {} : { codes }),
    }));
    asked = await openQuestions(questions, { ...home, absent: absentValues });
  });
  afterAll(async () => {
    await asked.close();
    await drop();
  });
  it.for(cases.map((one, number) => [number, ...one] as const))('%i: %s as %s', async ([number, , , expected]) => {
    const answer = await asked.ask(number);
    if (typeof expected === 'string') expect(answer).toBe(expected);
    else expect(answer).toMatch(expected);
  });
});
