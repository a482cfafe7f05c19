/** Completion: what is proposed where, in complete and in unfinished texts. */
import { describe, expect, it } from 'vitest';
import { databaseTables, type ErpTables } from '../../../../src/workbench/language/index.ts';
import { file, head, marked, serviceWith } from './service-here.ts';

const column = (name: string, type = 'text') => ({ name, type, required: true });
const tables: ErpTables = new Map([
  [
    'erp',
    databaseTables([
      { name: 'customer', key: ['no'], columns: [column('no', 'integer'), column('name'), column('mail')] },
      { name: 'invoice', key: ['id'], columns: [column('id', 'integer'), column('total', 'numeric(12,2)')] },
      { name: 'ledger', key: [], columns: [column('invoice_id', 'integer'), column('open_amount', 'numeric(12,2)')] },
    ]),
  ],
]);

/** Proposals for the text with a cursor at §, after a check of the text `before`, as while somebody types. */
async function proposals(text: string, before = text.replace('§', '')) {
  const service = serviceWith(tables);
  service.open(file, before);
  await service.check(file);
  const { text: now, position } = marked(text);
  service.open(file, now);
  return service.complete(file, position).items;
}
const labels = async (text: string, before?: string): Promise<readonly string[]> =>
  (await proposals(text, before)).map(({ label }) => label);

const inEndpoint = (path: string, text: string): string => `${head}endpoints:\n  ${path}:\n${text}`;
const debtors = (query: string): string =>
  inEndpoint('/debtors/list', `    page: { key: [erpDebtorId] }\n    query: |\n      ${query}\n`);

describe('keys', () => {
  it.each([
    ['at the top', `${head}§`, ['endpoints', 'currencies', 'deviations'], ['settings', 'sources']],
    ['of a source', `${head.replace('  erp:', '  api:\n    §\n  erp:')}`, ['sql', 'http', 'clock'], []],
    ['of a database in brackets', head.replace('host: db,', 'host: db, §'), ['port', 'ssl'], ['host', 'file']],
    ['of an endpoint', inEndpoint('/debtors/list', '    §'), ['query', 'search', 'page', 'attach', 'unavailable'], []],
    ['after others', inEndpoint('/debtors/list', '    page: { key: [erpDebtorId] }\n    §'), ['query'], ['page']],
    ['of a read in a list', inEndpoint('/debtors/list', '    first:\n      - §'), ['query', 'when', 'fields'], []],
    ['of fields', inEndpoint('/debtors/list', '    fields:\n      §'), ['erpDebtorId', 'name', 'email'], []],
    ['of codes', inEndpoint('/invoices/list', '    codes: { §'), ['status', 'currency'], []],
    ['of lists', inEndpoint('/invoices/list', '    attach:\n      §'), ['lines'], ['status']],
    ['of limits of a write', inEndpoint('/sale-draft', '    lengths: { § }'), ['poNumber'], []],
    ['half written', inEndpoint('/debtors/list', '    que§'), ['query'], ['page']],
    ['below an error', inEndpoint('/debtors/list', '    page: { key: [erpDebtorId\n    §'), [], []],
  ])('%s', async (_where, text, expected, others) => {
    const shownLabels = await labels(text);
    expect(shownLabels).toEqual(expect.arrayContaining(expected));
    for (const other of others) expect(shownLabels).not.toContain(other);
  });

  it('are described, and the required ones are first', async () => {
    const [first] = await proposals(inEndpoint('/sale-draft', '    write:\n      - order: { exec: SELECT 1 }\n    §'));
    expect(first?.documentation?.length).toBeGreaterThan(10);
  });

  it('propose the endpoints that are missing, with their first lines', async () => {
    const text = `${inEndpoint('/debtors/list', '    unavailable: no list\n')}  §\n`;
    const proposed = await proposals(text);
    expect(proposed.map(({ label }) => label)).not.toContain('/debtors/list');
    const invoices = proposed.find(({ label }) => label === '/invoices/list');
    expect(invoices?.insert).toMatch(/^\/invoices\/list:\n {4}\w/);
    expect(invoices?.insert).toContain('AS erpInvoiceId');
    expect(invoices?.insert).toContain('\n      SELECT ${2:your_column} AS erpInvoiceId,');
  });
});

describe('SQL', () => {
  it.each([
    [
      'fields that are still missing after AS',
      debtors('SELECT c.no AS erpDebtorId, c.name AS §\n      FROM customer c'),
      ['name', 'email'],
      ['erpDebtorId'],
    ],
    ['tables after FROM', debtors('SELECT c.no AS erpDebtorId FROM §'), ['customer', 'invoice', 'ledger'], ['no']],
    ['tables after a comma', debtors('SELECT 1 FROM customer c, §'), ['invoice'], ['no']],
    ['columns of an alias', debtors('SELECT c.§ FROM customer c'), ['no', 'name', 'mail'], ['total']],
    ['columns of an alias in a part', debtors('SELECT l.§ FROM {open_invoice}'), ['invoice_id', 'open_amount'], ['no']],
    [
      'columns of all tables',
      debtors('SELECT § FROM customer c JOIN invoice i ON i.id = c.no'),
      ['c.no', 'i.total'],
      [],
    ],
    ['columns of the only table', debtors('SELECT § FROM customer'), ['no', 'mail'], ['total']],
    ['fields after an expression', debtors('SELECT c.no §'), ['AS erpDebtorId', 'AS name'], []],
    ['parts', debtors('SELECT 1 FROM {§'), ['open_invoice'], ['account']],
    ['nothing in a text', debtors("SELECT 'a c.§' FROM customer c"), [], ['no', 'name']],
    ['nothing in a comment', debtors('SELECT 1 -- c.§'), [], ['no', 'name']],
    ['tables in an unfinished statement', debtors('SELECT c.no, FROM cus§'), ['customer'], ['invoice']],
  ])('%s', async (_what, text, expected, others) => {
    const shownLabels = await labels(text);
    expect(shownLabels).toEqual(expect.arrayContaining(expected));
    for (const other of others) expect(shownLabels).not.toContain(other);
  });

  it('values are those of the request, the settings without secrets, and the clock', async () => {
    const query = (end: string): string =>
      inEndpoint('/customer-invoices/list', `    query: SELECT 1 AS x FROM invoice i WHERE i.id = ${end}\n`);
    const shownLabels = await labels(query(':§'), query('1'));
    expect(shownLabels).toEqual(expect.arrayContaining([':customerErpId', ':settings.branch', ':today', ':now']));
    expect(shownLabels).not.toContain(':settings.db_password');
  });

  it('values of a write are the key and the columns of earlier steps', async () => {
    const write = (end: string): string =>
      inEndpoint(
        '/sale-draft',
        `    find: { query: 'SELECT id AS erpSaleId, ref AS "key" FROM orders WHERE ref = :key' }\n    write:\n      - order: { exec: "INSERT INTO orders (ref) VALUES (:key) RETURNING id AS id" }\n      - mark:\n          exec: UPDATE orders SET x = 1 WHERE id = ${end}\n`,
      );
    expect(await labels(write(':§'), write(':key'))).toEqual(expect.arrayContaining([':key', ':order.id']));
  });

  it('the letters that are written are replaced', async () => {
    const text = debtors('SELECT c.na§ FROM customer c');
    const [item] = await proposals(text);
    const { position } = marked(text);
    expect(item).toMatchObject({
      insert: 'name',
      detail: 'text',
      range: { start: { line: position.line, character: position.character - 2 }, end: position },
    });
  });
});

describe('expressions', () => {
  const computed = (expression: string): string =>
    inEndpoint(
      '/debtors/list',
      `    page: { key: [erpDebtorId] }\n    query: SELECT c.no AS erpDebtorId, c.name AS name, c.mail AS _mail FROM customer c\n    fields:\n      email: ${expression}\n`,
    );

  it.each([
    ['columns', '_m§', ['_mail'], []],
    ['variables and functions', '$§', ['$settings', '$request', '$today', '$lowercase', '$multiply'], []],
    ['settings', '$settings.§', ['branch', 'db_password'], []],
    ['fields of the request', '$request.§', ['page', 'limit'], []],
    ['parts', '"{ac§"', ['account'], ['open_invoice']],
    ['unfinished expressions', '"$lowercase(_m§"', ['_mail'], []],
  ])('%s', async (_what, expression, expected, others) => {
    const shownLabels = await labels(computed(expression), computed('_mail'));
    expect(shownLabels).toEqual(expect.arrayContaining(expected));
    for (const other of others) expect(shownLabels).not.toContain(other);
  });

  it('functions have signatures and meanings', async () => {
    const proposed = await proposals(computed('$subs§'), computed('_mail'));
    expect(proposed.find(({ label }) => label === '$substring')).toMatchObject({
      detail: '(text, start, length?) → text',
      insert: '$substring(',
    });
  });

  it('in {{ }} of a request', async () => {
    const http = head.replace(/ {2}erp: .*/, '  api: { http: "https://erp.example.com" }');
    const request = (path: string): string =>
      `${http}endpoints:\n  /customer-invoices/list:\n    get: "/customers/${path}"\n    rows: $\n`;
    expect(await labels(request('{{ cust§ }}'), request('{{ customerErpId }}'))).toContain('customerErpId');
    expect(await labels(request('cust§'), request('x'))).not.toContain('customerErpId');
  });
});

describe('values', () => {
  it.each([
    [
      'the words of the contract in codes',
      inEndpoint('/invoices/list', '    codes: { status: { 0: § } }'),
      ['AUTHORISED'],
    ],
    ['facts', inEndpoint('/debtors/list', '    unavailable: { when: § }'), ['has_terms', 'not has_terms']],
    ['sources', inEndpoint('/debtors/list', '    use: §'), ['erp']],
    ['kinds of databases', head.replace('sql: postgres', 'sql: §'), ['sqlite', 'postgres', 'mysql', 'mssql']],
    ['settings', head.replace('host: db', 'host: "${§"'), ['branch', 'db_password']],
    ['shipped profiles', 'profile: acme\nextends: §\n', ['demo', 'dolibarr']],
    [
      'columns of an order',
      inEndpoint('/debtors/list', '    query: SELECT no AS erpDebtorId, x AS _rank FROM customer\n    order: [§]'),
      ['erpDebtorId', '_rank'],
    ],
    [
      'columns of a search',
      inEndpoint(
        '/catalog/customers/search',
        '    query: SELECT no AS erpId, x AS _alias FROM customer\n    search: { text: query, in: [erpId, §] }',
      ),
      ['_alias'],
    ],
    [
      'ways to match',
      inEndpoint('/catalog/customers/search', '    search: { match: § }'),
      ['words', 'prefix', 'exact'],
    ],
    ['truth values', head.replace('secret: true', 'secret: §'), ['true', 'false']],
  ])('%s', async (_what, text, expected) => {
    expect(await labels(text)).toEqual(expect.arrayContaining(expected));
  });
});

it('the columns of an order with the sign of a descending one, which is no YAML yet', async () => {
  const text = (order: string): string =>
    inEndpoint('/debtors/list', `    query: SELECT no AS erpDebtorId, x AS _rank FROM customer\n    order: ${order}`);
  const service = serviceWith(tables);
  for (const order of ['[]', '[-]']) {
    service.open(file, text(order));
    await service.check(file);
  }
  const { position } = marked(text('[-§]'));
  expect(service.complete(file, position).items.map(({ label }) => label)).toEqual(['-erpDebtorId', '-_rank']);
});

describe('the text of a column', () => {
  const text = async (statement: string, table: string, name: string): Promise<string> => {
    const service = serviceWith(tables);
    const { text: now, position } = marked(debtors(statement));
    service.open(file, now);
    return service.columnText(file, position, { table, column: name });
  };

  it('has the alias of its table in the statement', async () => {
    expect(await text('SELECT c.no AS erpDebtorId, § FROM customer c', 'customer', 'mail')).toBe('c.mail');
    expect(await text('SELECT no AS erpDebtorId, § FROM customer', 'customer', 'mail')).toBe('mail');
    expect(await text('SELECT § FROM customer JOIN invoice ON 1 = 1', 'invoice', 'total')).toBe('invoice.total');
    expect(await text('SELECT § FROM {open_invoice}', 'ledger', 'open_amount')).toBe('l.open_amount');
  });

  it('has the name of the table elsewhere, and quotes where they are needed', async () => {
    expect(await text('SELECT § FROM customer', 'invoice', 'total')).toBe('invoice.total');
    expect(await text('SELECT § FROM customer c', 'customer', 'Brutto Betrag')).toBe('c."Brutto Betrag"');
  });
});

describe('an open place', () => {
  const query = 'SELECT c.no AS erpDebtorId, NULL /*? c.mail or c.name §*/ AS name FROM customer c';

  it('proposes the likely columns, then the others of the tables, each instead of the whole place', async () => {
    const items = await proposals(debtors(query));
    expect(items.map(({ label }) => label)).toEqual(['c.mail', 'c.name', 'c.no']);
    const [first] = items;
    const line = debtors(query).replace('§', '').split('\n')[first?.range.start.line ?? -1] ?? '';
    expect(line.slice(first?.range.start.character, first?.range.end.character)).toBe('NULL /*? c.mail or c.name */');
    expect(first?.filter).toBe('NULL /*? c.mail or c.name */');
  });

  it('is not proposed for in another comment', async () => {
    expect(await labels(debtors('SELECT c.no AS erpDebtorId /* c.§ */ FROM customer c'))).toEqual([]);
  });
});
