/** Members of answers and of request bodies that known exchanges show: recorded in cases, or of the last call. The mark § is the cursor. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createLanguageService, type KnownExchange } from '../../../../src/workbench/language/index.ts';
import { metadata4 } from '../../../engine/description/metadata.ts';
import { marked, portsHere } from './service-here.ts';

const folder = mkdtempSync(join(tmpdir(), 'engine-exchanges-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'metadata.xml'), metadata4);
const file = join(folder, 'profile.yaml');

const exchange = (method: string, target: string, more: Partial<KnownExchange>): KnownExchange => ({
  ...{ source: undefined, method, target, params: {}, request: undefined, answer: undefined },
  ...{ from: 'recorded in the case "one"', isReal: false },
  ...more,
});

const knownExchanges: readonly KnownExchange[] = [
  exchange('GET', '/customers', {
    answer: {
      value: [
        { no: 'K1', name: null, address: { city: 'Köln' }, limit: 12.5 },
        { no: 'K2', active: true },
      ],
    },
  }),
  exchange('GET', '/customers/K1/orders', {
    answer: { value: [{ id: 7, placed: '2026-08-25', lines: [{ sku: 'A-1', qty: 3, tax: { rate: 19 } }] }] },
  }),
  exchange('GET', '/orders/7/lines', { answer: { value: [{ sku: 'A-1', weight: 2 }] } }),
  exchange('POST', '/orders', {
    request: { customer: 'K1', lines: [{ sku: 'A-1', qty: 3 }] },
    answer: { id: 7, state: 'open' },
    from: 'recorded in the case "a draft"',
  }),
  exchange('GET', 'https://erp.example/acme/api/invoices', {
    source: 'erp',
    params: { state: 'OPEN', page: '1' },
    answer: { value: [{ number: 'RE-2026/17', debtor: 'Bäckerei Öztürk', paid: false }] },
    from: 'of the last answer to /invoices/list',
    isReal: true,
  }),
  exchange('POST', '/jsonrpc', {
    request: { params: { args: ['db', 'res.partner', 'search_read'] } },
    answer: { value: [{ vat: 'DE1' }] },
  }),
  exchange('POST', '/jsonrpc', {
    request: { params: { args: ['db', 'sale.order', 'search_read'] } },
    answer: { value: [{ amount_total: 1 }] },
  }),
];

const head = `profile: acme
contract: "1"
settings:
  company: { env: COMPANY }
sources:
  erp: { http: "https://erp.example/\${company}/api", request: { rows: value } }
endpoints:
`;

/** A service that has checked the text. */
async function serviceAt(text: string, exchanges = knownExchanges) {
  const service = createLanguageService({ ...portsHere(undefined, folder), exchanges: () => exchanges });
  const { text: now, position } = marked(text);
  service.open(file, now);
  await service.check(file);
  return { service, position };
}

/** The members that are proposed, with their details; functions and variables are left out. */
async function members(text: string): Promise<readonly string[]> {
  const { service, position } = await serviceAt(text);
  const { items } = service.complete(file, position);
  return items.flatMap(({ label, kind, detail }) =>
    kind === 'column' || kind === 'field' ? [detail === undefined ? label : `${label}: ${detail}`] : [],
  );
}

async function hovered(text: string, exchanges = knownExchanges): Promise<string | undefined> {
  const { service, position } = await serviceAt(text, exchanges);
  return service.hover(file, position)?.text;
}

const list = (path: string, rest: string): string => `${head}  /debtors/list:\n    get: ${path}\n${rest}`;
const customers = (expression: string): string => list('/customers', `    fields: { name: "${expression}" }\n`);
const orders = (expression: string): string =>
  list('"/customers/{{ modifiedSince }}/orders"', `    fields: { name: "${expression}" }\n`);

describe('completion of members', () => {
  const ofCustomer = ['no: text', 'name: null', 'address: record', 'limit: number', 'active: boolean'];
  const ofLine = ['sku: text', 'qty: number', 'tax: record'];
  it.each([
    ['of a row', customers('§'), ofCustomer],
    ['half written', customers('addr§'), ['address: record']],
    ['in an expression that is not finished', customers('$uppercase(na§'), ['name: null']],
    ['after a dot', customers('address.§'), ['city: text']],
    ['after $', customers('$.address.§'), ['city: text']],
    ['of rows, in where', list('/customers', '    where: §\n'), ofCustomer],
    ['of the whole answer, in rows', list('/customers', '    rows: §\n'), ['value: list of records']],
    [
      'of the rows that `rows` selects',
      list('/customers', '    rows: value.address\n    fields: { name: "§" }\n'),
      ['city: text'],
    ],
    ['of a path with a value in it', orders('§'), ['id: number', 'placed: date', 'lines: list of records']],
    ['of the items of a list', orders('lines.§'), ofLine],
    ['behind a filter', orders('lines[qty > 1].§'), ofLine],
    ['behind a filter of a filter', orders('lines[tax[rate > 1]].tax.§'), ['rate: number']],
    ['inside of a filter', orders('lines[§'), ofLine],
    ['inside of a filter, after a dot', orders('lines[tax.§'), ['rate: number']],
    ['inside of a group', orders('lines.(§'), ofLine],
    ['of an answer to an absolute address', list('/invoices', '    fields: { name: "deb§" }\n'), ['debtor: text']],
    [
      'of the call of JSON-RPC that has the same constants',
      `${head}  /debtors/list:\n    post: /jsonrpc\n    json: { params: { args: [a, sale.order, search_read] } }\n    fields: { name: "§" }\n`,
      ['amount_total: number'],
    ],
    ['but none of another address', list('/suppliers', '    fields: { name: "§" }\n'), []],
    ['but none of another method', `${head}  /debtors/list:\n    put: /customers\n    fields: { name: "§" }\n`, []],
    ['but none of what a call gives', customers('$lookup(address, no).§'), []],
  ])('%s', async (_what, text, expected) => {
    expect(await members(text)).toEqual(expected);
  });

  const joined = (rest: string): string =>
    list('/customers', `    attach:\n      sent:\n        get: /orders/7/lines\n        on: { sku: no }\n${rest}`);

  it.each([
    ['of attached rows', joined('    fields: { name: "sent.§" }\n'), ['sku: text', 'weight: number']],
    [
      'of the row that a request of `each` is sent for',
      list('/customers', '    each:\n      sent: { get: "/orders/{{ $row.§ }}/lines" }\n'),
      ofCustomer,
    ],
    [
      'of the rows that a request of `attach` is sent for',
      list('/customers', '    attach:\n      sent: { get: "/orders/{{ $rows.address.§ }}/lines", on: { sku: no } }\n'),
      ['city: text'],
    ],
    [
      'of an earlier step of a write',
      `${head}  /sale-draft:\n    find: none\n    prepare:\n      - buyer: { get: /customers }\n    write:\n      - order: { post: /orders, json: { customer: "{{ $buyer.§ }}" } }\n`,
      ofCustomer,
    ],
    [
      'of the fields of an earlier step',
      `${head}  /sale-draft:\n    find: none\n    write:\n      - order: { post: /orders, json: { a: 1 }, fields: { saleId: id } }\n      - line: { post: "/orders/{{ $order.§ }}/lines", json: { a: 1 } }\n`,
      ['saleId'],
    ],
    [
      'of the answer to a step, without the rows of its source',
      `${head}  /sale-draft:\n    find: none\n    write:\n      - order: { post: /orders, json: { a: 1 }, fields: { saleId: "§" } }\n`,
      ['id: number', 'state: text'],
    ],
  ])('%s', async (_what, text, expected) => {
    expect(await members(text)).toEqual(expected);
  });

  const body = (json: string): string =>
    `${head}  /sale-draft:\n    find: none\n    write:\n      - order: { post: /orders, json: ${json} }\n`;

  it.each([
    ['of a request body', body('{ § }'), ['customer: text', 'lines: list of records']],
    ['of the items of its lists', body('{ lines: [{ $each: lines, $item: { § } }] }'), ['sku: text', 'qty: number']],
    ['that are missing in it', body('{ customer: "x", § }'), ['lines: list of records']],
    ['of parameters', list('/invoices', '    params: { § }\n'), ['state: text', 'page: text']],
  ])('%s', async (_what, text, expected) => {
    expect((await members(text)).filter((one) => !one.startsWith('$'))).toEqual(expected);
  });
});

it('the paths of known requests are proposed, those of the method', async () => {
  expect(await members(list('/§', ''))).toEqual([
    '/customers: path',
    '/customers/K1/orders: path',
    '/orders/7/lines: path',
  ]);
  expect(await members(list('/ord§', ''))).toEqual(['/orders/7/lines: path', '/customers/K1/orders: path']);
  expect(await members(`${head}  /debtors/list:\n    post: /§\n`)).toEqual(['/orders: path', '/jsonrpc: path']);
  expect(await members(list('/customers', '    params: { get: /§ }\n'))).toEqual([]);
});

describe('where a member is known from', () => {
  it('is said with an example', async () => {
    expect(await hovered(customers('n§o'))).toBe('**no**: text\n\nExample: `K1`, recorded in the case "one".');
    expect(await hovered(customers('add§ress.city'))).toBe(
      '**address.city**: text\n\nExample: `Köln`, recorded in the case "one".',
    );
    expect(await hovered(customers('add§ress'))).toBe('**address**: record\n\nRecorded in the case "one".');
    expect(await hovered(customers('act§ive'))).toContain('Example: `true`');
    const { service, position } = await serviceAt(customers('lim§'));
    expect(service.complete(file, position).items[0]?.documentation).toBe(
      'Example: `12.5`, recorded in the case "one".',
    );
  });

  it('of real values only the form is shown', async () => {
    const invoices = (name: string): string => list('/invoices', `    fields: { name: "${name}" }\n`);
    expect(await hovered(invoices('num§ber'))).toBe(
      '**number**: text\n\nExample: `xx-9999/99`, masked, of the last answer to /invoices/list.',
    );
    expect(await hovered(invoices('deb§tor'))).toContain('`xxxxxxxx xxxxxx`');
    expect(await hovered(invoices('pa§id'))).toContain('`false`');
  });

  it("is said behind the vendor's words", async () => {
    const described = `profile: acme
contract: "1"
sources:
  erp: { http: "https://erp.example/api", literals: odata, describedBy: metadata.xml, request: { rows: value } }
endpoints:
  /sales-orders/list:
    get: /customers
    fields: { erpSoId: "displ§ayName" }
`;
    const answered = [exchange('GET', '/customers', { answer: { value: [{ displayName: 'Chair' }] } })];
    expect(await hovered(described, answered)).toBe(
      '**displayName**: Edm.String, at most 100 characters\n\nExample: `Chair`, recorded in the case "one".',
    );
    expect(await hovered(described, [])).toBe('**displayName**: Edm.String, at most 100 characters');
  });

  it('is said of members of request bodies', async () => {
    const text = `${head}  /sale-draft:\n    find: none\n    write:\n      - order: { post: /orders, json: { cus§tomer: x } }\n`;
    expect(await hovered(text)).toBe('**customer**: text\n\nExample: `K1`, recorded in the case "a draft".');
  });
});
