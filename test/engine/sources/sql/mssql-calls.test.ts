/** Calls of procedures through the real driver, against a double of the protocol. */
import { afterEach, describe, expect, it } from 'vitest';
import { mssqlProcedureRules } from '../../../../engine/sources/sql/mssql/procedure-call.ts';
import { type OpenDouble, openDouble, rows, type TdsRequest, types } from '../../../support/tds/index.ts';
import { soon } from './bench.ts';

const parameterRows = rows(
  ['name', 'type', 'size', 'precision', 'scale', 'is_output', 'granted'].map((name) => ({
    name,
    type: name === 'is_output' ? types.bit : ['name', 'type'].includes(name) ? types.nvarchar(128) : types.int,
  })),
  ['@I_vSOPNUMBE', 'char', 21, 0, 0, false, 1],
  ['@I_vQUANTITY', 'numeric', 9, 19, 5, false, 1],
  ['@I_vDOCDATE', 'datetime', 8, 23, 3, false, 1],
  ['@I_vNote', 'nvarchar', 60, 0, 0, false, 1],
  ['@O_vTotal', 'numeric', 13, 28, 10, true, 1],
  ['@oErrString', 'varchar', -1, 0, 0, true, 1],
);
const isCatalogue = ({ sql }: TdsRequest) => sql.includes('sys.parameters');

describe('a call on SQL Server', () => {
  let mssqlDouble: OpenDouble | undefined;
  afterEach(async () => {
    await mssqlDouble?.end();
    mssqlDouble = undefined;
  });

  const call = async (opened: OpenDouble, inTransaction: boolean, chosen?: number) => {
    const [procedure] = await opened.source.procedures('dbo.put', soon());
    if (procedure === undefined) throw new Error('There is no procedure.');
    const given = {
      I_vSOPNUMBE: 'ORD1',
      I_vQUANTITY: '12345678901234.56789',
      I_vDOCDATE: '2026-03-29 02:30:00',
      I_vNote: 'Ω',
    };
    const use = {
      inputs: new Set(Object.keys(given)),
      wanted: new Set(['O_vTotal', 'oErrString']),
      inTransaction,
    };
    const text = mssqlProcedureRules.call('dbo.put', procedure, use);
    return {
      sql: text.sql,
      values: text.values.map(({ name }) => Object.entries(given).find(([key]) => key === name)?.[1] ?? null),
      call: { types: text.values.map(({ type }) => type), outputs: text.outputs, rows: chosen },
    };
  };

  const outputs = {
    columns: [
      { name: 'engine_returned', type: types.int },
      { name: 'O_vTotal', type: types.decimal(28, 10) },
      { name: 'oErrString', type: types.nvarchar(200) },
    ],
    rows: [[0, '123456789012345678.0123456789', null]],
  };
  const result = (...values: readonly number[]) => ({
    columns: [{ name: 'n', type: types.int }],
    rows: values.map((value) => [value]),
  });

  it('asks the catalogue for parameters and their types', async () => {
    mssqlDouble = await openDouble({ answer: (request) => (isCatalogue(request) ? parameterRows : undefined) });
    const parameter = (name: string, type: string, mode: 'in' | 'inout') => ({ name, type, mode, optional: true });
    expect(await mssqlDouble.source.procedures('dbo.put', soon())).toEqual([
      {
        kind: 'procedure',
        givesRows: false,
        granted: true,
        parameters: [
          parameter('I_vSOPNUMBE', 'char(21)', 'in'),
          parameter('I_vQUANTITY', 'numeric(19,5)', 'in'),
          parameter('I_vDOCDATE', 'datetime', 'in'),
          parameter('I_vNote', 'nvarchar(30)', 'in'),
          parameter('O_vTotal', 'numeric(28,10)', 'inout'),
          parameter('oErrString', 'varchar(max)', 'inout'),
        ],
      },
    ]);
  });

  it('knows that there is none', async () => {
    mssqlDouble = await openDouble();
    expect(await mssqlDouble.source.procedures('dbo.none', soon())).toEqual([]);
  });

  it('sends values as the parameters declare them, and gives outputs exactly, then rows', async () => {
    mssqlDouble = await openDouble({
      answer: (request) => {
        if (isCatalogue(request)) return parameterRows;
        if (!request.sql.includes('dbo.put')) return undefined;
        return { kind: 'results', results: [result(1, 2), result(3), outputs] };
      },
    });
    const { source, double } = mssqlDouble;
    const first = { engine_returned: 0, O_vTotal: '123456789012345678.0123456789', oErrString: null };
    for (const [chosen, expected] of [
      [undefined, [{ n: 1 }, { n: 2 }]],
      [2, [{ n: 3 }]],
      [3, []],
    ] as const) {
      const statement = await call(mssqlDouble, true, chosen);
      const given = await source.transaction(soon(), (session) => session.execute(statement));
      expect(given.rows).toEqual([first, ...expected]);
    }
    const heard = double.heard.findLast(({ request }) => request.sql.includes('dbo.put'));
    expect(heard).toMatchObject({ inTransaction: true });
    const request = heard?.request;
    if (request?.kind !== 'call') throw new Error('It is no call of sp_executesql.');
    expect(request.declared).toBe('@p1 varchar(8000), @p2 decimal(19,5), @p3 datetime, @p4 nvarchar(4000)');
    expect(request.parameters.map(({ value }) => value)).toEqual([
      'ORD1',
      '12345678901234.56789',
      '2026-03-29 02:30:00',
      'Ω',
    ]);
    // Nobody asks the server what the parameters of a batch could be.
    expect(double.heard.some(({ request: { sql } }) => sql.startsWith('exec sys.sp_describe_undeclared'))).toBe(false);
  });

  it('gives one empty row where the procedure has no result', async () => {
    mssqlDouble = await openDouble({
      answer: (request) =>
        isCatalogue(request)
          ? parameterRows
          : request.sql.includes('dbo.put')
            ? { kind: 'results', results: [outputs] }
            : undefined,
    });
    const given = await mssqlDouble.source.read(await call(mssqlDouble, false), soon());
    expect(given).toEqual([{ engine_returned: 0, O_vTotal: '123456789012345678.0123456789', oErrString: null }, {}]);
  });
});
