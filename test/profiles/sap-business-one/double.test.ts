/** The rules of the Service Layer that its double has beyond the description. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMap, type Members } from '../../../engine/host/index.ts';
import start from '../../../profiles/sap-business-one/double.ts';
import { doubleTools, type ErpDouble } from '../../../src/workbench/checks/conformance/erp-double.ts';

let double: ErpDouble;
let cookie = '';

interface Reply {
  readonly status: number;
  readonly body: Members;
  readonly cookie: string;
}

async function send(
  method: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const response = await fetch(`${double.environment.B1_ADDRESS}/b1s/v1${path}`, {
    method,
    headers: { cookie, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed: unknown = text === '' ? {} : JSON.parse(text);
  return {
    status: response.status,
    body: isMap(parsed) ? parsed : {},
    cookie: (response.headers.get('set-cookie') ?? '').replace(/;.*/, ''),
  };
}

const login = (password: string): Promise<Reply> =>
  send('POST', '/Login', { CompanyDB: 'SBODEMODE', UserName: 'engine', Password: password });

const codeOf = ({ body: { error } }: Reply): unknown => (isMap(error) ? error.code : undefined);
const valuesOf = ({ body: { value } }: Reply): readonly Members[] => (Array.isArray(value) ? value.filter(isMap) : []);

beforeAll(async () => {
  double = await start(new Map(), doubleTools);
});
afterAll(() => double.close());

describe('a session', () => {
  it('is needed, begins with the password, and ends with a logout', async () => {
    expect([(await send('GET', '/Orders')).status, codeOf(await send('GET', '/Orders'))]).toEqual([401, 301]);
    expect((await login('other')).status).toBe(401);
    const granted = await login('double-password');
    expect(granted.body).toMatchObject({ SessionTimeout: 30 });
    cookie = granted.cookie;
    expect((await send('GET', '/Orders?$top=1')).status).toBe(200);
    expect((await send('POST', '/Logout')).status).toBe(204);
    expect((await send('GET', '/Orders')).status).toBe(401);
    ({ cookie } = await login('double-password'));
  });
});

describe('a query', () => {
  it.for<[path: string, status: number]>([
    ["/BusinessPartners?$filter=substringof('Nord',CardName)", 200],
    ["/BusinessPartners?$filter=substringof('nord',tolower(CardName))", 400],
    ['/Orders?$filter=DocTotal add 1 gt 5', 400],
    ["/Items('A00001')?$select=ItemCode", 200],
    ['/Orders?$select=DocEntry,DocumentLines', 400],
    ['/Orders?$select=DocEntry,Country', 400],
    ["/BusinessPartners('NONE')", 404],
    ["/SQLQueries('NONE')/List", 404],
    ["/SQLQueries('EngineAccount')/List?customer='C20000'", 400],
  ])('%s', async ([path, status]) => {
    expect((await send('GET', path)).status).toBe(status);
  });

  it('compares capital and small letters, unless the request says otherwise', async () => {
    const path = "/BusinessPartners?$filter=substringof('KONZERN',CardName)&$select=CardCode";
    expect(valuesOf(await send('GET', path))).toEqual([]);
    expect(valuesOf(await send('GET', path, undefined, { 'B1S-CaseInsensitive': 'true' }))).toHaveLength(2);
  });

  it('has pages of the preferred size, with a link', async () => {
    const reply = await send('GET', '/Items?$select=ItemCode', undefined, { Prefer: 'odata.maxpagesize=2' });
    expect([valuesOf(reply).length, typeof reply.body['odata.nextLink']]).toEqual([2, 'string']);
  });
});

describe('a document', () => {
  const order = { CardCode: 'C20000', DocObjectCode: 'oOrders', DocumentLines: [{ ItemCode: 'A00002', Quantity: 3 }] };

  it('has the price and the discount of SAP Business One, and tax', async () => {
    // From 2026-08-25 on the special price of item 2 is 8.00 less 12.5 %, that is 7.00; three of them with 19 % tax are 24.99.
    const reply = await send('POST', '/Drafts', { ...order, DocDate: '2026-08-25' });
    expect(reply).toMatchObject({ status: 201, body: { DocTotal: 24.99, DocTotalFc: 0, DocCurrency: 'EUR' } });
  });

  it.for<[what: string, change: object, status: number]>([
    ['an unknown customer', { CardCode: 'NONE' }, 400],
    ['a supplier', { CardCode: 'V10000' }, 400],
    ['an inactive customer', { CardCode: 'C20020' }, 400],
    ['a customer who was active until 2024', { CardCode: 'C20022' }, 400],
    ['a customer who was inactive until 2024', { CardCode: 'C20021' }, 201],
    ['an unknown item', { DocumentLines: [{ ItemCode: 'NONE' }] }, 404],
    ['an item that is not sold', { DocumentLines: [{ ItemCode: 'A00028' }] }, 400],
    ['no lines', { DocumentLines: [] }, 400],
    ['a currency of others', { DocCurrency: 'GBP' }, 400],
    ['a member that it does not have', { Shipping: 1 }, 400],
  ])('with %s', async ([, change, status]) => {
    expect((await send('POST', '/Drafts', { ...order, ...change })).status).toBe(status);
  });

  it('is not posted in a closed period', async () => {
    const { status, body } = await send('POST', '/Invoices', { ...order, DocDate: '2024-12-31' });
    expect([status, codeOf({ status, body, cookie })]).toEqual([400, -4013]);
  });
});

it('a payment settles at most what is open, and changes the balance of the account', async () => {
  const balanceOf = async (): Promise<unknown> =>
    (await send('GET', "/BusinessPartners('C20002')")).body.CurrentAccountBalance;
  const invoice = await send('POST', '/Invoices', {
    CardCode: 'C20002',
    DocDate: '2026-08-25',
    DocumentLines: [{ ItemCode: 'ERLOES', Quantity: 1, UnitPrice: 10, VatGroup: 'A0' }],
  });
  const before = Number(await balanceOf());
  const pay = (sum: number): Promise<Reply> =>
    send('POST', '/IncomingPayments', {
      CardCode: 'C20002',
      TransferAccount: '_SYS00000000343',
      TransferSum: sum,
      PaymentInvoices: [{ DocEntry: invoice.body.DocEntry, InvoiceType: 'it_Invoice', SumApplied: sum }],
    });
  expect((await pay(10.01)).status).toBe(400);
  expect((await pay(4)).status).toBe(201);
  expect(await balanceOf()).toBeCloseTo(before - 4, 6);
  expect((await send('GET', `/Invoices(${invoice.body.DocEntry})`)).body).toMatchObject({
    PaidToDate: 4,
    DocumentStatus: 'bost_Open',
  });
  expect((await pay(6)).status).toBe(201);
  expect((await send('GET', `/Invoices(${invoice.body.DocEntry})`)).body).toMatchObject({
    DocumentStatus: 'bost_Close',
  });
  expect((await pay(1)).status).toBe(400);
});

it('records have the rows of their tables, and balances follow from them', async () => {
  const { data } = double;
  if (data?.kind !== 'tables') throw new Error('The double has no tables.');
  const memberOf = async (path: string, member: string): Promise<unknown> => (await send('GET', path)).body[member];
  const customer = "/BusinessPartners('C20004')";
  const balances = async (): Promise<readonly unknown[]> => [
    await memberOf(customer, 'OpenOrdersBalance'),
    await memberOf(customer, 'OpenDeliveryNotesBalance'),
  ];
  // 46 and 2 x 11.33 with 7 % tax are 557.66 and 24.25; a third of 581.91 is delivered.
  expect(await balances()).toEqual([387.94, 193.97]);
  await data.execute("DELETE FROM ODLN WHERE CardCode = 'C20004'");
  expect(await balances()).toEqual([581.91, 0]);
  await data.execute('DELETE FROM RDR1 WHERE DocEntry = 43 AND LineNum = 0');
  expect(await memberOf('/Orders(43)', 'DocumentLines')).toMatchObject([
    { LineNum: 1, Quantity: 2, GrossTotal: 24.25 },
  ]);
});
