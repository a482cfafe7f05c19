/** Procedure calls on SQL Server from a profile, against a test double of its protocol. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { causeOf } from '../../../support/cause.ts';
import { openDemo } from '../../../support/demo-engine.ts';
import { rows, types } from '../../../support/tds/index.ts';
import { startTdsDouble } from '../../../support/tds/server.ts';

/** dbo.price: a customer, an item, and an output for the price. */
const catalogue = rows(
  ['name', 'type', 'size', 'precision', 'scale', 'is_output', 'granted'].map((name) => ({
    name,
    type: name === 'is_output' ? types.bit : ['name', 'type'].includes(name) ? types.nvarchar(128) : types.int,
  })),
  ['@customer', 'varchar', 10, 0, 0, false, 1],
  ['@item', 'varchar', 10, 0, 0, false, 1],
  ['@amount', 'money', 8, 19, 4, true, 1],
);

interface Given {
  readonly returned: number;
  readonly amount?: string;
  readonly state?: string;
}

/** The answer of the read whose call has these keys besides, where the procedure gives this. */
async function priceOf(keys: object, { returned, amount = '12.3400', state }: Given) {
  const outputs = {
    columns: [
      { name: 'engine_returned', type: types.int },
      { name: 'amount', type: types.money },
    ],
    rows: [[returned, amount]],
  };
  const result = { columns: [{ name: 'state', type: types.nvarchar(20) }], rows: [[state ?? '']] };
  const texts: string[] = [];
  const double = await startTdsDouble({
    answer({ sql }) {
      if (sql.includes('sys.parameters')) return catalogue;
      if (!sql.includes('dbo.price')) return undefined;
      texts.push(sql);
      return { kind: 'results', results: [...(state === undefined ? [] : [result]), outputs] };
    },
  });
  onTestFinished(() => double.close());
  const folder = mkdtempSync(join(tmpdir(), 'engine-calls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const connection = {
    server: '127.0.0.1',
    port: double.port,
    database: 'erp',
    user: 'e',
    password: 'p',
    encrypt: false,
  };
  const call = {
    procedure: 'dbo.price',
    with: { '@customer': ':customerErpId', ITEM: ':productErpId' },
    out: { '@amount': 'systemUnitPrice' },
    readOnly: true,
    ...keys,
  };
  const file = join(folder, 'profile.yaml');
  const profile = {
    profile: 'calls',
    contract: '1',
    sources: { erp: { sql: 'mssql', connection } },
    endpoints: { '/pricing/resolve': { call, fields: { source: "'procedure'" } } },
  };
  writeFileSync(file, stringify(profile));
  const demo = await openDemo(file, { only: ['/pricing/resolve'] });
  onTestFinished(() => demo.close());
  const outcome = await demo.call('/pricing/resolve', { customerErpId: 'K1', productErpId: 'A' });
  return { outcome, texts, log: [...demo.events.map(({ message }) => message), causeOf(outcome)].join('\n') };
}

const answered = { ok: true, json: '{"schemaVersion":"1","systemUnitPrice":12.34,"source":"procedure"}' };

describe('a call on SQL Server', () => {
  it('names parameters as the procedure does, and undoes what a read has changed', async () => {
    const { outcome, texts } = await priceOf({}, { returned: 0 });
    expect(outcome).toEqual(answered);
    expect(texts).toEqual([
      [
        'declare @engine_returned int, @engine_out1 money;',
        'begin transaction;',
        'exec @engine_returned = dbo.price @customer = @p1, @item = @p2, @amount = @engine_out1 output;',
        'if @@trancount > 0 rollback transaction;',
        'select @engine_returned as [engine_returned], @engine_out1 as [amount];',
      ].join('\n'),
    ]);
  });

  it('fails on a return code without a name in the profile', async () => {
    const { outcome, log } = await priceOf({}, { returned: -6 });
    expect(outcome).toMatchObject({ ok: false, problem: { kind: 'broken' } });
    expect(log).toContain('the procedure dbo.price failed: it returned the code -6');
  });

  it('leaves a return code with a name to the profile', async () => {
    const keys = { returns: '_code' };
    expect((await priceOf(keys, { returned: 7 })).outcome).toEqual(answered);
    const refusing = { ...keys, outcomes: [{ when: '_code', refuse: 'Code {{ _code }}', field: 'productErpId' }] };
    const fields = [{ field: 'productErpId', message: 'Code 7', rule: 'refused' }];
    expect((await priceOf(refusing, { returned: 7 })).outcome).toMatchObject({ ok: false, problem: { fields } });
    expect((await priceOf(refusing, { returned: 0 })).outcome).toEqual(answered);
  });

  it('sees the first row of the result in its outcomes', async () => {
    const keys = { outcomes: [{ when: "$row.state = 'locked'", fail: 'The item is {{ $row.state }}.' }] };
    const problem = { kind: 'broken', message: 'The item is locked.' };
    expect((await priceOf(keys, { returned: 0, state: 'locked' })).outcome).toMatchObject({ ok: false, problem });
    expect((await priceOf(keys, { returned: 0, state: 'open' })).outcome).toEqual(answered);
  });
});
