/** The rules of Acumatica that its double has beyond the description. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import start from '../../../profiles/acumatica/double.ts';
import { doubleTools, type ErpDouble } from '../../../src/workbench/checks/conformance/erp-double.ts';

let double: ErpDouble;
let token: string;

async function send(path: string, method = 'GET', body?: object, bearer = token) {
  const response = await fetch(`${double.environment.ACUMATICA_ADDRESS}/entity/Default/24.200.001${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, location: response.headers.get('location'), body: parsed };
}

beforeAll(async () => {
  double = await start(new Map(), doubleTools);
  const { environment } = double;
  const form = {
    grant_type: 'password',
    client_id: environment.ACUMATICA_CLIENT ?? '',
    client_secret: environment.ACUMATICA_CLIENT_SECRET ?? '',
    username: environment.ACUMATICA_USER ?? '',
    password: environment.ACUMATICA_PASSWORD ?? '',
    scope: 'api',
  };
  const login = (fields: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(`${environment.ACUMATICA_ADDRESS}/identity/connect/token`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
  expect((await login({ ...form, password: 'other' })).status).toBe(400);
  const granted: { access_token?: string } = JSON.parse(await (await login(form)).text());
  token = granted.access_token ?? '';
});
afterAll(() => double.close());

it('needs a token', async () => expect((await send('/Customer', 'GET', undefined, 'other')).status).toBe(401));

it.for([
  ['/Payment?$expand=ApplicationHistory', 'ApplicationHistory'],
  ['/Customer?$expand=CreditVerificationRules', 'CreditVerificationRules'],
])('a list does not have what Acumatica computes: %s', async ([path = '', name = '']) => {
  const exceptionMessage = `Optimization cannot be performed. The following fields cause the error: ${name}`;
  expect(await send(path)).toMatchObject({ status: 500, body: { exceptionMessage } });
});

it('texts are compared without case, fields are { value }, and one without a value is empty', async () => {
  const filter = "CustomerID eq 'jevycomp' and substringof('COMP',CustomerName)";
  expect(await send(`/Customer?$filter=${filter}&$select=CustomerID,CurrencyID`)).toMatchObject({
    status: 200,
    body: [{ CustomerID: { value: 'JEVYCOMP' }, CurrencyID: {}, custom: {} }],
  });
});

it('a record is there by its key and by its id, and none is an error', async () => {
  const { body } = await send('/Customer/JEVYCOMP');
  expect(body).toMatchObject({ CustomerName: { value: 'Jevy Computers' } });
  const exceptionType = expect.stringContaining('NoEntitySatisfiesTheCondition');
  expect(await send('/Customer/NOBODY')).toMatchObject({ status: 500, body: { exceptionType } });
});

it('a release is an operation whose address shows how it ended; a released document cannot be deleted', async () => {
  const invoice = (day: string) => ({
    ...{ Type: { value: 'Invoice' }, Customer: { value: 'GOODFOOD' }, Date: { value: day }, Hold: { value: false } },
    Details: [
      { Qty: { value: 2 }, UnitPrice: { value: 10 }, Account: { value: '40000' }, TaxCategory: { value: 'EXEMPT' } },
    ],
  });
  const release = async (date: string) => {
    const { body } = await send('/Invoice', 'PUT', invoice(`${date}T00:00:00`));
    const { status, location } = await send('/Invoice/ReleaseInvoice', 'POST', { entity: body });
    expect(status).toBe(202);
    const { id }: { id?: string } = JSON.parse(JSON.stringify(body));
    return { id, ended: await send(String(location).replace(/^.*24\.200\.001/, '')) };
  };
  const released = await release('2026-08-20');
  expect(released.ended.status).toBe(204);
  expect(await send(`/Invoice/${released.id}`, 'DELETE')).toMatchObject({ status: 500 });
  const closed = await release('2024-08-20');
  expect(closed.ended).toMatchObject({ status: 422, body: { exceptionMessage: expect.stringContaining('closed') } });
  expect(await send(`/Invoice/${closed.id}`, 'DELETE')).toMatchObject({ status: 204 });
});

it('what a field does not take is named in it, and nothing is stored', async () => {
  const before = await double.counts?.();
  const order = { OrderType: { value: 'SO' }, CustomerID: { value: 'HOLDCO' }, Details: [] };
  const error = "CustomerID: The customer status is 'On Hold'.";
  expect(await send('/SalesOrder', 'PUT', order)).toMatchObject({ status: 422, body: { CustomerID: { error } } });
  expect(await double.counts?.()).toEqual(before);
});
