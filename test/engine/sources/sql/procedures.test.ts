/** Stored procedures on the databases that have them: descriptions, input and output values, and transactions that they end. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoundStatement, DatabaseAccess, SqlValue } from '../../../../engine/sources/source.ts';
import { hasMysql } from '../../../support/dialects.ts';
import { type DialectName, kinds } from '../../../support/kinds.ts';
import { type Bench, bench, soon, sql } from './bench.ts';

/** The call of the only procedure of a name, each output wanted. */
async function callOf(
  dialect: DialectName,
  source: DatabaseAccess,
  name: string,
  given: Readonly<Record<string, SqlValue>>,
  rows?: number,
): Promise<BoundStatement> {
  const [procedure] = await source.procedures(name, soon());
  if (procedure === undefined) throw new Error(`There is no procedure ${name}.`);
  const wanted = procedure.parameters.filter(({ mode }) => mode !== 'in').map((parameter) => parameter.name);
  const use = { inputs: new Set(Object.keys(given)), wanted: new Set(wanted), inTransaction: true };
  const text = kinds[dialect].procedures?.call(name, procedure, use);
  if (text === undefined) throw new Error(`${dialect} has no procedures.`);
  return {
    sql: text.sql,
    values: text.values.map((parameter) => given[parameter.name] ?? null),
    call: { types: text.values.map(({ type }) => type), outputs: text.outputs, rows },
  };
}

const inWrite = async (source: DatabaseAccess, statement: BoundStatement) =>
  source.transaction(soon(), async (session) => (await session.execute(statement)).rows);

/** Values that a double, a time zone or a code page would change. */
const given = {
  amount: '1234567890123456789012345678.0123456789',
  big: 9223372036854775807n,
  day: '2026-03-29',
  at: '2026-03-29 02:30:00.123',
  name: "Żółć 'Ω' \\ 😀",
};
const same = {
  amount: '1234567890123456789012345678.0123456789',
  big: '9223372036854775807',
  day: '2026-03-29',
  at: '2026-03-29 02:30:00.123',
  name: "Żółć 'Ω' \\ 😀",
  nothing: null,
};

describe('procedures of PostgreSQL', () => {
  let testBench: Bench;
  beforeAll(async () => {
    testBench = await bench(
      'postgres',
      `CREATE TABLE doc (no text);
      CREATE PROCEDURE echo(INOUT amount numeric, INOUT big bigint, INOUT day date, INOUT at timestamp, INOUT name text, OUT nothing text)
        LANGUAGE plpgsql AS 'BEGIN nothing := NULL; END';
      CREATE PROCEDURE put(no text, OUT kind_was integer, "Kind" integer DEFAULT 4) LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO doc VALUES (no); kind_was := "Kind"; END $$;
      CREATE FUNCTION two(a integer) RETURNS TABLE (n integer, t text) LANGUAGE SQL AS $$ VALUES (a, 'x'), (a + 1, NULL) $$;
      CREATE FUNCTION pair(a integer, OUT b integer, INOUT c text) LANGUAGE SQL AS $$ SELECT a + 1, c || '!' $$;
      CREATE FUNCTION fixed(currency char(3), flags bit(3)) RETURNS TABLE (t text, b text)
        LANGUAGE SQL AS 'SELECT currency::text, flags::text';
      CREATE FUNCTION alone(a integer) RETURNS integer LANGUAGE SQL AS 'SELECT a * 2';
      CREATE FUNCTION sneaky() RETURNS integer LANGUAGE SQL AS 'INSERT INTO doc VALUES (''sneaky'') RETURNING 1';
      CREATE SCHEMA "Odd.One"; CREATE PROCEDURE "Odd.One"."put it"(a integer) LANGUAGE SQL AS 'SELECT 1';
      CREATE PROCEDURE commits() LANGUAGE plpgsql AS $$ BEGIN INSERT INTO doc VALUES ('c'); COMMIT; END $$;
      CREATE PROCEDURE rolls_back() LANGUAGE plpgsql AS $$ BEGIN INSERT INTO doc VALUES ('r'); ROLLBACK; END $$;
      CREATE PROCEDURE chains() LANGUAGE plpgsql AS $$ BEGIN INSERT INTO doc VALUES ('h'); COMMIT AND CHAIN; END $$;`,
    );
  });
  afterAll(() => testBench.end());

  it('get texts and bits of a fixed length whole', async () => {
    const { source } = testBench;
    const call = await callOf('postgres', source, 'fixed', { currency: 'USD', flags: '101' });
    expect(await inWrite(source, call)).toContainEqual({ t: 'USD', b: '101' });
  });

  it('are known with their parameters', async () => {
    const { source } = testBench;
    expect(await source.procedures('put', soon())).toEqual([
      {
        kind: 'procedure',
        givesRows: false,
        granted: true,
        parameters: [
          { name: 'no', type: 'text', mode: 'in', optional: false },
          { name: 'kind_was', type: 'integer', mode: 'out', optional: false },
          { name: 'Kind', type: 'integer', mode: 'in', optional: true },
        ],
      },
    ]);
    expect(await source.procedures('public.PUT', soon())).toHaveLength(1);
    expect(await source.procedures('"PUT"', soon())).toEqual([]);
    expect(await source.procedures('"Odd.One"."put it"', soon())).toHaveLength(1);
    expect(await source.procedures('two', soon())).toMatchObject([
      { kind: 'function', givesRows: true, parameters: [{ name: 'a' }] },
    ]);
    expect(await source.procedures('pair', soon())).toMatchObject([{ kind: 'function', givesRows: false }]);
  });

  it('take and give values exactly', async () => {
    expect(await inWrite(testBench.source, await callOf('postgres', testBench.source, 'echo', given))).toEqual([
      same,
      {},
    ]);
  });

  it('have defaults, and outputs', async () => {
    const { source } = testBench;
    const call = await callOf('postgres', source, 'put', { no: 'a' });
    expect(await inWrite(source, call)).toEqual([{ kind_was: 4 }, {}]);
    expect(await inWrite(source, await callOf('postgres', source, 'put', { no: 'b', Kind: 7 }))).toEqual([
      { kind_was: 7 },
      {},
    ]);
  });

  it('may be functions', async () => {
    const { source } = testBench;
    const read = async (name: string, values: Readonly<Record<string, SqlValue>>) =>
      source.read(await callOf('postgres', source, name, values), soon());
    expect(await read('two', { a: 5 })).toEqual([{}, { n: 5, t: 'x' }, { n: 6, t: null }]);
    expect(await read('pair', { a: 5, c: 'hm' })).toEqual([{ b: 6, c: 'hm!' }, {}]);
    expect(await read('alone', { a: 5 })).toEqual([{}, { alone: 10 }]);
    await expect(read('sneaky', {})).rejects.toMatchObject({ name: 'SourceError' });
  });

  it.each(['commits', 'rolls_back', 'chains'])('that end a transaction cannot: %s', async (name) => {
    const { source } = testBench;
    await source.transaction(soon(), (session) => session.execute(sql('delete from doc')));
    const call = await callOf('postgres', source, name, {});
    const writing = source.transaction(soon(), async (session) => {
      await session.execute(sql("insert into doc values ('before')"));
      await session.execute(call);
    });
    await expect(writing).rejects.toThrow('invalid transaction termination');
    expect(await testBench.rival.read(sql('select no from doc'), soon())).toEqual([]);
  });
});

describe.runIf(hasMysql)('procedures of MySQL', () => {
  let testBench: Bench;
  beforeAll(async () => {
    const enders = Object.entries(ending).map(
      ([name, text]) => `CREATE PROCEDURE ${name}() BEGIN INSERT INTO doc VALUES ('${name}'); ${text}; END;`,
    );
    testBench = await bench(
      'mysql',
      `CREATE TABLE doc (no varchar(40)); CREATE TABLE other (no varchar(20));
      CREATE PROCEDURE echo(INOUT amount decimal(38,10), INOUT big bigint, INOUT day date, INOUT at datetime(3), INOUT name varchar(40), OUT nothing varchar(5))
        BEGIN SET nothing = NULL; END;
      CREATE PROCEDURE \`put it\`(no varchar(5), OUT Kind integer) BEGIN INSERT INTO doc VALUES (no); SET Kind = 4; END;
      CREATE PROCEDURE several(a integer, OUT b integer)
        BEGIN SELECT a AS n; INSERT INTO doc VALUES ('x'); SELECT a + 1 AS n UNION SELECT a + 2; SELECT 1 FROM doc WHERE 1 = 0; SET b = a * 2; END;
      CREATE FUNCTION fun(a integer) RETURNS integer DETERMINISTIC RETURN a;
      ${enders.join('\n')}`,
    );
  });
  afterAll(() => testBench.end());

  it('are known with their parameters', async () => {
    const { source } = testBench;
    expect(await source.procedures('`put it`', soon())).toEqual([
      {
        kind: 'procedure',
        givesRows: false,
        granted: true,
        parameters: [
          { name: 'no', type: 'varchar(5)', mode: 'in', optional: false },
          { name: 'Kind', type: expect.stringMatching(/^int/), mode: 'out', optional: false },
        ],
      },
    ]);
    expect(await source.procedures('nothing', soon())).toEqual([]);
    expect(await source.procedures('fun', soon())).toEqual([]);
    expect(await source.procedures('commits', soon())).toMatchObject([{ parameters: [] }]);
  });

  it('take and give values exactly', async () => {
    expect(await inWrite(testBench.source, await callOf('mysql', testBench.source, 'echo', given))).toEqual([
      { ...same, at: expect.stringMatching(/^2026-03-29 02:30:00\.123/) },
      {},
    ]);
  });

  it('give several results, and outputs behind them', async () => {
    const { source } = testBench;
    const results = async (rows?: number) => inWrite(source, await callOf('mysql', source, 'several', { a: 5 }, rows));
    expect(await results()).toEqual([{ b: 10 }, { n: 5 }]);
    expect(await results(2)).toEqual([{ b: 10 }, { n: 6 }, { n: 7 }]);
    expect(await results(3)).toEqual([{ b: 10 }]);
    expect(await results(9)).toEqual([{ b: 10 }]);
  });

  it('cannot write in a read', async () => {
    const { source } = testBench;
    const call = await callOf('mysql', source, '`put it`', { no: 'read' });
    await expect(source.read(call, soon())).rejects.toMatchObject({ name: 'SourceError' });
    expect(await source.read(sql("select no from doc where no = 'read'"), soon())).toEqual([]);
  });

  it.each(Object.keys(ending))('that end their transaction fail the write: %s', async (name) => {
    const { source } = testBench;
    const call = await callOf('mysql', source, name, {});
    for (const statement of [call, sql(`CALL ${name}()`)]) {
      const writing = source.transaction(soon(), async (session) => {
        await session.execute(sql("insert into doc values ('before')"));
        await session.execute(statement);
        await session.execute(sql("insert into doc values ('after')"));
      });
      await expect(writing).rejects.toMatchObject({
        kind: 'broken',
        message: expect.stringContaining('ended the transaction'),
      });
      // What follows on the same connection is a transaction of its own again.
      await source.transaction(soon(), (session) => session.execute(sql("insert into doc values ('next')")));
    }
    expect(await testBench.rival.read(sql("select no from doc where no = 'after'"), soon())).toEqual([]);
  });
});

/** What ends a transaction on MySQL, also where another one is open afterwards. */
const ending = {
  commits: 'COMMIT',
  rolls_back: 'ROLLBACK',
  commits_and_begins: 'COMMIT; START TRANSACTION',
  rolls_back_and_begins: 'ROLLBACK; START TRANSACTION',
  begins: 'START TRANSACTION',
  chains: 'COMMIT AND CHAIN',
  creates: 'CREATE OR REPLACE TABLE made (a integer)',
  creates_and_begins: 'CREATE OR REPLACE TABLE made (a integer); START TRANSACTION',
  truncates: 'TRUNCATE other',
  commits_and_fails: "COMMIT; SIGNAL SQLSTATE '45000'",
  rolls_back_in_a_handler:
    "BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; START TRANSACTION; END; SIGNAL SQLSTATE '45000'; END",
} as const;
