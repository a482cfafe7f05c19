/** `engine mcp` with ERPs over HTTP: nothing of what the ERP says leaves the server as it is. */
import { expect, it } from 'vitest';
import { canaries, survivors } from '../record/canaries.ts';
import { plantedCentral, received, session, shop } from './canary-erps.ts';
import { assistantHere, type Result, root } from './client.ts';

/** Nothing real, and no token: neither that of the settings nor that of the session. */
function holdsNothingReal({ text }: Result): void {
  expect([survivors(text), text.includes(session)]).toEqual([[], false]);
}

const search = (query: string) => ({ endpoint: '/catalog/customers/search', request: { query, limit: 3 } });
const limitOf = (id: string) => ({ endpoint: '/credit/customer', request: { customerErpId: id } });
const payment = { erpInvoiceId: 'INV-1', amount: 80.4, paymentDate: '2026-06-01', currency: 'EUR' };

it('exchanges are masked in addresses, bodies and rows; codes, states and amounts are real', async () => {
  const { use } = await shop();
  const searched = await use('run', search(''));
  const limit = await use('run', limitOf('K10003'));
  for (const one of [searched, limit]) holdsNothingReal(one);
  // The reply, and the row that was made of it.
  expect(searched.data).toMatch(/"no":"K10003","matchcode":"[A-Z]{10}","status":"Posted"/);
  const [, displayName = ''] = /"displayName":"([^"]+ GmbH)"/.exec(searched.data) ?? [];
  expect(searched.data).toContain(`"hits":[{"erpId":"K10003","erpName":"${displayName}"`);
  expect(searched.data).toContain('/customers?$filter=contains(displayName, ');
  expect(limit.data).toContain(
    'answer: {"schemaVersion":"1","creditLimit":1500.5,"creditUsed":33.333,"currency":"EUR"}',
  );
  // A replacement in a request is the real value for the ERP, and a replacement again in what is shown of the request.
  const again = await use('run', limitOf(displayName));
  expect([again.data.includes(displayName), survivors(again.text)]).toEqual([true, []]);
  expect(decodeURIComponent(received.lastUrl)).toContain(`/contacts/${canaries.company}`);
});

it('a rehearsal shows the masked request that it does not send', async () => {
  const { use } = await shop();
  const rehearsed = await use('rehearse', { endpoint: '/payments/push', request: payment });
  holdsNothingReal(rehearsed);
  expect(rehearsed.data).toMatch(
    /not sent[\s\S]*POST http.*\/payments\n {2}\{"invoice":"INV-1","payer":"[^"]+ [^"]+","mail":"[^"]+\.example"/,
  );
});

it('errors of the ERP are masked, and data', async () => {
  const { use } = await shop();
  const refused = await use('run', search('Z99'));
  const broken = await use('run', limitOf('K500'));
  const unknown = await use('run', limitOf('K404'));
  for (const one of [refused, broken, unknown]) holdsNothingReal(one);
  expect(refused.text).toMatch(/^Status 422, after \d+ ms\. Personal data is masked\.\n/);
  expect(refused.data).toMatch(/^error: Customer .+ is blocked\. /);
  const denied = `facts:\n  lots: { get: /lots, outcomes: [{ when: $status = 403, denied: "The shop: {{ error.message }}" }], else: The shop keeps no lots. }\n`;
  const other = await shop(denied);
  for (const [name, given] of [
    ['check', { connect: true }],
    ['run', search('')],
  ] as const) {
    const result = await other.use(name, given);
    holdsNothingReal(result);
    expect(result.data).toMatch(
      /REQ611.* about this fact: The shop: Customer .+ is blocked\. .* Check SHOP_ADDRESS and SHOP_SECRET/,
    );
  }
});

it('every other tool says nothing of it, and tests do not reach the ERP', async () => {
  const assistant = await shop();
  const { use, client } = assistant;
  const { tools } = await client.listTools();
  const given: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    read_docs: { page: 'compact' },
    propose: { clock: 'Europe/Berlin' },
    sample_rows: { table: 'customers' },
    read_file: { path: 'cases/limits.yaml' },
    write_file: { path: 'README.md', text: 'A shop.', version: null },
    edit_file: { path: 'profile.yaml', before: 'title: A shop', after: 'title: The shop' },
    check: { connect: true },
    explain_code: { code: 'REQ611' },
    run: search(''),
    rehearse: { endpoint: '/payments/push', request: payment },
    lineage: { field: '/catalog/customers/search.erpName' },
    conformance: { filter: 'paging' },
    mutate: { endpoint: '/credit/customer', sample: 1 },
  };
  for (const { name } of tools.toSorted((one, other) => Number(other.name === 'run') - Number(one.name === 'run'))) {
    const before = received.requests;
    const result = await use(name, given[name]);
    holdsNothingReal(result);
    const reaches = ['check', 'run', 'rehearse'].includes(name);
    expect([name, received.requests > before]).toEqual([name, reaches]);
  }
  expect((await use('test')).data).toContain('1 passed, 0 failed');
  expect((await use('sample_rows', { table: 'customers' })).text).toContain('reached by HTTP');
});

it('a shipped profile says nothing of its ERP', async () => {
  const { use } = await assistantHere(root, ['profiles/business-central'], await plantedCentral());
  const results = [
    await use('check', { connect: true }),
    await use('run', { ...search(''), rows: 20 }),
    await use('run', limitOf('C00010')),
    await use('run', limitOf('C99999')),
    await use('run', { endpoint: '/invoices/list', request: { limit: 5 }, rows: 20 }),
    await use('rehearse', { endpoint: '/payments/push', request: { ...payment, erpInvoiceId: 'invoice:INV-1' } }),
    await use('profile_status'),
    await use('lineage', { field: '/invoices/list' }),
  ];
  for (const one of results) holdsNothingReal(one);
  const [, searched, limit, blockedOne, invoices, rehearsed] = results;
  expect(searched?.data).toMatch(/^answer: .*"hits":\[\{"erpId":"C/);
  expect(limit?.data).toContain('"currency":"GBP"');
  expect(blockedOne?.data).toMatch(/the ERP answered 400: .*Customer .+ is blocked\. /);
  expect(invoices?.data).toMatch(/^answer: .*"erpInvoiceId":"invoice:/);
  expect(rehearsed?.data).toMatch(/^error: There is no posted invoice INV-1\./);
});

it("shows the operations of the vendor's description, with members, types, values and words", async () => {
  const text = (more: object): object => ({ type: 'string', ...more });
  const properties = {
    no: text({ maxLength: 20, description: 'The number of the customer.' }),
    status: text({ enum: ['Draft', 'Posted'] }),
  };
  const rows = { type: 'array', items: { type: 'object', properties } };
  const top = { name: 'top', in: 'query', type: 'integer', required: true, description: 'How many.' };
  const responses = { 200: { schema: rows } };
  const paths = {
    '/customers': { get: { summary: 'All customers', parameters: [top], responses }, post: { responses } },
    '/items/{id}': { delete: { responses: {} } },
  };
  const { use } = await shop('', { swagger: '2.0', paths });
  const before = received.requests;
  const all = await use('describe_operations');
  expect(all.text).toContain('2 of 2 paths.');
  expect(all.data).toContain('DELETE /items/{id}');
  const found = await use('describe_operations', { search: 'NUMBER of the' });
  expect(found.text).toContain('1 of 2 paths.');
  expect(found.data).toBe(
    [
      'erp:',
      'GET /customers   All customers',
      '  parameter top   integer, required   How many.',
      '  answer   list of record',
      '    no   string, at most 20 characters   The number of the customer.',
      '    status   string: Draft, Posted',
      'POST /customers',
      '  answer   list of record',
      '    no   string, at most 20 characters   The number of the customer.',
      '    status   string: Draft, Posted',
    ].join('\n'),
  );
  expect((await use('describe_operations', { paths: ['/other'] })).text).toContain('0 of 2 paths.');
  expect(received.requests).toBe(before);
  const undescribed = await shop();
  expect(await undescribed.use('describe_operations')).toMatchObject({
    failed: true,
    text: expect.stringContaining('describedBy'),
  });
});
