/** Two mistakes of different kinds in one endpoint: which findings are reported together. */
import { afterAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../support/depth.ts';
import { demoProfile, openBench } from './check.ts';

const bench = openBench();
afterAll(() => bench.close());

interface Mistake {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** The code and the message. */
  readonly finding: string;
  /** Names of mistakes that are reported only after this one is corrected. */
  readonly hides?: readonly string[];
}

const path = '/customer-invoices/list';
const next = '/customer-statement/get';
const endpoint = demoProfile.slice(demoProfile.indexOf(`  ${path}:`), demoProfile.indexOf(`  ${next}:`));

const mistakes: readonly Mistake[] = [
  {
    name: 'key',
    from: '    order:',
    to: '    ordering: true\n    order:',
    finding: 'MAP101 Unknown key "ordering".',
    // A misspelt key may define these names.
    hides: ['column of order', 'column', 'value'],
  },
  {
    name: 'column of order',
    from: '-issueDate',
    to: '-issuedOn',
    finding: 'MAP253 The query returns no column "issuedOn".',
    // It may be the column that the answer lacks.
    hides: ['column'],
  },
  {
    name: 'part',
    from: '{document_state}',
    to: '{document_stat}',
    finding: 'MAP211 There is no part "document_stat".',
    // The statement is incomplete without the part, so that nothing else in it is examined.
    hides: ['SQL', 'column of order', 'column', 'value'],
  },
  {
    name: 'SQL',
    from: 'SELECT i.invoice_id AS',
    to: 'SELECT i.invoice_id, AS',
    finding: 'SQL405 SQLite refuses this statement: near "AS": syntax error.',
    // The database describes only the columns of a statement that it accepts.
    hides: ['column of order', 'column'],
  },
  {
    name: 'column',
    from: 'AS amountOpen',
    to: 'AS amountOpn',
    finding: 'MAP258 The contract has no field "amountOpn" here.',
  },
  { name: 'value', from: ':customerErpId', to: ':customerId', finding: 'MAP231 There is no value :customerId here.' },
  {
    name: 'codes',
    from: 'authorised',
    to: 'authorized',
    finding:
      'MAP286 The contract writes "authorised" for this field, not "authorized": the platform compares the letters.',
  },
  {
    name: 'JSONata',
    from: '    codes:',
    to: '    fields: { dueDate: "$substring(dueDate, 0," }\n    codes:',
    finding: 'EXP301 JSONata cannot read this expression: expected ")" before end of expression.',
  },
];

const pairs = mistakes.flatMap((first, index) => mistakes.slice(index + 1).map((second) => ({ first, second })));

describe('two mistakes in one endpoint', () => {
  it.each(sampleOf(pairs, 6))('$first.name and $second.name', async ({ first, second }) => {
    let text = endpoint;
    for (const { from, to } of [first, second]) {
      expect(text).toContain(from);
      text = text.replace(from, to);
    }
    const findings = await bench.check(demoProfile.replace(endpoint, text));
    const isHidden = ({ name }: Mistake): boolean => [first, second].some(({ hides = [] }) => hides.includes(name));
    const wanted = [first, second].filter((mistake) => !isHidden(mistake)).map((mistake) => mistake.finding);
    expect(findings.map(({ code, message }) => `${code} ${message}`).sort()).toEqual([...wanted].sort());
  });
});
