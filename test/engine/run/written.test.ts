/** Numbers of a row on every database: exact if they are only written to the answer, and numbers if an expression computes with them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fields } from '../../../engine/index.ts';
import { testedDialects } from '../../support/dialects.ts';
import { type Erp, type ErpEngine, freshErp, openErp } from '../../support/erp.ts';
import { listContract } from '../../support/list-contract.ts';

const base = { required: true, description: '' } as const;
const row: Fields = {
  id: { ...base, type: 'id', idKind: 'invoice' },
  total: { ...base, type: 'decimal' },
  state: { ...base, type: 'text' },
  lines: { ...base, type: 'list', items: { no: { ...base, type: 'integer' }, amount: { ...base, type: 'decimal' } } },
};
const request: Fields = {
  page: { ...base, required: false, type: 'integer', minimum: 1, default: 1 },
  limit: { ...base, required: false, type: 'integer', minimum: 1, default: 100 },
};

const schema = [
  'CREATE TABLE doc (no DECIMAL(20,2) PRIMARY KEY, ref BIGINT, total DECIMAL(24,10), state DECIMAL(4,2))',
  "INSERT INTO doc VALUES (1.50, 9007199254740993, 12.3000000000, 1.00), (2.50, 7, 12345678901234.5678901234, '2.50')",
  'INSERT INTO doc VALUES (10.00, 8, 0, 1)',
  'CREATE TABLE line (doc DECIMAL(20,2), ref BIGINT, no INTEGER, amount DECIMAL(12,4))',
  'INSERT INTO line VALUES (1.50, 9007199254740993, 2, 0.1000), (1.50, 9007199254740993, 1, 0.2000), (10.00, 8, 1, 5)',
].join(';\n');

const query = 'SELECT no AS id, total, state, ref AS _ref FROM doc';
const linesBy = (ours: string, theirs: string): string =>
  `{ query: "SELECT no, amount, ${theirs} AS _of FROM line WHERE ${theirs} IN (:rows.${ours})", order: [no], on: { _of: ${ours} } }`;
const codes = '{ state: { 1: open, 2.5: paid } }';

/** What a profile says of the list, besides its query. */
const forms = {
  written: `codes: ${codes}\n    attach: { lines: ${linesBy('id', 'doc')} }`,
  byLargeNumber: `codes: ${codes}\n    attach: { lines: ${linesBy('_ref', 'ref')} }`,
  computed: `codes: ${codes}\n    attach: { lines: ${linesBy('id', 'doc')} }\n    fields: { total: "id = 2.5 ? total : total + 1 + $sum(lines.amount)" }`,
} as const;

const contract = listContract(
  Object.keys(forms).map((name) => `/${name}`),
  { request, row, paged: true },
);

function profileOf({ dialect, connection }: Erp): string {
  return [
    'profile: written',
    'contract: "1"',
    `sources: { erp: { sql: ${dialect}, connection: ${JSON.stringify(connection)} } }`,
    'endpoints:',
    ...Object.entries(forms).map(
      ([name, form]) => `  /${name}:\n    page: { key: [id] }\n    query: ${query}\n    ${form}`,
    ),
  ].join('\n');
}

const lines = { first: '[{"no":1,"amount":0.2},{"no":2,"amount":0.1}]', last: '[{"no":1,"amount":5}]' };
const rows = [
  `{"id":"1.5","total":12.3,"state":"open","lines":${lines.first}}`,
  '{"id":"2.5","total":12345678901234.5678901234,"state":"paid","lines":[]}',
  `{"id":"10","total":0,"state":"open","lines":${lines.last}}`,
];
const answer = (some: readonly string[], more: boolean): string =>
  `{"schemaVersion":"1","rows":[${some.join(',')}],"hasMore":${more}}`;

/** SQLite keeps a decimal as a double, which has not all of these digits. */
const digitsOf = (dialect: string, text: string): string =>
  dialect === 'sqlite' ? text.replace('12345678901234.5678901234', '12345678901234.6') : text;

describe.each(testedDialects)('numbers on %s', (dialect) => {
  let erp: Erp;
  let engine: ErpEngine;
  beforeAll(async () => {
    erp = await freshErp(dialect);
    await erp.run(schema);
    engine = await openErp(profileOf(erp), contract);
  });
  afterAll(async () => {
    await engine?.close();
    await erp?.drop();
  });
  const bodyOf = async (path: string, body: object): Promise<string> => {
    const outcome = await engine.call(path, body);
    if (!outcome.ok) throw new Error(JSON.stringify(outcome));
    return outcome.json;
  };

  it.each(['written', 'byLargeNumber'])('keep their digits: %s', async (name) => {
    expect(await bodyOf(`/${name}`, {})).toBe(digitsOf(dialect, answer(rows, false)));
  });

  it('order pages by value, not by text', async () => {
    expect(await bodyOf('/written', { limit: 2 })).toBe(digitsOf(dialect, answer(rows.slice(0, 2), true)));
    expect(await bodyOf('/written', { limit: 2, page: 2 })).toBe(answer(rows.slice(2), false));
  });

  it('are numbers to an expression, those of attached rows too', async () => {
    const [first, second, third] = rows;
    // 12.3 + 1 + (0.2 + 0.1), and 0 + 1 + 5.
    const computed = [first?.replace('12.3', '13.6'), second, third?.replace('"total":0', '"total":6')];
    expect(await bodyOf('/computed', {})).toBe(digitsOf(dialect, answer(computed.map(String), false)));
  });
});
