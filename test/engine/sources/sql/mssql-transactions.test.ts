import { afterEach, describe, expect, it } from 'vitest';
import type { SqlSession } from '../../../../engine/sources/source.ts';
import { drop, isQuestion, type OpenDouble, openDouble, refuse, rows, types } from '../../../support/tds/index.ts';
import type { TdsScript } from '../../../support/tds/server.ts';
import { soon, sql } from './bench.ts';

let mssqlDouble: OpenDouble | undefined;
afterEach(async () => {
  await mssqlDouble?.end();
  mssqlDouble = undefined;
});
async function open(script: TdsScript = {}): Promise<OpenDouble> {
  mssqlDouble = await openDouble(script);
  return mssqlDouble;
}
const one = rows([{ name: 'one', type: types.int }], [1]);
const texts = (list: OpenDouble['double']['heard']) => list.map(({ request }) => request.sql.split('\n').at(-1));

describe('transactions', () => {
  const write = (session: SqlSession) => session.execute(sql('insert into t values (1)'));

  it('commit on the word of the server', async () => {
    const count = rows([{ name: 'engine_affected', type: types.int }], [3]);
    const { source, double } = await open({
      answer: ({ sql: text }) => (text.startsWith('insert') ? count : undefined),
    });
    expect(await source.transaction(soon(), write)).toEqual({ rows: [], affected: 3 });
    expect(texts(double.heard)).toEqual([
      'begin transaction;',
      ';select @@rowcount as engine_affected',
      'select @@trancount as open_transactions;',
    ]);
    expect(double.heard.map(({ inTransaction }) => inTransaction)).toEqual([false, true, true]);
    expect(new Set(double.heard.map(({ session }) => session)).size).toBe(1);
  });

  it('return the rows of an OUTPUT clause and their count', async () => {
    const output = { columns: [{ name: 'id', type: types.bigint }], rows: [[7]] };
    const count = { columns: [{ name: 'engine_affected', type: types.int }], rows: [[1]] };
    const { source } = await open({
      answer: ({ sql: text }) =>
        text.startsWith('insert') ? { kind: 'results', results: [output, count] } : undefined,
    });
    expect(await source.transaction(soon(), write)).toEqual({ rows: [{ id: 7 }], affected: 1 });
  });

  it('are a conflict for the victim of a deadlock, which may begin again', async () => {
    let victims = 1;
    const deadlock = {
      number: 1205,
      level: 13,
      message: 'Transaction (Process ID 52) was deadlocked on lock resources.',
    };
    const { source, double } = await open({
      answer: ({ sql: text }) => (text.startsWith('insert') && victims-- > 0 ? refuse(deadlock) : undefined),
    });
    await expect(source.transaction(soon(), write)).rejects.toMatchObject({ kind: 'conflict', connectionLost: false });
    expect(texts(double.heard)).toEqual([
      'begin transaction;',
      ';select @@rowcount as engine_affected',
      'select @@trancount as open_transactions;',
    ]);
    expect(double.heard.at(-1)?.request.sql).toContain('rollback transaction');
    await expect(source.transaction(soon(), write)).resolves.toMatchObject({ affected: 0 });
  });

  it('roll back after a failure, and the connection remains usable', async () => {
    const { source, double } = await open();
    const failing = source.transaction(soon(), async (session) => {
      await write(session);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(double.heard.at(-1)).toMatchObject({ inTransaction: true, session: 1 });
    expect(double.heard.at(-1)?.request.sql).toContain('rollback transaction');
    await source.transaction(soon(), write);
    expect(double.logins).toHaveLength(1);
  });

  it('that had ended are never taken for committed', async () => {
    // As after a trigger's ROLLBACK: the server has no transaction any more when the commit comes.
    const ended = refuse({
      number: 3609,
      message: 'The transaction ended in the trigger. The batch has been aborted.',
    });
    const { source, double } = await open({
      answer: ({ sql: text }) => (text.startsWith('insert') ? ended : undefined),
    });
    const swallowing = source.transaction(soon(), (session) => write(session).catch(() => undefined));
    await expect(swallowing).rejects.toMatchObject({ name: 'SourceError' });
    expect(double.heard.some(({ request }) => request.sql.includes('commit transaction'))).toBe(false);
  });

  it('whose commit is not confirmed have an unknown end', async () => {
    const open = (count: number) => rows([{ name: 'open_transactions', type: types.int }], [count]);
    for (const answer of [open(1), drop]) {
      const { source, end } = await openDouble({
        answer: ({ sql: text }) => (text.includes('commit transaction') ? answer : undefined),
      });
      await expect(source.transaction(soon(), write)).rejects.toMatchObject({
        kind: 'unreachable',
        connectionLost: true,
      });
      await end();
    }
  });

  it('outlive the connection that is asked about their statements', async () => {
    const { source, double } = await open({ answer: (request) => (isQuestion(request) ? drop : undefined) });
    const writing = source.transaction(soon(), (session) => session.execute(sql('update t set a = @p1', 'x')));
    await expect(writing).rejects.toMatchObject({ kind: 'unreachable', connectionLost: false });
    expect(double.heard.at(-1)).toMatchObject({ inTransaction: true, session: 1 });
    expect(double.heard.at(-1)?.request.sql).toContain('rollback transaction');
  });

  it('refuse a statement after the end', async () => {
    const { source } = await open();
    let kept: SqlSession | undefined;
    await source.transaction(soon(), async (session) => {
      kept = session;
    });
    await expect(kept?.execute(sql('select 1'))).rejects.toThrow('ended');
  });
});

describe('reads', () => {
  it('refuse to write', async () => {
    const { source, statements } = await open();
    const writing = sql("insert into t values ('a')");
    await expect(source.read(writing, soon())).rejects.toMatchObject({ kind: 'statement', position: 0 });
    await expect(source.snapshot(soon(), (session) => session.execute(writing))).rejects.toMatchObject({
      kind: 'statement',
    });
    expect(statements()).toEqual([]);
  });

  it.each([
    [1, 'snapshot'],
    [0, 'read committed'],
  ])('of one state where snapshots are allowed (%i): %s', async (allowed, level) => {
    const { source, double } = await open({
      answer: ({ sql: text }) => {
        if (text.includes('sys.databases')) return rows([{ name: 'allowed', type: types.tinyint }], [allowed]);
        return text.startsWith('select a') ? one : undefined;
      },
    });
    const read = () => source.snapshot(soon(), (session) => session.execute(sql('select a')));
    expect(await read()).toEqual({ rows: [{ one: 1 }], affected: 0 });
    await read();
    const begun = double.heard.filter(({ request }) => request.sql.includes('begin transaction'));
    expect(begun.map(({ request }) => request.sql.split('\n')[0])).toEqual(
      Array(2).fill(`set transaction isolation level ${level};`),
    );
    expect(double.heard.filter(({ request }) => request.sql.includes('sys.databases'))).toHaveLength(1);
    expect(double.heard.at(-1)?.request.sql).toContain('rollback transaction');
  });
});

describe('describe', () => {
  const name = { name: 'name', type: types.nvarchar(128) };
  const type = { name: 'suggested_system_type_name', type: types.nvarchar(256) };
  const system = { name: 'system_type_name', type: types.nvarchar(256) };
  const hidden = { name: 'is_hidden', type: types.bit };

  it('asks for parameters, then for columns', async () => {
    const { source, double } = await open({
      answer: ({ sql: text }) => {
        if (text.includes('undeclared')) return rows([name, type], ['@p1', 'varchar(20)']);
        return rows(
          [hidden, name, system],
          [false, 'erpId', 'uniqueidentifier'],
          [true, 'key', 'int'],
          [false, null, 'decimal(18,2)'],
          [false, '_version', 'timestamp'],
          [false, '_changed', 'datetimeoffset(7)'],
        );
      },
    });
    expect(await source.describe('select id as erpId, 1 from t where no = @p1', soon())).toEqual({
      columns: ['erpId', '', '_version', '_changed'],
      types: ['other', 'number', 'binary', 'instant'],
      readOnly: undefined,
      wholes: [],
      computedInBinary: [],
    });
    const asked = double.heard.at(-1)?.request;
    expect(asked?.kind === 'call' && asked.parameters.map(({ value }) => value)).toEqual([
      'select id as erpId, 1 from t where no = @p1',
      '@p1 varchar(20)',
    ]);
    expect(double.heard.every(({ request }) => isQuestion(request))).toBe(true);
  });

  it('asks which of several floats is a stored column', async () => {
    const table = { name: 'source_table', type: types.nvarchar(128) };
    const column = { name: 'source_column', type: types.nvarchar(128) };
    const { source } = await open({
      answer: ({ sql: question }) =>
        question.includes('browse_information_mode')
          ? rows(
              [hidden, name, system, table, column],
              [false, 'gross', 'float', 'doc', 'gross'],
              [false, 'open', 'float', null, null],
            )
          : rows([hidden, name, system], [false, 'gross', 'float'], [false, 'open', 'float']),
    });
    const { computedInBinary } = await source.describe('select gross, gross - paid as [open] from doc', soon());
    expect(computedInBinary).toEqual(['open']);
  });

  it('points at the error', async () => {
    const invalid = { number: 207, message: "Invalid column name 'nothing'." };
    const none = { number: 11501, message: 'The batch could not be analyzed because of compile errors.' };
    const { source } = await open({ answer: () => refuse(invalid, none) });
    const text = "select 'nothing',\n nothing from doc";
    await expect(source.describe(text, soon())).rejects.toMatchObject({
      kind: 'statement',
      position: text.lastIndexOf('nothing'),
      message: "SQL Server: Invalid column name 'nothing'. (207, line 1)",
    });
  });

  it.each([
    [
      11514,
      "The metadata could not be determined because statement 'exec (@sql)' in procedure 'p' contains dynamic SQL.",
    ],
    [11526, "The metadata could not be determined because statement 'insert #t values (1)' uses a temp table."],
  ])('leaves open what only running it would tell (%i)', async (number, message) => {
    const { source } = await open({
      answer: ({ sql: text }) => (text.includes('first_result_set') ? refuse({ number, message }) : undefined),
    });
    expect(await source.describe('exec dbo.p', soon())).toEqual({
      columns: undefined,
      types: [],
      readOnly: false,
      wholes: [],
    });
  });

  it('recognises a statement that writes', async () => {
    const { source } = await open();
    expect((await source.describe('insert into t values (1)', soon())).readOnly).toBe(false);
  });
});
