/** "Make a case of this": the case of a call in the studio, with invented values, that `engine test` passes unedited. */
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { operations } from '../../../../src/workbench/operations/protocol/operations.ts';
import { runHere } from '../../cli/here.ts';
import { canaries, survivors } from '../record/canaries.ts';
import { searchCases, shopContract, shopFolder } from './shop.ts';
import { openStudio, profileCopy, type StudioUnderTest } from './studio.ts';

const search = '/catalog/customers/search';

/** A shop whose ERP is another database than its fixture: with real names. */
function shopWithErp(): { readonly folder: string; readonly erp: string } {
  const folder = shopFolder();
  writeFileSync(join(folder, 'cases/search.yaml'), searchCases('Ulm'));
  const erp = join(folder, 'erp.sqlite');
  const database = new Database(erp);
  database.exec('CREATE TABLE customer (no TEXT PRIMARY KEY, name TEXT, town TEXT, blocked INTEGER)');
  const add = database.prepare('INSERT INTO customer VALUES (?, ?, ?, ?)');
  add.run('K 17', canaries.company, canaries.town, 0);
  add.run('2026/0042', canaries.name, canaries.town, 1);
  database.close();
  return { folder, erp };
}

async function callOf({ call }: StudioUnderTest, endpoint: string, request: object, write = false): Promise<number> {
  const { answer } = await call('call', { endpoint, body: JSON.stringify(request), ...(write ? { write } : {}) });
  const ran = operations.call.answer.parse(answer);
  if (ran.kind !== 'ran') throw new Error(JSON.stringify(ran.findings));
  return ran.number;
}

async function previewOf({ call }: StudioUnderTest, number: number, title?: string) {
  const { answer } = await call('previewCase', { call: number, ...(title === undefined ? {} : { title }) });
  return operations.previewCase.answer.parse(answer);
}

async function readyOf(studio: StudioUnderTest, number: number, title?: string) {
  const preview = await previewOf(studio, number, title);
  if (preview.kind !== 'ready') throw new Error(preview.reason);
  return preview;
}

const made = async ({ call }: StudioUnderTest, number: number, title: string): Promise<readonly string[]> => {
  const { status, answer, text } = await call('makeCase', { call: number, title });
  if (status !== 200) throw new Error(text);
  return operations.makeCase.answer.parse(answer).files;
};

const tested = (folder: string, contract: typeof shopContract | undefined, ...args: readonly string[]) =>
  runHere(['test', './profile.yaml', ...args], { env: {}, cwd: folder, ...(contract && { contract }) });

const textsOf = (folder: string, files: readonly string[]): string =>
  files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');

describe('a case of a call into a database', () => {
  it('shows what it writes, writes it with invented names, and passes with the cases that were there', async () => {
    const { folder, erp } = shopWithErp();
    const studio = await openStudio(folder, { env: { SHOP_FILE: erp }, contract: shopContract });
    const number = await callOf(studio, search, { query: 'quarzbrunn' });
    const preview = await readyOf(studio, number);
    expect(preview.title).toBe('Customer search by query: 1 row');
    const [file, rows, ...more] = preview.files;
    expect([file?.path, rows?.path, more]).toEqual([
      'cases/customer-search-by-query-1-row.yaml',
      'cases/customer-search-by-query-1-row/data.sql',
      [],
    ]);
    expect(survivors(JSON.stringify(preview.files))).toEqual([]);
    expect(preview.replaced).toContainEqual(
      expect.objectContaining({ place: 'customer.name', real: canaries.company }),
    );
    expect(readdirSync(join(folder, 'cases'))).toEqual(['search.yaml']);

    const files = await made(studio, number, preview.title);
    expect(files.map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))).toEqual(preview.files);
    const [one] = parse(textsOf(folder, files.slice(0, 1))).cases;
    expect(one.response.hits).toEqual([{ erpId: 'K 17', erpName: expect.any(String), city: expect.any(String) }]);
    expect(one.response.hits[0].erpName.toLowerCase()).toContain(one.request.query);
    const { status, out } = await tested(folder, shopContract);
    expect([status, out.trim().split('\n').at(-1)]).toEqual([0, '3 passed, 0 failed.']);
    expect(await studio.call('read', { path: rows?.path })).toMatchObject({ answer: { text: rows?.text } });
  });

  it('of a refusal, and of an answer that the fixture gives too, has no rows of its own', async () => {
    const { folder, erp } = shopWithErp();
    const studio = await openStudio(folder, { env: { SHOP_FILE: erp }, contract: shopContract });
    const refused = await readyOf(studio, await callOf(studio, '/credit/customer', { customerErpId: 'K99999' }));
    expect(refused.title).toBe('Credit snapshot by customerErpId: refused, customerErpId unknown');
    const none = await readyOf(studio, await callOf(studio, search, { query: 'nobody' }));
    expect(none.title).toBe('Customer search by query: nothing found');
    for (const { files, notes } of [refused, none]) {
      expect(files).toHaveLength(1);
      expect(notes[0]).toContain('The fixture of the profile gives the same answer');
    }
    expect(parse(refused.files[0]?.text ?? '').cases[0]).toMatchObject({
      ...{ call: '/credit/customer', request: { customerErpId: 'K99999' } },
      error: { status: 422, fields: { customerErpId: 'unknown' } },
    });
    await made(studio, 1, 'it is unknown');
    expect((await tested(folder, shopContract, '--filter', 'it is unknown')).status).toBe(0);
  });

  it('of a call over the fixture has its rows, without an ERP', async () => {
    const { folder } = shopWithErp();
    // A file that is no database.
    const studio = await openStudio(folder, {
      ...{ env: { SHOP_FILE: join(folder, 'profile.yaml') }, contract: shopContract },
    });
    const { answer } = await studio.call('call', { endpoint: search, body: '{"query":"hag"}', fixture: true });
    const ran = operations.call.answer.parse(answer);
    const number = ran.kind === 'ran' ? ran.number : 0;
    const { files, notes, replaced } = await readyOf(studio, number, 'one customer');
    expect({ paths: files.map(({ path }) => path), replaced }).toEqual({
      paths: ['cases/one-customer.yaml'],
      replaced: [],
    });
    expect(notes).toEqual(['The fixture of the profile has all rows: the case needs no others.']);
    expect(files[0]?.text).toContain('# Written by `engine studio`: what the profile answered over its fixture.\n');
    expect(parse(files[0]?.text ?? '').cases).toEqual([
      {
        ...{ case: 'one customer', call: search, request: { query: 'hag' } },
        response: { hits: [{ erpId: 'K-2', erpName: 'Hagen', city: 'Bonn' }] },
      },
    ]);
    await made(studio, number, 'one customer');
    const { status, out } = await tested(folder, shopContract, '--filter', 'one customer');
    expect([status, out]).toEqual([0, expect.stringContaining('ok   one customer')]);
  });

  it('creates its tables where the profile has no fixture, or one that they do not fit', async () => {
    const { folder, erp } = shopWithErp();
    writeFileSync(join(folder, 'fixture/schema.sql'), 'CREATE TABLE customer (no TEXT PRIMARY KEY);\n');
    writeFileSync(join(folder, 'fixture/data.sql'), '');
    const studio = await openStudio(folder, { env: { SHOP_FILE: erp }, contract: shopContract });
    const { files } = await readyOf(studio, await callOf(studio, search, { query: 'quarzbrunn' }), 'found');
    expect(files.map(({ path }) => path)).toEqual([
      'cases/found.yaml',
      'cases/found/data.sql',
      'cases/found/schema.sql',
    ]);
    await made(studio, 1, 'found');
    expect((await tested(folder, shopContract, '--filter', 'found')).out).toContain('ok   found');
  });

  it('overwrites nothing, and stays in the folder', async () => {
    const { folder, erp } = shopWithErp();
    const studio = await openStudio(folder, { env: { SHOP_FILE: erp }, contract: shopContract });
    const number = await callOf(studio, search, { query: 'quarzbrunn' });
    const before = readFileSync(join(folder, 'cases/search.yaml'), 'utf8');
    expect(await made(studio, number, 'Search')).toContain('cases/search-2.yaml');
    expect(await made(studio, number, '../../outside')).toContain('cases/outside.yaml');
    expect(readFileSync(join(folder, 'cases/search.yaml'), 'utf8')).toBe(before);
    symlinkSync('/tmp', join(folder, 'cases/linked'));
    expect(await made(studio, number, 'linked')).toContain('cases/linked-2.yaml');
    const problems = ['Search', '  ', 'the customer Quarzbrunn'].map(
      async (title) => (await readyOf(studio, number, title)).problem,
    );
    expect(await Promise.all(problems)).toEqual([
      'A case of this endpoint has this name already.',
      'The case needs a name.',
      expect.stringMatching(/^The name contains what is replaced in the case: quarzbrunn/i),
    ]);
    expect((await studio.call('makeCase', { call: number, title: 'Search' })).status).toBe(422);
    expect((await studio.call('makeCase', { call: 99, title: 'x' })).status).toBe(422);
  });

  it('is made of a write over the fixture, whose answer has the time of the call', async () => {
    const studio = await openStudio(profileCopy());
    const draft = {
      ...{ poNumber: 'PO-R17', currency: 'EUR' },
      lines: [{ sku: 'HX-10', qty: 3, unitPrice: 0.2 }],
    };
    const unknown = await callOf(studio, '/sale-draft', { ...draft, idempotencyKey: 'PO-R17' });
    expect(await previewOf(studio, unknown)).toEqual({
      kind: 'impossible',
      reason: 'The endpoint has no field idempotencyKey: a case names fields of the contract alone. Call it without.',
    });
    const { answer } = await studio.call('call', {
      ...{ endpoint: '/sale-draft', body: JSON.stringify(draft), fixture: true },
    });
    const ran = operations.call.answer.parse(answer);
    const number = ran.kind === 'ran' ? ran.number : 0;
    const { title } = await readyOf(studio, number);
    await made(studio, number, title);
    const { status, out } = await tested(studio.folder, undefined, '--filter', title);
    expect([status, out]).toEqual([0, expect.stringContaining(`ok   ${title}`)]);
  });

  it('is made of a rehearsed write, and of none that has changed the rows', async () => {
    const studio = await openStudio(profileCopy());
    const { call, folder } = studio;
    const { text } = await call('call', { endpoint: '/invoices/list', body: '{"page":1,"limit":50}' });
    const { invoices } = JSON.parse(JSON.parse(text).answer);
    const open = invoices.find((one: { readonly amountOutstanding: number }) => one.amountOutstanding > 1);
    const payment = { erpInvoiceId: open.erpInvoiceId, amount: 0.37, paymentDate: '2026-04-02' };
    const rehearsed = await callOf(studio, '/payments/push', payment);
    const { title, files } = await readyOf(studio, rehearsed);
    expect(title).toBe('Payment push: accepted');
    // A case has a database of its own: the setting that leads to the ERP's is left out.
    expect(parse(files[0]?.text ?? '').settings).toBeUndefined();
    await made(studio, rehearsed, title);
    const { status, out } = await tested(folder, undefined, '--filter', title);
    expect([status, out]).toEqual([0, expect.stringContaining(`ok   ${title}`)]);
    await call('unlockWrites', { name: 'demo' });
    const written = await previewOf(studio, await callOf(studio, '/payments/push', payment, true));
    expect(written).toEqual({ kind: 'impossible', reason: expect.stringContaining('Rehearse a similar one') });
    expect(existsSync(join(folder, 'cases/payment-push-accepted-2.yaml'))).toBe(false);
  });
});

/** An ERP over HTTP with customers in the order of their names. Returns its address. */
async function customersByName(names: readonly string[]): Promise<string> {
  const value = names.map((name, index) => ({ no: `K-${index + 100}`, company: `${name} Holzbau` }));
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ value })),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

describe('a case of a search for names over HTTP', () => {
  it('has the order of the invented names, and needs a whole word', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'engine-searched-names-')));
    const text = `profile: acme
contract: "1"
settings:
  address: { env: ACME_ADDRESS }
sources:
  api: { http: "\${address}/api", request: { rows: value } }
endpoints:
  /catalog/customers/search:
    get: /customers
    search: { text: query, in: [erpName] }
    fields: { erpId: no, erpName: company }
`;
    writeFileSync(join(folder, 'profile.yaml'), text);
    // The same order by chance: once in 40,320 runs.
    const address = await customersByName(['Gabel', 'Gans', 'Garbe', 'Gast', 'Gauss', 'Geiger', 'Gerber', 'Giese']);
    const contract = {
      ...shopContract,
      endpoints: shopContract.endpoints.filter(({ path }) => path !== '/credit/customer'),
    };
    const studio = await openStudio(folder, { env: { ACME_ADDRESS: address }, contract });
    const { title, notes } = await readyOf(studio, await callOf(studio, search, { query: 'holzbau' }));
    expect([title, notes]).toEqual([
      'Customer search by query: 8 rows',
      ['The rows are in the order of the invented names, which is another one than that of the real names.'],
    ]);
    await made(studio, 1, title);
    const { status, out } = await tested(folder, contract, '--filter', title);
    expect([status, out]).toEqual([0, expect.stringContaining(`ok   ${title}`)]);
    const part = await previewOf(studio, await callOf(studio, search, { query: 'ga' }));
    expect(part).toEqual({ kind: 'impossible', reason: expect.stringMatching(/search for a whole word\.$/) });
  });
});
