/** Parts of the protocol that every service has: metadata, keys, replaced records, preferences, functions, and what a double does not have. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { odataDouble } from '../../../../../src/workbench/testing/odata-double/odata-double.ts';
import { recordsOf, serviceLayer } from './service-layer.ts';

const folder = mkdtempSync(join(tmpdir(), 'engine-protocol-'));
afterAll(() => rmSync(folder, { recursive: true }));

const metadata = join(import.meta.dirname, 'service-layer.xml');
const rows = {
  BusinessPartners: [{ CardCode: "O'Neil", CardName: 'Neil', CreditLimit: 3, Active: true, Guid: null }],
  Activities: [
    { ActivityCode: 1, CardCode: "O'Neil" },
    { ActivityCode: 2, CardCode: null },
  ],
  Orders: [{ DocEntry: 1, CardCode: "O'Neil" }],
};

describe('metadata', () => {
  it.each([
    ['/api/v2.0/companies(5)', '/api/v2.0/$metadata'],
    ['/api/v2.0/companies(5)', '/api/v2.0/companies(5)/$metadata'],
    ['/b1s/v2', '/b1s/v2/$metadata'],
  ])('of a service at %s are at %s', async (base, path) => {
    const double = await odataDouble({ services: [{ base, metadata }], rows: {}, environment: (url) => ({ url }) });
    const answer = await fetch(`${double.environment.url}${path}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml']);
    expect(await answer.text()).toContain('<edmx:Edmx');
    expect((await fetch(`${double.environment.url}${path}`, { method: 'POST' })).status).toBe(405);
    await double.close();
  });
});

it.each([
  ['/BusinessPartners(5)', '"CardCode" is a text (Edm.String), and is compared with a number.'],
  ["/Orders('1')", '"DocEntry" is a number (Edm.Int32), and is compared with a text.'],
  ['/Orders(DocEntry=1.5a)', undefined],
])('a key of another type is refused: %s', async (path, message) => {
  const { send } = await serviceLayer(rows);
  const answer = await send(path);
  expect(answer.status).toBe(400);
  if (message !== undefined) expect(answer.body).toMatchObject({ error: { message } });
});

describe('a record', () => {
  const path = "/BusinessPartners('O''Neil')";
  const put = (body: object, headers = {}) => ({ method: 'PUT', headers, body: JSON.stringify(body) });

  it('that is replaced has the members of the body alone', async () => {
    const { send } = await serviceLayer(rows);
    expect((await send(path, put({ CardCode: 'other', CardName: 'New' }))).status).toBe(204);
    expect((await send(path)).body).toMatchObject({
      CardCode: "O'Neil",
      CardName: 'New',
      CreditLimit: null,
      Active: null,
    });
  });

  it('that is replaced has what is never null', async () => {
    const { send } = await serviceLayer(rows);
    expect(await send('/Orders(1)', put({ NumAtCard: 'x' }))).toMatchObject({
      status: 400,
      body: { error: { message: "The body has no 'CardCode', which is never null." } },
    });
    expect((await send('/Orders(1)', put({ CardCode: 'C2' }))).status).toBe(204);
  });

  it('that is changed is answered where the request prefers that, and one that is created is not', async () => {
    const { send, double } = await serviceLayer(rows);
    const prefer = (value: string) => ({ prefer: `return=${value}` });
    const changed = await send(path, put({ CardName: 'New' }, prefer('representation')));
    expect(changed).toMatchObject({ status: 200, body: { CardCode: "O'Neil", CardName: 'New' } });
    const url = `${double.environment.url}/BusinessPartners`;
    const body = JSON.stringify({ CardCode: "D'Or" });
    const created = await fetch(url, { method: 'POST', headers: prefer('minimal'), body });
    const address = `${url}('D''Or')`;
    expect([created.status, await created.text(), created.headers.get('odata-entityid')]).toEqual([204, '', address]);
    expect((await send(created.headers.get('location') ?? '')).body).toMatchObject({ CardCode: "D'Or" });
    const whole = await fetch(url, { method: 'POST', body: JSON.stringify({ CardCode: 'E' }) });
    expect([whole.status, whole.headers.get('location')]).toEqual([201, `${url}('E')`]);
  });

  it('that is related and does not exist is answered without a body', async () => {
    const { send } = await serviceLayer(rows);
    expect((await send('/Activities(1)/BusinessPartner')).body).toMatchObject({ CardName: 'Neil' });
    expect(await send('/Activities(2)/BusinessPartner')).toEqual({ status: 204, body: {} });
    expect((await send('/Activities(2)/BusinessPartner/Activities')).status).toBe(404);
    expect((await send('/Activities(3)/BusinessPartner')).status).toBe(404);
  });

  it('has all related records with $expand=*', async () => {
    const { send } = await serviceLayer(rows);
    const [first] = recordsOf(await send('/BusinessPartners?$expand=*&$select=CardCode'));
    expect(first).toMatchObject({ CardCode: "O'Neil", Activities: [{ ActivityCode: 1 }] });
  });
});

describe('a function', () => {
  const calls = {
    'Orders/SAPB1.Due': (order: unknown, parameters: object) => ({
      value: { ...parameters, order: order !== undefined },
    }),
    Find: (_: unknown, parameters: object) => ({ value: parameters }),
  };

  it.each([
    ['/Orders(1)/SAPB1.Due(day=2026-01-31,rate=1.5)', { day: '2026-01-31', rate: 1.5, order: true }],
    ['/Orders(1)/Due(day=2026-01-31)', { day: '2026-01-31', order: true }],
    ['/Orders(1)/Due(day=@d,rate=null)?@d=2026-01-31', { day: '2026-01-31', rate: null, order: true }],
    ["/Find(text='O''Neil')", { text: "O'Neil" }],
    ["/Find(text=@t)?@t='x'", { text: 'x' }],
  ])('is given its parameters: %s', async (path, value) => {
    const { send } = await serviceLayer(rows, () => ({ calls }));
    expect(await send(path)).toEqual({ status: 200, body: { value } });
  });

  it.each([
    ["/Find(txt='x')", "Find has no parameter 'txt'."],
    ['/Find()', "Find requires the parameter 'text'."],
    ['/Find(text=5)', `Find has 'text' as 5, which is no Edm.String (service-layer.xml).`],
    ["/Orders(1)/Due(day='soon')", `SAPB1.Due has 'day' as "soon", which is no Edm.Date (service-layer.xml).`],
  ])('refuses other parameters: %s', async (path, message) => {
    const { send } = await serviceLayer(rows, () => ({ calls }));
    expect(await send(path)).toMatchObject({ status: 400, body: { error: { message } } });
  });

  it('of OData 2 has its parameters in the query', async () => {
    const file = join(folder, 'v2.xml');
    writeFileSync(
      file,
      `<edmx:Edmx Version="1.0" xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx"><edmx:DataServices m:DataServiceVersion="2.0" xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata">
      <Schema Namespace="N"><EntityType Name="Item"><Key><PropertyRef Name="Id"/></Key><Property Name="Id" Type="Edm.Int32" Nullable="false"/></EntityType>
      <EntityContainer Name="C"><EntitySet Name="Items" EntityType="N.Item"/><FunctionImport Name="Price" ReturnType="Edm.Decimal" m:HttpMethod="GET"><Parameter Name="item" Type="Edm.String"/><Parameter Name="count" Type="Edm.Int32"/></FunctionImport></EntityContainer>
      </Schema></edmx:DataServices></edmx:Edmx>`,
    );
    const rules = () => ({ calls: { Price: (_: unknown, parameters: object) => ({ d: parameters }) } });
    const { send } = await serviceLayer({ Items: [] }, rules, file);
    expect((await send("/Price?item='A''1'&count=2")).body).toEqual({ d: { item: "A'1", count: 2 } });
    expect((await send("/Price?item='A'&number=2")).status).toBe(400);
  });
});

it.each(['$apply=identity', '$compute=Hours as h', '$search=x'])('%s is not implemented', async (option) => {
  const { send } = await serviceLayer(rows);
  expect(await send(`/Activities?${option}`)).toMatchObject({
    status: 501,
    body: { error: { code: 'NotImplemented', message: `The double does not have ${option.split('=')[0]}.` } },
  });
});
