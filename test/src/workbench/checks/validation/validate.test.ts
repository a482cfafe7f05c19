import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Path } from '../../../../../src/contract/index.ts';
import { paths, type RuleName, rules, validate } from '../../../../../src/workbench/checks/validation/index.ts';
import { answered, example } from './answers.ts';

/** What the rule and the place of each finding are. */
const violationsOf = (path: Path, request: object, text: string, status = 200, headers = {}): readonly string[] =>
  validate(path, { ...request }, answered(text, status, headers)).map(({ rule, path: at }) => `${rule} ${at}`);

/** The example with one piece of its text replaced. */
function changed(path: Path, from: string, to: string): string {
  const text = example(path);
  if (!text.includes(from)) throw new Error(`${path} has no ${from}: ${text}`);
  return text.replace(from, to);
}

const request: Readonly<Partial<Record<Path, object>>> = {
  '/catalog/customers/search': { query: 'söhne müller' },
  '/catalog/products/by-sku': { sku: 'hx-10' },
  '/customer-statement/get': { asOf: '2026-03-31', periodStart: '2026-03-01', periodEnd: '2026-03-31' },
};

describe('an answer that keeps to the contract', () => {
  for (const path of paths) {
    it(`has no findings: ${path}`, () => {
      expect(violationsOf(path, request[path] ?? {}, example(path))).toEqual([]);
    });
  }

  it('keeps amounts of more digits than a double holds', () => {
    const text = changed('/credit/customer', '50000', '98765432109876543.21');
    expect(violationsOf('/credit/customer', {}, text)).toEqual([]);
  });
});

const customers = (...names: readonly string[]): string =>
  JSON.stringify({ schemaVersion: '1', hits: names.map((erpName, index) => ({ erpId: `K${index}`, erpName })) });
const skus = (...names: readonly string[]): string => {
  const hits = names.map((erpSku) => ({ erpSku, erpDesc: 'x', erpProductId: erpSku }));
  return JSON.stringify({ schemaVersion: '1', hits });
};
const orders = (...days: readonly string[]): string => {
  const all = days.map((orderDate, index) => ({
    ...{ erpSoId: `${index}`, soNumber: 'x', customerErpId: 'K1', status: 'open' },
    orderDate,
  }));
  return JSON.stringify({ schemaVersion: '1', orders: all });
};
const statement = (lines: readonly (readonly [string, number, number, number])[], closingBalance: number): string =>
  JSON.stringify({
    ...{ schemaVersion: '1', currency: 'EUR', asOf: '2026-03-31', periodStart: '2026-03-01', periodEnd: '2026-03-31' },
    openingBalance: 0.1,
    closingBalance,
    lines: lines.map(([date, debit, credit, balance]) => {
      return { date, reference: 'x', description: '', debit, credit, balance };
    }),
  });

/** Path, request, answer, and all that must be found. */
const broken: readonly (readonly [Path, object, string, readonly string[]])[] = [
  ['/health', {}, '<html>', ['json ']],
  [
    '/health',
    {},
    changed('/health', '"schemaVersion":"1"', '"schemaVersion":1'),
    ['schema-version schemaVersion', 'schema-version schemaVersion'],
  ],
  ['/health', {}, changed('/health', '"schemaVersion":"1",', ''), ['schema-version schemaVersion']],
  [
    '/debtors/list',
    {},
    changed('/debtors/list', '"name":', '"nom":'),
    ['missing-field debtors[0].name', 'unknown-field debtors[0].nom'],
  ],
  [
    '/debtors/list',
    {},
    changed('/debtors/list', 'accounts@mueller.example', 'a@b.example; c@d.example'),
    ['email debtors[0].email'],
  ],
  ['/debtors/list', {}, '{"schemaVersion":"1","debtors":[],"hasMore":true}', ['has-more hasMore']],
  [
    '/payments/list',
    {},
    changed('/payments/list', '"amount":200', '"amount":"200"'),
    ['field-type payments[0].amount'],
  ],
  [
    '/payments/list',
    {},
    changed('/payments/list', '"amount":200', '"amount":200.30000000000001'),
    ['number-noise payments[0].amount'],
  ],
  ['/payments/list', {}, changed('/payments/list', '2026-03-28', '2026-02-30'), ['date payments[0].paymentDate']],
  ['/payments/list', {}, changed('/payments/list', '"80045-1"', '""'), ['empty-text payments[0].erpPaymentId']],
  ['/payments/list', {}, changed('/payments/list', '"80045-1"', '"  "'), ['empty-text payments[0].erpPaymentId']],
  [
    '/payments/list',
    {},
    changed('/payments/list', '"80045-1"', '"80045-1  "'),
    ['padded-text payments[0].erpPaymentId'],
  ],
  ['/credit/customer', {}, changed('/credit/customer', 'EUR', 'eur'), ['currency currency']],
  ['/sale-draft', {}, changed('/sale-draft', '"draft"', '"open"'), ['field-value status']],
  ['/sale-draft', {}, changed('/sale-draft', '09:30:00.000Z', '09:30:00+01:00'), ['instant receivedAt']],
  ['/sale-draft', {}, changed('/sale-draft', '2026-03-17T09:30:00.000Z', '17.03.2026'), ['instant receivedAt']],
  ['/pricing/resolve', {}, changed('/pricing/resolve', '12.5', 'null'), ['price-source source']],
  ['/pricing/resolve', {}, changed('/pricing/resolve', 'customer price', 'none'), ['price-source source']],
  [
    '/catalog/customers/addresses',
    { kind: 'billing' },
    example('/catalog/customers/addresses'),
    ['filter hits[0].addressKind'],
  ],
  [
    '/catalog/customers/addresses',
    {},
    changed('/catalog/customers/addresses', ', 20457', '\\n20457'),
    ['one-line hits[0].address'],
  ],
  ['/catalog/customers/search', { query: '%' }, customers('Meyer'), ['wildcard hits[0].erpName']],
  ['/catalog/customers/search', { query: 'mey' }, customers('Meyer', 'Adler'), ['search-match hits[1].erpName']],
  ['/catalog/customers/search', { query: 'mey' }, customers('Big Meyer', 'Meyer'), ['best-first hits[1].erpName']],
  ['/catalog/customers/search', { query: '', limit: 1 }, customers('Big Meyer', 'Meyer'), ['limit hits']],
  ['/catalog/products/by-sku', { sku: 'A-1' }, skus('A-10', 'A-1'), ['sku-match hits[1].erpSku']],
  ['/catalog/products/by-sku', { sku: 'A-1' }, skus('A-1', 'BA-1'), ['sku-match hits[1].erpSku']],
  ['/catalog/products/by-sku', { sku: 'A-1' }, skus('A-1', 'A-1'), ['unique-id hits[1].erpProductId']],
  [
    '/sales-orders/list',
    { customerErpId: 'K1' },
    orders('2026-03-02', '2026-03-02', '2026-03-03'),
    ['newest-first orders[2].orderDate'],
  ],
  ['/sales-orders/list', { customerErpId: 'K2' }, orders('2026-03-02'), ['filter orders[0].customerErpId']],
  ['/customer-statement/get', {}, statement([['2026-03-02', 0.2, 0, 0.3]], 0.3), ['statement-echo periodStart']],
  [
    '/customer-statement/get',
    { periodStart: '2026-03-01' },
    statement([['2026-03-02', 0.2, 0, 0.31]], 0.31),
    ['statement-sum lines[0].balance'],
  ],
  [
    '/customer-statement/get',
    { periodStart: '2026-03-01' },
    statement([['2026-03-02', 0.2, 0, 0.3]], 0.1),
    ['statement-sum closingBalance'],
  ],
  [
    '/customer-statement/get',
    { periodStart: '2026-03-01' },
    statement([['2026-04-01', 0.2, 0, 0.3]], 0.3),
    ['statement-period lines[0].date'],
  ],
  [
    '/customer-statement/get',
    { periodStart: '2026-03-01' },
    statement([['2026-03-31', 0.2, 0.1, 0.2]], 0.2),
    ['statement-sum lines[0]'],
  ],
];

describe('an answer that breaks a rule', () => {
  for (const [path, asked, text, wanted] of broken) {
    it(`${path} ${JSON.stringify(asked)}: ${wanted.join(', ')}`, () => {
      expect([...new Set(violationsOf(path, asked, text))]).toEqual([...new Set(wanted)]);
    });
  }

  it('a wrong content type, and a status that is neither 200 nor an error', () => {
    const html = { 'content-type': 'text/html' };
    expect(violationsOf('/health', {}, example('/health'), 200, html)).toEqual(['content-type content-type']);
    expect(violationsOf('/health', {}, example('/health'), 201)).toEqual(['status ']);
    expect(violationsOf('/health', {}, '', 302)).toEqual(['status ']);
  });
});

const refusal = (more: object): string => JSON.stringify({ schemaVersion: '1', error: 'Use a bearer token.', ...more });
const scheme = { 'www-authenticate': 'Bearer' };

describe('an error answer', () => {
  it.each<readonly [string, string, number, object, readonly (RuleName | `${RuleName} ${string}`)[]]>([
    ['as it must be', refusal({ code: 'UNAUTHORIZED' }), 401, scheme, []],
    ['without the header', refusal({ code: 'UNAUTHORIZED' }), 401, {}, ['www-authenticate www-authenticate']],
    ['without a body', '', 401, scheme, ['error-body ']],
    ['in HTML', '<h1>no</h1>', 500, {}, ['error-body ']],
    ['with the code of another status', refusal({ code: 'BAD_REQUEST' }), 401, scheme, ['error-code code']],
    ['with an unknown code', refusal({ code: 'NOPE' }), 400, {}, ['error-body code', 'error-code code']],
    [
      'without a message',
      JSON.stringify({ schemaVersion: '1', code: 'INTERNAL_ERROR' }),
      500,
      {},
      ['error-body error'],
    ],
    [
      'with SQL in it',
      refusal({ code: 'INTERNAL_ERROR', error: 'near "x": SELECT a FROM b' }),
      500,
      {},
      ['error-text error'],
    ],
    ['without a time to come again', refusal({ code: 'INTERNAL_ERROR' }), 503, {}, ['retry-after retry-after']],
    [
      'of another version',
      refusal({ code: 'INTERNAL_ERROR', schemaVersion: '2' }),
      500,
      {},
      ['schema-version schemaVersion'],
    ],
  ])('%s', (_title, text, status, headers, wanted) => {
    expect(violationsOf('/health', {}, text, status, { ...headers })).toEqual(wanted);
  });
});

describe('the rules', () => {
  it('each name a clause: a part of the contract, or what rules where it is silent', () => {
    for (const { clause } of Object.values(rules)) expect(clause).toMatch(/^(contract \d|ruling: [a-z]|no clause$)/);
  });

  it('are each used by a validation or a check', () => {
    const root = join(import.meta.dirname, '../../../../../src');
    const files = globSync('workbench/checks/**/*.ts', { cwd: root });
    const others = files.filter((file) => !file.endsWith('rules.ts'));
    const code = others.map((file) => readFileSync(join(root, file), 'utf8')).join('');
    expect(Object.keys(rules).filter((name) => !code.includes(`'${name}'`))).toEqual([]);
  });
});

it('a statement of the first year begins on the first day that databases can store', () => {
  const days = { asOf: '2026-03-31', periodStart: '0001-01-01', periodEnd: '0001-01-01' };
  const answer = { schemaVersion: '1', currency: 'EUR', ...days, openingBalance: 0, closingBalance: 0, lines: [] };
  const request = { asOf: days.asOf, periodEnd: days.periodEnd };
  expect(violationsOf('/customer-statement/get', request, JSON.stringify(answer))).toEqual([]);
});
