/** The rules of Business Central that its double has beyond the description. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isMap, type Members } from '../../../engine/host/index.ts';
import start from '../../../profiles/business-central/double.ts';
import { doubleTools, type ErpDouble } from '../../../src/workbench/checks/conformance/erp-double.ts';
import { runHere } from '../../src/cli/here.ts';

let double: ErpDouble;
let token: string;

const api = '/api/v2.0/companies(6c4bc1b0-3c5e-4b0e-9d8e-0d6f6f1c2a11)';
const company = 'company=CRONUS%20UK%20Ltd.';

async function send(
  path: string,
  init: RequestInit = {},
): Promise<{ readonly status: number; readonly body: Members }> {
  const address = `${double.environment.BC_ADDRESS}/v2.0/cronus.example/production${path}`;
  const response = await fetch(address, { ...init, headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  const body: unknown = text === '' ? {} : JSON.parse(text);
  return { status: response.status, body: isMap(body) ? body : {} };
}

beforeAll(async () => {
  double = await start(new Map(), doubleTools);
  const { BC_LOGIN: address, BC_CLIENT: id = '', BC_CLIENT_SECRET: secret = '' } = double.environment;
  const scope = 'https://api.businesscentral.dynamics.com/.default';
  const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret, scope };
  const login = (body: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(`${address}/cronus.example/oauth2/v2.0/token`, { method: 'POST', body: new URLSearchParams(body) });
  expect((await login({ ...form, client_secret: 'other' })).status).toBe(401);
  const granted: unknown = await (await login(form)).json();
  token = isMap(granted) ? String(granted.access_token) : '';
});
afterAll(() => double.close());

it.for<[path: string, status: number, code: string]>([
  [`${api}/customers?$filter=number eq 'C00010' or number eq 'C00020'`, 200, ''],
  [`${api}/customers?$filter=number eq 'C00010' or city eq 'Leeds'`, 400, 'BadRequest'],
  [
    `${api}/customers?$filter=blocked eq '_x0020_' and (number eq 'C00010' or contains(displayName,'a'))`,
    400,
    'BadRequest',
  ],
  [`${api}/customers?$filter=contains(tolower(displayName),'a')`, 400, 'BadRequest'],
  [`${api}/customers?$filter=contains(tolower(displayName),'a')&$schemaversion=2.1`, 200, ''],
  [`${api}/customers?$filter=number in ('C00010')`, 400, 'BadRequest'],
  [`${api}/salesInvoiceLines`, 400, 'BadRequest'],
  [`${api}/salesInvoiceLines?$filter=documentId ne 00000000-0000-0000-0000-000000000000`, 400, 'BadRequest'],
  [`${api}/salesInvoiceLines?$filter=documentId eq 00000000-0000-0000-0000-000000000000`, 200, ''],
  [`${api}/customers?$filter=county eq 'x'`, 400, 'BadRequest'],
  [`${api}/customers(00000000-0000-0000-0000-000000000000)`, 404, 'BadRequest_NotFound'],
  [`${api}/vendors`, 404, 'BadRequest_ResourceNotFound'],
  ['/api/v1.0/customers', 404, 'BadRequest_ResourceNotFound'],
  ['/ODataV4/CustomerList', 404, 'BadRequest_ResourceNotFound'],
  [`/ODataV4/CustomerList?${company}`, 200, ''],
  [`/ODataV4/customers?${company}`, 404, 'BadRequest_ResourceNotFound'],
])('GET %s', async ([path, status, code]) => {
  const answer = await send(path);
  const error = isMap(answer.body.error) ? answer.body.error.code : '';
  expect([answer.status, error]).toEqual([status, code]);
});

it('needs a token', async () => {
  const address = `${double.environment.BC_ADDRESS}/v2.0/cronus.example/production${api}/customers`;
  expect((await fetch(address)).status).toBe(401);
});

it('answers a customer with what its ledger says, and blank for what nobody has filled in', async () => {
  const { body } = await send(`${api}/customers?$filter=number eq 'C00010'&$expand=customerFinancialDetail`);
  const blank = { website: '', blocked: '_x0020_', taxAreaId: expect.stringMatching(/^0{8}-/) };
  const customerFinancialDetail = { number: 'C00010', balance: expect.any(Number) };
  expect(body).toMatchObject({ value: [{ number: 'C00010', ...blank, customerFinancialDetail }] });
});

it.for<[method: string, path: string, body: object, status: number, code: string]>([
  ['POST', '/salesOrders', { customerNumber: 'C00010', status: 'Open' }, 400, 'BadRequest_InvalidRequestBody'],
  ['POST', '/salesOrders', { customerNumber: 'C00010', custmer: 1 }, 400, 'BadRequest_InvalidRequestBody'],
  ['POST', '/salesOrders', { externalDocumentNumber: 'x'.repeat(36) }, 400, 'BadRequest_InvalidRequestBody'],
  ['POST', '/salesOrders', { customerNumber: 'C99999' }, 400, 'Application_DialogException'],
  ['POST', '/customers', { displayName: 'New' }, 405, 'BadRequest_MethodNotAllowed'],
  ['DELETE', '/customers(00000000-0000-0000-0000-000000000000)', {}, 404, 'BadRequest_NotFound'],
])('%s %s %j', async ([method, path, body, status, code]) => {
  const before = await double.counts?.();
  const answer = await send(`${api}${path}`, { method, body: JSON.stringify(body) });
  expect(answer).toMatchObject({ status, body: { error: { code } } });
  expect(await double.counts?.()).toEqual(before);
});

it('serves its metadata at the root of the service, where the profile asks for it', async () => {
  for (const path of ['/api/v2.0/$metadata', '/ODataV4/$metadata']) {
    const address = `${double.environment.BC_ADDRESS}/v2.0/cronus.example/production${path}`;
    const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
    expect([path, answer.status, (await answer.text()).includes('<EntityContainer')]).toEqual([path, 200, true]);
  }
  const ended = await runHere(
    ['check', '--connect', join(import.meta.dirname, '../../../profiles/business-central/profile.yaml')],
    { env: double.environment, cwd: import.meta.dirname },
  );
  expect(`${ended.out}${ended.err}`).not.toMatch(/API81[34]/);
});
