/** The double of Odoo accepts no more than Odoo does: it refuses wrong requests of a profile, by JSON-2 and by JSON-RPC. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openOdoo } from './odoo-environment.ts';

const failure = z.object({ name: z.string(), message: z.string() });
const line = { name: 'Rakes', quantity: 1, price_unit: 5, tax_ids: [[6, 0, []]] };
const invoice = {
  ...{ move_type: 'out_invoice', company_id: 1, journal_id: 1, partner_id: 12, currency_id: 2 },
  ...{ invoice_date: '2026-06-15', ref: 'A-1', payment_reference: 'A-1', invoice_origin: 'A-1' },
};
const context = { allowed_company_ids: [1] };
const create = (values: object): object => ({ vals_list: [{ ...invoice, ...values }], context });

const end = new AsyncDisposableStack();
afterAll(() => end.disposeAsync());
let url = '';
let apiKey = '';
beforeAll(async () => {
  const { double } = await openOdoo(end);
  ({ ODOO_URL: url = '', ODOO_API_KEY: apiKey = '' } = double.environment);
});

async function send(path: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  const apiHeaders = { authorization: `Bearer ${apiKey}`, 'x-odoo-database': 'nordlicht' };
  const all = { 'content-type': 'application/json', ...apiHeaders, ...headers };
  const response = await fetch(url + path, { method: 'POST', headers: all, body: JSON.stringify(body) });
  const answer = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: response.status, answer: isJson ? JSON.parse(answer) : answer };
}

const move = '/json/2/account.move';
const form = '/json/2/account.payment.register';

it.each([
  ['another key', `${move}/create`, create({}), 401, 'werkzeug.exceptions.Unauthorized', { authorization: 'Bearer x' }],
  ['an unknown method', `${move}/create_and_post`, create({}), 404, 'werkzeug.exceptions.NotFound', {}],
  ['an unknown argument', `${move}/create`, { values: [] }, 422, 'werkzeug.exceptions.UnprocessableEntity', {}],
  ['an unknown field', `${move}/create`, create({ number: 'A-1' }), 500, 'builtins.ValueError', {}],
  [
    'an unknown field of a line',
    `${move}/create`,
    create({ invoice_line_ids: [[0, 0, { ...line, qty: 1 }]] }),
    500,
    'builtins.ValueError',
    {},
  ],
  ['a line that is no command', `${move}/create`, create({ invoice_line_ids: [line] }), 500, 'builtins.TypeError', {}],
  [
    'taxes that nobody took away',
    `${move}/create`,
    create({ invoice_line_ids: [[0, 0, { ...line, tax_ids: [] }]] }),
    500,
    'builtins.Exception',
    {},
  ],
  [
    'another company than is allowed',
    `${move}/create`,
    create({ company_id: 2 }),
    403,
    'odoo.exceptions.AccessError',
    {},
  ],
  ['a journal of the bank', `${move}/create`, create({ journal_id: 2 }), 422, 'odoo.exceptions.UserError', {}],
  [
    'a customer that is not there',
    `${move}/create`,
    create({ partner_id: 9999 }),
    404,
    'odoo.exceptions.MissingError',
    {},
  ],
  ['posting what is posted', `${move}/action_post`, { ids: [104], context }, 422, 'odoo.exceptions.UserError', {}],
  [
    'a form without a document',
    `${form}/create`,
    { vals_list: [{ amount: 1 }], context },
    422,
    'odoo.exceptions.UserError',
    {},
  ],
  [
    'a form for a draft',
    `${form}/create`,
    { vals_list: [{ amount: 1 }], context: { active_model: 'account.move', active_ids: [108] } },
    422,
    'odoo.exceptions.UserError',
    {},
  ],
  [
    'a form that was never opened',
    `${form}/action_create_payments`,
    { ids: [7], context },
    404,
    'odoo.exceptions.MissingError',
    {},
  ],
] as const)('JSON-2 refuses %s', async (_what, path, body, status, name, headers) => {
  const { answer, ...told } = await send(path, body, headers);
  expect({ ...told, name: failure.parse(answer).name }).toEqual({ status, name });
});

it('JSON-2 is not there for another database', async () => {
  expect(await send(`${move}/create`, create({}), { 'x-odoo-database': 'other' })).toMatchObject({ status: 404 });
});

describe('JSON-RPC answers 200, and names the exception', () => {
  const call = (service: string, method: string, args: readonly unknown[]) =>
    send('/jsonrpc', { jsonrpc: '2.0', method: 'call', id: 1, params: { service, method, args } });

  it.each([
    ['another user', 3, 'create', [[invoice]], 'odoo.exceptions.AccessDenied'],
    ['an unknown method', 2, 'create_and_post', [[invoice]], 'werkzeug.exceptions.NotFound'],
    ['an unknown field', 2, 'create', [[{ ...invoice, number: 'A-1' }]], 'builtins.ValueError'],
    ['a customer that is not there', 2, 'create', [[{ ...invoice, partner_id: 9999 }]], 'odoo.exceptions.MissingError'],
  ] as const)('for %s', async (_what, uid, method, given, name) => {
    const args = ['nordlicht', uid, apiKey, 'account.move', method, given, { context }];
    const told = await call('object', 'execute_kw', args);
    expect(told).toMatchObject({ status: 200, answer: { error: { code: 200, data: { name } } } });
    expect(told.answer).not.toHaveProperty('result');
  });

  it('or false, where a login is not its own', async () => {
    const login = (name: string, key: string) => call('common', 'authenticate', ['nordlicht', name, key, {}]);
    expect(await login('middleware@nordlicht.example', 'x')).toMatchObject({ answer: { result: false } });
    expect(await login('clerk@nordlicht.example', apiKey)).toMatchObject({ answer: { result: false } });
    expect(await login('middleware@nordlicht.example', apiKey)).toMatchObject({ answer: { result: 2 } });
  });
});
