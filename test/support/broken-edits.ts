/**
 * Mistakes that people make in a profile, as edits of the demo profile: what is replaced by what, and what has to be said of it.
 * `mark` is the text that the finding has to point at: its last place in the replacement, or else in the line that begins so. Undefined where the
 * place depends on a limit.
 */
export interface BrokenEdit {
  readonly name: string;
  readonly search: string;
  readonly replacement: string;
  readonly code: string;
  readonly mark: string | undefined;
}

const bomb = [
  'parts:',
  '  a: &a { table: x }',
  ...['b', 'c', 'd', 'e', 'f'].map((name, index) => {
    const below = `*${'abcde'[index]}`;
    return `  ${name}: &${name} [${Array.from({ length: 10 }, () => below).join(', ')}]`;
  }),
].join('\n');

export const edits: readonly BrokenEdit[] = [
  {
    name: 'typo in a key',
    search: '    search: { text: query, in: [erpName] }',
    replacement: '    serch: { text: query, in: [erpName] }',
    code: 'MAP101',
    mark: 'serch',
  },
  {
    name: 'typo in a column of the ERP',
    search: 'c.name AS erpName',
    replacement: 'c.nmae AS erpName',
    code: 'SQL406',
    mark: 'c.nmae',
  },
  {
    name: 'typo in a parameter',
    search: ':customerId',
    replacement: ':custmerId',
    code: 'MAP231',
    mark: ':custmerId',
  },
  {
    name: 'typo in a column of the answer',
    search: 'c.town AS city',
    replacement: 'c.town AS citty',
    code: 'MAP258',
    mark: 'citty',
  },
  {
    name: 'typo in a field',
    search: '      address: $replace',
    replacement: '      adress: $replace',
    code: 'MAP251',
    mark: 'adress',
  },
  {
    name: 'typo in a variable of JSONata',
    search: 'each: { line: $lines }',
    replacement: 'each: { line: $lins }',
    code: 'EXP302',
    mark: '$lins',
  },
  {
    name: 'typo in a column within JSONata',
    search: '$replace(address,',
    replacement: '$replace(adress,',
    code: 'EXP304',
    mark: 'adress',
  },
  {
    name: 'typo in a function of JSONata',
    search: '$multiply(qty, item._pack)',
    replacement: '$multply(qty, item._pack)',
    code: 'EXP303',
    mark: '$multply',
  },
  {
    name: 'bracket of JSONata not closed',
    search: '$multiply(qty, item._pack)',
    replacement: '$multiply(qty, item._pack',
    code: 'EXP301',
    mark: 'k',
  },
  {
    name: 'comma missing in a list of columns',
    search: 'p.po_ref AS poNumber, p.account_no',
    replacement: 'p.po_ref AS poNumber p.account_no',
    code: 'SQL405',
    mark: 'p.account_no',
  },
  {
    name: 'comma missing in a map',
    search: '{ text: sku, in: [erpSku], match: prefix }',
    replacement: '{ text: sku, in: [erpSku] match: prefix }',
    code: 'YAML101',
    mark: 'match',
  },
  {
    name: 'write in a read',
    search: 'query: SELECT c.account_no AS erpDebtorId, c.name AS name, c.mail AS email FROM customer c',
    replacement: 'query: UPDATE customer SET mail = NULL RETURNING account_no AS erpDebtorId, name AS name',
    code: 'SQL407',
    mark: 'UPDATE customer SET',
  },
  {
    name: 'unknown table',
    search: 'FROM customer_po p',
    replacement: 'FROM customer_pos p',
    code: 'SQL406',
    mark: 'customer_pos',
  },
  {
    name: 'key twice',
    search: '    order: [_no]',
    replacement: '    order: [_no]\n    order: [erpLabel]',
    code: 'YAML103',
    mark: 'order',
  },
  {
    name: 'tab in the indentation',
    search: '    search: { text: query, in: [erpName] }',
    replacement: '\tsearch: { text: query, in: [erpName] }',
    code: 'YAML102',
    mark: '\t',
  },
  { name: 'anchors that multiply', search: '\nparts:', replacement: `\n${bomb}`, code: 'YAML105', mark: undefined },
  {
    name: 'braces without quotes',
    search: '"Unknown or inactive SKU {{ sku }}"',
    replacement: '{{ sku }} is unknown',
    code: 'MAP108',
    mark: '{{ sku }}',
  },
  {
    name: 'setting that is not declared',
    search: ':settings.draft_customer',
    replacement: ':settings.draft_custmer',
    code: 'MAP201',
    mark: ':settings.draft_custmer',
  },
  {
    name: 'secret without a value',
    search: '  bank_account:\n    { env: DEMO_BANK_ACCOUNT, default: MAIN,',
    replacement: '  bank_account:\n    { env: DEMO_BANK_ACCOUNT, secret: true,',
    code: 'MAP202',
    mark: 'bank_account',
  },
  {
    name: 'optional parameter outside a block',
    search: '[[ AND p.account_no = :customerErpId ]]',
    replacement: 'AND p.account_no = :customerErpId',
    code: 'MAP232',
    mark: ':customerErpId',
  },
  {
    name: 'string not closed',
    search: "'customer price' AS source",
    replacement: "'customer price AS source",
    code: 'SQL401',
    mark: "'customer price",
  },
  {
    name: 'two statements',
    search: 'c.mail AS email FROM customer c',
    replacement: 'c.mail AS email FROM customer c; DELETE FROM customer',
    code: 'SQL404',
    mark: 'DELETE FROM customer',
  },
  {
    name: 'unknown endpoint',
    search: '  /purchase-orders/list:',
    replacement: '  /purchase-order/list:',
    code: 'MAP106',
    mark: '/purchase-order/list',
  },
  {
    name: 'endpoint left out',
    search:
      '  /debtors/list:\n    page: { key: [erpDebtorId] } # the engine walks by this column, so that no row is lost or told twice\n    query: SELECT c.account_no AS erpDebtorId, c.name AS name, c.mail AS email FROM customer c\n',
    replacement: '',
    code: 'MAP261',
    mark: 'endpoints:',
  },
  { name: 'wrong version', search: 'contract: "1"', replacement: 'contract: "2"', code: 'MAP115', mark: '"2"' },
  { name: 'version without quotes', search: 'contract: "1"', replacement: 'contract: 1', code: 'MAP103', mark: '1' },
  {
    name: 'attached on a column that is not there',
    search: 'on: { _invoice: erpInvoiceId }',
    replacement: 'on: { _invoiceId: erpInvoiceId }',
    code: 'MAP254',
    mark: '_invoiceId',
  },
  {
    name: 'pages on a list that has none',
    search: '    order: [-issueDate, -erpInvoiceId]',
    replacement: '    page: { key: [erpInvoiceId] }',
    code: 'MAP262',
    mark: 'page',
  },
  {
    name: 'write without find',
    search:
      '    find:\n      query: |\n        SELECT a.allocation_id AS erpPaymentId, a.external_ref AS "key"\n        FROM allocation a\n        WHERE a.external_ref = :key\n',
    replacement: '',
    code: 'MAP116',
    mark: '  /payments/push:',
  },
  { name: 'unknown dialect', search: 'sql: sqlite', replacement: 'sql: oracle', code: 'MAP104', mark: 'oracle' },
  {
    name: 'typo in a part',
    search: 'LECT a.account_no AS "erpLocationId.customer", a.addr_no',
    replacement: 'LECT {adress_kind} AS "erpLocationId.customer", a.addr_no',
    code: 'MAP211',
    mark: '{adress_kind}',
  },
  {
    name: 'column that a step does not return',
    search: ':counter.doc_no, :settings',
    replacement: ':counter.docno, :settings',
    code: 'MAP234',
    mark: ':counter.docno',
  },
  {
    name: 'time zone that does not exist',
    search: 'clock: Europe/Berlin',
    replacement: 'clock: Europe/Bonn',
    code: 'MAP224',
    mark: 'Europe/Bonn',
  },
  {
    name: 'script that does not exist',
    search: 'create: [fixture/schema.sql,',
    replacement: 'create: [fixture/tables.sql,',
    code: 'CFG511',
    mark: '    connection',
  },
];
