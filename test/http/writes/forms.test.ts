/**
 * Less common forms of writes over HTTP: an answer without a body, a lookup in a database, a request for each line.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ErpEngine } from '../../support/erp.ts';
import { answerOf, draftOf } from './bench.ts';
import { openScripted, type Scripted } from './scripted.ts';

let scripted: Scripted;
let erp: Scripted['erp'];
let database: Scripted['database'];

beforeEach(async () => {
  scripted = await openScripted(
    'create table orders (id integer primary key, ref text not null, made text not null, lines integer default 0)',
  );
  ({ erp, database } = scripted);
});
afterEach(() => scripted.close());

/**
 * An engine whose drafts are written as `draft` says, and all requests carry what `request` does. `clock`: of the
 * database; the API's is UTC.
 */
const open = (draft: object, request: object = {}, clock = 'UTC'): Promise<ErpEngine> =>
  scripted.open({ '/sale-draft': { key: { from: 'poNumber' }, ...draft } }, { request }, clock);

const lookUp = {
  use: 'db',
  query: 'SELECT id AS saleId, made AS receivedAt, ref AS "key", lines AS _lines FROM orders WHERE ref = :key',
};

it('the id is taken from Location if a 201 answer has no body', async () => {
  const engine = await open({
    find: 'none',
    write: [
      {
        order: {
          use: 'api',
          post: '/orders',
          json: { ref: '{{ $key }}' },
          fields: { saleId: "$split($headers.location, '/')[-1]", receivedAt: '$now' },
        },
      },
    ],
  });
  erp.does((_request, _body, response) => void response.writeHead(201, { location: `${erp.url}/orders/A-17` }).end());
  const answer = await answerOf(engine, '/sale-draft', draftOf('PO-1'));
  expect(answer).toMatchObject({ saleId: 'A-17', status: 'draft' });
  expect(await answerOf(engine, '/sale-draft', draftOf('PO-1'))).toEqual(answer);
  expect(erp.seen).toEqual(['POST /orders']);
});

it("a time of a step is in the clock of the step's source, also where the lookup reads another one", async () => {
  const order = {
    use: 'api',
    post: '/orders',
    json: { ref: '{{ $key }}' },
    fields: { saleId: 'id', receivedAt: 'at' },
  };
  // The database shows the document later, so that the answer consists of the step's values.
  const engine = await open({ find: lookUp, write: [{ order }] }, {}, 'Europe/Berlin');
  const stated = { id: 'R 17', at: '2026-03-01 10:00:00' };
  erp.does((_request, _body, response) => {
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(stated));
  });
  const answer = await answerOf(engine, '/sale-draft', draftOf('PO-1'));
  expect(answer).toMatchObject({ saleId: 'R 17', receivedAt: '2026-03-01T10:00:00.000Z' });
});

it('`$now` of a step is the present time, whatever the clock of the lookup', async () => {
  const order = {
    use: 'api',
    post: '/orders',
    json: { ref: '{{ $key }}' },
    fields: { saleId: 'id', receivedAt: '$now' },
  };
  const engine = await open({ find: lookUp, write: [{ order }] }, {}, 'Asia/Tokyo');
  erp.does((_request, _body, response) => {
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"R 18"}');
  });
  const { receivedAt } = await answerOf(engine, '/sale-draft', draftOf('PO-1'));
  expect(Math.abs(Date.parse(String(receivedAt)) - Date.now())).toBeLessThan(60_000);
});

it("a step omits the source's paging parameters", async () => {
  const storedOrder = { id: 7, made: '2026-03-01T10:00:00Z', ref: 'PO-1' };
  const request = {
    headers: { Prefer: 'odata.maxpagesize={{ $limit }}', 'X-App': 'engine' },
    params: { $top: '{{ $limit }}' },
  };
  const engine = await open(
    {
      find: {
        use: 'api',
        get: '/orders',
        page: { whole: true },
        fields: { saleId: 'id', receivedAt: 'made', key: 'ref' },
      },
      write: [{ order: { use: 'api', post: '/orders', json: { ref: '{{ $key }}' } } }],
    },
    request,
  );
  const asked: unknown[] = [];
  let made = false;
  erp.does(({ method, url, headers }, _body, response) => {
    asked.push([method, url, headers.prefer, headers['x-app']]);
    if (method === 'POST') made = true;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(made ? [storedOrder] : []));
  });
  expect(await answerOf(engine, '/sale-draft', draftOf('PO-1'))).toMatchObject({ saleId: '7' });
  expect(asked).toContainEqual(['POST', '/orders', undefined, 'engine']);
});

it('a document is looked up in a database, and created over HTTP', async () => {
  const engine = await open({
    find: lookUp,
    write: [{ order: { use: 'api', post: '/orders', json: { ref: '{{ $key }}' } } }],
  });
  const insert = database.prepare<string>("insert into orders (ref, made) values (?, '2026-03-01 10:00:00')");
  erp.does((request, { ref }, response) => {
    insert.run(String(ref));
    // The connection breaks when all is done.
    request.socket.destroy();
    response.destroy();
  });
  expect(await answerOf(engine, '/sale-draft', draftOf('PO-1'))).toMatchObject({ saleId: '1', status: 'draft' });
  expect(database.prepare('select count(*) as n from orders').get()).toEqual({ n: 1 });
  expect(erp.seen).toEqual(['POST /orders']);
});

it('a request for each line is sent again if its answer was lost, with the key of the line', async () => {
  const engine = await open({
    find: lookUp,
    write: [
      { order: { use: 'api', post: '/orders', json: { ref: '{{ $key }}' } } },
      {
        line: {
          use: 'api',
          each: { line: 'lines' },
          repeatable: true,
          put: '/orders/{{ $key }}/lines/{{ $line.number }}',
          json: { sku: '{{ $line.sku }}', qty: '{{ $line.qty }}' },
          done: '_lines = 2',
        },
      },
    ],
  });
  const insert = database.prepare<string>("insert into orders (ref, made) values (?, '2026-03-01 10:00:00')");
  const lines = new Map<string, unknown>();
  let lost = false;
  erp.does(({ method, url = '' }, body, response) => {
    if (method === 'POST') insert.run(String(body.ref));
    else lines.set(url, body);
    database.prepare('update orders set lines = ?').run(lines.size);
    if (url.endsWith('/2') && !lost) {
      lost = true;
      response.destroy();
    } else response.writeHead(204).end();
  });
  await expect
    .poll(() => answerOf(engine, '/sale-draft', draftOf('PO-1')).catch(String))
    .toMatchObject({ saleId: '1' });
  expect(lost).toBe(true);
  expect(database.prepare('select ref from orders').all()).toEqual([{ ref: 'PO-1' }]);
  expect([...lines]).toEqual([
    ['/orders/PO-1/lines/1', { sku: 'HX-10', qty: 12 }],
    ['/orders/PO-1/lines/2', { sku: 'GIFT-0', qty: 1 }],
  ]);
  expect(erp.seen.filter((line) => line === 'POST /orders')).toEqual(['POST /orders']);
});

it('a value of the ERP that is missing is left out of a step with {{? }}, and null with `?? null`', async () => {
  const customer = (id: number) => ({
    use: 'db',
    query: `SELECT name AS _name, tax_rule AS _rule, rebate AS _rebate FROM customer WHERE id = ${id}`,
    one: 'No customer',
  });
  database.exec(`create table customer (id integer primary key, name text, tax_rule integer, rebate integer);
    insert into customer values (1, 'Meyer', 5, 0); insert into customer values (2, 'Weiß', null, null);`);
  const step = {
    use: 'api',
    post: '/orders',
    headers: { 'X-Rule': '{{? $customer._rule }}' },
    params: { rule: ['rule {{? $customer._rule }}'] },
    json: {
      ref: '{{ $key }}',
      rule: '{{ $customer._rule ?? null }}',
      rebate: '{{? $customer._rebate }}',
      note: 'Rule {{? $customer._rule }}',
      commands: [['set', '{{? $customer._rule }}'], '{{? $customer._rebate }}', 'end'],
      lines: { $each: 'lines', $item: { sku: '{{ sku }}', price: '{{ unitPrice ?? null }}', of: '{{? unitPrice }}' } },
    },
    fields: { saleId: 'id', receivedAt: '$now', _number: 'number ?? null' },
  };
  const bodies: unknown[] = [];
  erp.does(({ url, headers }, body, response) => {
    bodies.push({ ...body, url, header: headers['x-rule'] });
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ id: bodies.length }));
  });
  for (const id of [1, 2]) {
    const write = [{ order: { ...step, json: { ...step.json, lines: { ...step.json.lines } } } }];
    const engine = await open({ find: 'none', prepare: [{ customer: customer(id) }], write });
    expect(await answerOf(engine, '/sale-draft', draftOf(`PO-${id}`))).toMatchObject({ saleId: String(id) });
  }
  const lines = [
    { sku: 'HX-10', price: 0.25, of: 0.25 },
    { sku: 'GIFT-0', price: null },
  ];
  const rest = { ref: expect.anything(), lines };
  expect(bodies).toEqual([
    {
      ...rest,
      url: '/orders?rule=rule%205',
      header: '5',
      rule: 5,
      rebate: 0,
      note: 'Rule 5',
      commands: [['set', 5], 0, 'end'],
    },
    { ...rest, url: '/orders', header: undefined, rule: null, commands: ['end'] },
  ]);
});

it.each([
  [
    'two',
    'lines[qty > 0]',
    [
      { sku: 'HX-10', qty: 12, unitPrice: 0.25 },
      { sku: 'GIFT-0', qty: 1 },
    ],
  ],
  ['one', 'lines[qty > 5]', [{ sku: 'HX-10', qty: 12, unitPrice: 0.25 }]],
  ['none', 'lines[qty > 50]', []],
  ['one map of the profile, which is no list', '{ "sku": lines[0].sku }', { sku: 'HX-10' }],
])('the rows of `prepare` from a list of the request are a list: %s', async (_count, rows, expected) => {
  const order = {
    use: 'api',
    post: '/orders',
    json: { all: '{{ $some }}' },
    fields: { saleId: 'id', receivedAt: '$now' },
  };
  const prepare = [{ some: { rows } }];
  const engine = await open({ find: 'none', prepare, write: [{ order }] });
  const bodies: unknown[] = [];
  erp.does((_request, body, response) => {
    bodies.push(body);
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"R 17"}');
  });
  await answerOf(engine, '/sale-draft', draftOf('PO-1'));
  expect(bodies).toEqual([{ all: expected }]);
});

it('without these a missing value of the ERP sends nothing', async () => {
  const prepare = [{ customer: { use: 'db', query: 'SELECT 1 AS _id, NULL AS _rule' } }];
  const order = {
    use: 'api',
    post: '/orders',
    json: { rule: '{{ $customer._rule }}' },
    fields: { saleId: 'id', receivedAt: '$now' },
  };
  const engine = await open({ find: 'none', prepare, write: [{ order }] });
  await expect(answerOf(engine, '/sale-draft', draftOf('PO-1'))).rejects.toThrow('nothing was sent');
  expect(erp.seen).toEqual([]);
});

it('a step that needs values of the document looks it up, and is not sent if it is missing', async () => {
  const engine = await open({
    find: lookUp,
    write: [
      { order: { use: 'api', post: '/orders', json: { ref: '{{ $key }}' } } },
      { hold: { use: 'api', post: '/orders/{{ $found.saleId }}/hold', done: '_lines = 9' } },
    ],
  });
  // The answer is a number of the ERP's own, and the document is seen a little later.
  let ref = '';
  erp.does(({ url }, body, response) => {
    if (url === '/orders') ref = String(body.ref);
    else database.prepare('update orders set lines = 9').run();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"urn":77}');
  });
  await expect(answerOf(engine, '/sale-draft', draftOf('PO-1'))).rejects.toThrow('nothing was sent');
  expect(erp.seen).toEqual(['POST /orders']);
  database.prepare("insert into orders (id, ref, made) values (55, ?, '2026-03-01 10:00:00')").run(ref);
  expect(await answerOf(engine, '/sale-draft', draftOf('PO-1'))).toMatchObject({ saleId: '55' });
  expect(erp.seen).toEqual(['POST /orders', 'POST /orders/55/hold']);
});

it('the first step cannot use values of the missing document', async () => {
  const step = { use: 'api', post: '/orders/{{ $found.saleId }}' };
  await expect(open({ find: lookUp, write: [{ order: step }] })).rejects.toThrow('found');
});
