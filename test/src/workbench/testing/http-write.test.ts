/** `engine test` over a write by HTTP: a draft whose answer is 201 with a Location and no body, its repeat, and a refusal. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { contract } from '../../../../src/contract/index.ts';
import { type Ended, runHere } from '../../cli/here.ts';
import { folderWith } from '../../service/server/fixture.ts';

const draft = '/sale-draft';
const profile = `
profile: shop
title: A shop
contract: "1"
sources:
  erp: { http: "https://api.example.com/v2", literals: odata, probe: { get: /ping }, request: { rows: value } }
endpoints:
  ${draft}:
    key: { from: poNumber, max: 30 }
    find:
      get: /orders
      params: { $filter: ["reference eq {{ $key }}"] }
      fields: { saleId: id, receivedAt: created, key: reference }
    write:
      - order:
          post: /orders
          json: { reference: "{{ $key }}", items: { $each: lines, $item: { number: "{{ sku }}", quantity: "{{ qty }}" } } }
          fields: { saleId: "$split($headers.location, '/')[-1]" }
          outcomes: [{ when: "$status = 409", refuse: "The ERP has closed {{ period }}", field: poNumber }]
`;
const small = { ...contract, endpoints: contract.endpoints.filter(({ path }) => path === draft) };

let folder: string;
beforeEach(() => {
  folder = folderWith({ 'shop.yaml': profile });
  mkdirSync(join(folder, 'cases'));
});

function run(cases: string, ...args: readonly string[]): Promise<Ended> {
  writeFileSync(join(folder, 'cases', 'a.yaml'), cases);
  return runHere(['test', './shop.yaml', ...args], { env: {}, cwd: folder, contract: small });
}

const look = (rows: string): string =>
  `      - { get: /orders, params: { $filter: "reference eq 'PO-1'" }, answer: { json: { value: [${rows}] } } }\n`;
const row = '{ id: A-17, reference: PO-1, created: 2026-08-25T10:00:00Z }';
const posted = `      - post: /orders
        json: { reference: PO-1, items: [{ number: X-1, quantity: 2 }] }
`;
const created = `${posted}        answer: { status: 201, headers: { Location: https://api.example.com/v2/orders/A-17 } }
`;
const call = (sentence: string, expected: string, exchanges: string): string => `  - case: ${sentence}
    call: ${draft}
    request: { poNumber: PO-1, currency: EUR, lines: [{ sku: X-1, qty: 2 }] }
    ${expected}
${exchanges === '' ? '' : `    http:\n${exchanges}`}`;
const answer = 'response: { saleId: A-17, status: draft, receivedAt: 2026-08-25T10:00:00.000Z }';
const head = 'now: 2026-08-25T10:00:00Z\ncases:\n';

it('a draft is sent once, its id comes from Location, and a repeat sends nothing', async () => {
  const { status, out, err } = await run(
    `${head}${call('a draft', answer, look('') + created + look(row))}${call('its repeat', answer, '')}`,
    '--coverage',
  );
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toContain('  ok   a draft\n  ok   its repeat\n2 passed, 0 failed.\n');
  expect(out).toContain('the outcome');
});

it('a refused request may be sent again', async () => {
  const refused = `${posted}        answer: { status: 409, json: { period: August } }\n`;
  const error = 'error: { status: 422, fields: { poNumber: The ERP has closed August } }';
  const cases = `${head}${call('refused', error, look('') + refused)}${call('taken', answer, look('') + created + look(row))}`;
  const { status, out } = await run(cases, '--coverage');
  expect({ status, held: out.includes('2 passed, 0 failed.') }).toEqual({ status: 0, held: true });
  expect(out).toMatch(/outcomes +1 of 1 +100 %/);
});

it('a body that differs fails the case, with a command that sends it', async () => {
  const other = created.replace('quantity: 2', 'quantity: 3');
  const { status, out } = await run(`${head}${call('a draft', answer, look('') + other + look(row))}`);
  expect(status).toBe(1);
  expect(out).toContain('http[1].json.items[0].quantity: expected 3, got 2');
  expect(out).toContain(`--data-raw '{"reference":"PO-1","items":[{"number":"X-1","quantity":2}]}'`);
});

it('a case does not wait for the lock of an earlier case whose outcome is unknown', async () => {
  const locked = profile.replace('    find:', '    lock: "\'account 42\'"\n    find:');
  writeFileSync(join(folder, 'shop.yaml'), locked);
  const lost = posted.replaceAll('PO-1', 'PO-2');
  const first = call('lost', 'error: { status: 503 }', `${look('')}${lost}        fails: reset\n`).replaceAll(
    'PO-1',
    'PO-2',
  );
  const second = call('another draft', answer, look('') + created + look(row));
  const { out } = await run(`${head}${first}${second}`);
  expect(out).toContain('  ok   lost\n  ok   another draft\n2 passed, 0 failed.\n');
});
