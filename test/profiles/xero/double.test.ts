/** The double of Xero: tokens for one use, conditions, and documents that are created once. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import start from '../../../profiles/xero/double.ts';
import { doubleTools, type ErpDouble } from '../../../src/workbench/checks/conformance/erp-double.ts';

let double: ErpDouble;
let access = '';

const address = (): string => double.environment.XERO_ADDRESS ?? '';

async function token(refresh: string) {
  const basic = Buffer.from('engine:secret%2Dof%2Dthe%2Ddouble').toString('base64');
  return fetch(`${address()}/connect/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refresh }),
  });
}

function ask(path: string, init: RequestInit = {}, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const tenant = double.environment.XERO_TENANT ?? '';
  const required = { authorization: `Bearer ${access}`, accept: 'application/json', 'xero-tenant-id': tenant };
  return fetch(`${address()}/api.xro/2.0${path}`, { ...init, headers: { ...required, ...headers } });
}

beforeAll(async () => {
  double = await start(new Map(), doubleTools);
  access = JSON.parse(await (await token('token-of-a-test')).text()).access_token;
});
afterAll(() => double.close());

it('gives a new refresh token at each use, and takes each once', async () => {
  const first = JSON.parse(await (await token('refresh-1')).text());
  expect(first).toMatchObject({ refresh_token: 'refresh-2' });
  expect((await token('refresh-1')).status).toBe(400);
  access = first.access_token;
  expect((await ask('/Organisation')).status).toBe(200);
  expect((await ask('/Organisation', {}, { 'xero-tenant-id': 'another' })).status).toBe(403);
});

it.each([
  ['Type=="ACCREC" AND InvoiceNumber=="2026/0042"', 1],
  ['InvoiceNumber=="INV-0001"', 2], // a sales invoice and a supplier's bill
  ['InvoiceNumber=="INV-0001" && (Type=="ACCPAY" OR Type=="ACCRECCREDIT")', 1],
  ['Date>=DateTime(2026,08,01) AND Date<DateTime(2026,08,01)', 0],
  ['Contact.ContactID==guid("00000000-0000-4000-8000-000000000000")', 0],
])('selects invoices by %s', async (where, count) => {
  const { Invoices } = JSON.parse(await (await ask(`/Invoices?${new URLSearchParams({ where })}`)).text());
  expect(Invoices).toHaveLength(count);
});

it.each(['Typ=="ACCREC"', 'Type="ACCREC"', 'Type=="ACCREC'])('refuses the condition %s', async (where) => {
  expect((await ask(`/Invoices?${new URLSearchParams({ where })}`)).status).toBe(400);
});

it('answers a repeated key with the first document, and refuses a number that exists', async () => {
  const quote = {
    QuoteNumber: 'QU-T1',
    Contact: { ContactID: double.environment.XERO_DRAFT_CONTACT },
    Date: '2026-08-25',
    CurrencyCode: 'NZD',
    LineAmountTypes: 'EXCLUSIVE',
    LineItems: [{ ItemCode: 'BOOK', Quantity: 2, UnitAmount: 10, TaxType: 'OUTPUT2' }],
  };
  const put = (key: string) =>
    ask(
      '/Quotes?summarizeErrors=true',
      { method: 'PUT', body: JSON.stringify({ Quotes: [quote] }) },
      { 'Idempotency-Key': key },
    );
  const made = await (await put('one')).text();
  expect(JSON.parse(made).Quotes[0]).toMatchObject({ QuoteNumber: 'QU-T1', Status: 'DRAFT', Total: 23 });
  expect(await (await put('one')).text()).toBe(made);
  const again = await put('two');
  expect([again.status, await again.text()]).toEqual([400, expect.stringContaining('Quote number must be unique')]);
});
