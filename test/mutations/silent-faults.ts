/** Common mistakes in a complete profile, planted in the demo one at a time. None of them prevents the service from starting. */

export interface SilentFault {
  readonly kind: string;
  readonly where: string;
  /** Each text stands in the profile, and is replaced. */
  readonly edits: readonly (readonly [text: string, by: string])[];
}

const fault = (kind: string, where: string, ...edits: SilentFault['edits']): SilentFault => ({ kind, where, edits });

const noWhere = 'the condition for the customer is missing';
const joined = 'a join repeats rows';
const inner = 'an inner join loses rows';
const sign = 'credit notes have the wrong sign';
const order = 'rows come in the wrong order';
const filter = 'a filter is missing';
const since = 'changes are those of the wrong column';
const currency = "amounts are in the company's currency";
const quoted = 'a parameter is in quotes';
const limited = 'a LIMIT is inside the query';
const posting = 'a pushed invoice is not posted to the account';
const key = 'the key of a payment lacks a part';
const lookup = 'a lookup finds documents of others';

const entriesWhere = '          WHERE e.account_no = :customerErpId\n        codes:';
const balanceLine =
  '      balance: SELECT c.balance AS balance FROM customer c WHERE c.account_no = :customerErpId # compared with the sum\n';
const invoicesWhere = 'FROM {document}\n      WHERE i.account_no = :customerErpId\n';
const customersFrom = 'FROM customer c\n      WHERE c.active = 1 AND c.blocked = 0\n';
const creditWhere = '      FROM customer c\n      WHERE c.account_no = :customerErpId\n\n  # Orders';
const invoicesFrom = 'JOIN customer c ON c.account_no = i.account_no\n    codes: { status: { POSTED: AUTHORISED';
const debtorsFrom = 'c.mail AS email FROM customer c\n';
const usageJoin = 'JOIN item i ON i.item_id = l.item_id\n      WHERE o.account_no';
const linesJoin = 'JOIN invoice i ON i.invoice_id = l.invoice_id\n          WHERE l.invoice_id IN';
const listAmounts = 'e.amount AS amountTotal, e.open_amount AS amountOutstanding';
const lineAmount = '{line_sign} * l.amount AS amount';
const entryAmount = 'e.amount AS amount\n          FROM account_entry e';
const changed = 'CASE WHEN e.changed_at > i.changed_at THEN e.changed_at ELSE i.changed_at END AS _changed';
const keyOfPayment =
  "erpInvoiceId & '/' & amount & '/' & paymentDate & '/' & (bankAccountCode ?? $settings.bank_account)";
const toPounds = (column: string): string =>
  `CASE i.currency WHEN 'GBP' THEN ROUND(${column} * 1.17, 2) ELSE ${column} END`;

export const silentFaults: readonly SilentFault[] = [
  fault(noWhere, 'customer invoices', [invoicesWhere, 'FROM {document}\n']),
  fault(noWhere, 'sales orders', ['        [[ AND o.account_no = :customerErpId ]]\n', '']),
  fault(noWhere, 'statement, its balance kept', [entriesWhere, '        codes:']),
  fault(noWhere, 'statement and its balance', [entriesWhere, '        codes:'], [balanceLine, '']),
  fault(noWhere, 'addresses', ['WHERE a.account_no = :customerId\n', 'WHERE 1 = 1\n']),
  fault(noWhere, 'usage', ['WHERE o.account_no = :customerErpId AND i.item_code', 'WHERE i.item_code']),
  fault(noWhere, 'credit', [creditWhere, '      FROM customer c\n\n  # Orders']),
  fault(joined, 'customers', [
    customersFrom,
    'FROM customer c LEFT JOIN customer_address a ON a.account_no = c.account_no\n      WHERE c.active = 1 AND c.blocked = 0\n',
  ]),
  fault(joined, 'customer invoices', [
    invoicesWhere,
    'FROM {document} LEFT JOIN invoice_line l ON l.invoice_id = i.invoice_id\n      WHERE i.account_no = :customerErpId\n',
  ]),
  fault(joined, 'invoices', [
    invoicesFrom,
    invoicesFrom.replace('\n', ' LEFT JOIN invoice_line l ON l.invoice_id = i.invoice_id\n'),
  ]),
  fault(joined, 'usage', [
    usageJoin,
    'JOIN item i ON i.item_id = l.item_id JOIN sales_order_line m ON m.order_id = o.order_id\n      WHERE o.account_no',
  ]),
  fault(joined, 'credit', [
    'c.balance AS creditUsed',
    '(SELECT SUM(e.amount) FROM account_entry e LEFT JOIN customer_address a ON a.account_no = e.account_no WHERE e.account_no = c.account_no) AS creditUsed',
  ]),
  fault(joined, 'lines of invoices', [
    linesJoin,
    linesJoin.replace('\n', ' LEFT JOIN customer_address a ON a.account_no = i.account_no\n'),
  ]),
  fault(inner, 'statement', [entryAmount, `${entryAmount} JOIN invoice i ON i.invoice_id = e.invoice_id`]),
  fault(inner, 'customers', [
    customersFrom,
    'FROM customer c JOIN price_list p ON p.code = c.price_list\n      WHERE c.active = 1 AND c.blocked = 0\n',
  ]),
  fault(inner, 'debtors', [
    debtorsFrom,
    'c.mail AS email FROM customer c JOIN price_list p ON p.code = c.price_list\n',
  ]),
  fault(inner, 'invoices without lines', [
    invoicesFrom,
    invoicesFrom.replace(
      '\n',
      ' JOIN (SELECT DISTINCT l.invoice_id FROM invoice_line l) z ON z.invoice_id = i.invoice_id\n',
    ),
  ]),
  fault(sign, 'customer invoices', [
    'e.amount AS amountTotal, e.open_amount AS amountOpen',
    'ABS(e.amount) AS amountTotal, ABS(e.open_amount) AS amountOpen',
  ]),
  fault(sign, 'the whole statement', [entryAmount, `-${entryAmount}`], [balanceLine, '']),
  fault(sign, 'totals of invoices', [
    listAmounts,
    'ABS(e.amount) AS amountTotal, ABS(e.open_amount) AS amountOutstanding',
  ]),
  fault(sign, 'lines of invoices', [lineAmount, 'l.amount AS amount']),
  fault(
    sign,
    'totals and lines of invoices',
    [listAmounts, 'ABS(e.amount) AS amountTotal, ABS(e.open_amount) AS amountOutstanding'],
    [lineAmount, 'l.amount AS amount'],
    ['{line_sign} * l.qty AS quantity', 'l.qty AS quantity'],
  ),
  fault(order, 'sales orders: ascending', ['order: [-orderDate, -erpSoId]', 'order: [orderDate, erpSoId]']),
  fault(order, 'purchase orders: none', ['    order: [-orderDate, -erpPoId] # newest first\n', '']),
  fault(order, 'customer invoices: none', ['    order: [-issueDate, -erpInvoiceId]\n', '']),
  fault(filter, 'customers that are blocked or inactive', [customersFrom, 'FROM customer c\n']),
  fault(filter, 'products that are inactive', [
    '      FROM item i\n      WHERE i.active = 1\n\n  /catalog/products/by-sku',
    '      FROM item i\n\n  /catalog/products/by-sku',
  ]),
  fault(filter, 'drafts of invoices', [
    "document: invoice i JOIN account_entry e ON e.invoice_id = i.invoice_id AND e.kind IN ('INVOICE', 'CREDIT')",
    'document: invoice i JOIN account_entry e ON e.invoice_id = i.invoice_id',
  ]),
  fault(filter, 'orders to suppliers', [
    'p.account_no AS customerErpId, p.state AS status,\n             p.sent_on AS orderDate\n      FROM customer_po p',
    "p.account_no AS customerErpId, p.state AS status,\n             p.sent_on AS orderDate\n      FROM (SELECT * FROM customer_po UNION ALL SELECT 99, 'B-17', 'V70001', 'NEW', '2026-11-19') p",
  ]),
  fault(since, 'the date of the invoice', [changed, 'i.issued_on AS _changed']),
  fault(since, 'a trail without payments', [
    changed,
    "(SELECT MAX(x.changed_at) FROM account_entry x WHERE x.invoice_id = i.invoice_id AND x.kind = 'VOID') AS _void, i.changed_at AS _changed",
  ]),
  fault(since, "the invoice's own stamp", [changed, 'i.changed_at AS _changed']),
  fault(currency, 'total and open amount', [
    listAmounts,
    `${toPounds('e.amount')} AS amountTotal, ${toPounds('e.open_amount')} AS amountOutstanding`,
  ]),
  fault(currency, 'total alone', [
    listAmounts,
    `${toPounds('e.amount')} AS amountTotal, e.open_amount AS amountOutstanding`,
  ]),
  fault(currency, 'price', ['      JOIN company bk ON bk.base_currency = bc.currency\n', '']),
  fault(currency, 'payments', [
    'a.invoice_id AS erpInvoiceId, a.amount AS amount',
    `a.invoice_id AS erpInvoiceId, (SELECT ${toPounds('a.amount')} FROM invoice i WHERE i.invoice_id = a.invoice_id) AS amount`,
  ]),
  fault('a state has no code', 'customer invoices', ['PAID: paid, VOID: voided', 'PAID: paid']),
  fault(quoted, 'an integer: product of a price', [
    '{agreed_price(:customerErpId, :productErpId)}',
    "{agreed_price(:customerErpId, ':productErpId')}",
  ]),
  fault(quoted, 'SKU of the usage', ['AND i.item_code = :sku AND', "AND i.item_code = ':sku' AND"]),
  fault(quoted, 'customer of a draft', [
    ':counter.doc_no, :settings.draft_customer,',
    ":counter.doc_no, ':settings.draft_customer',",
  ]),
  fault('the key of the pages is not unique', 'payments', [
    'page: { key: [erpPaymentId] }',
    'page: { key: [erpInvoiceId] }',
  ]),
  fault(limited, 'customers', [customersFrom, `${customersFrom}      LIMIT 60\n`]),
  fault(limited, 'debtors', [debtorsFrom, 'c.mail AS email FROM customer c LIMIT 60\n']),
  fault(limited, 'customer invoices', [invoicesWhere, `${invoicesWhere}      ORDER BY i.invoice_id LIMIT 5\n`]),
  fault(posting, 'the step is missing', [
    '      - account:\n          exec: UPDATE customer SET balance = ROUND(balance + :head.total, 2) WHERE account_no = :erpDebtorId\n',
    '',
  ]),
  fault(posting, 'with the wrong sign', ['ROUND(balance + :head.total, 2)', 'ROUND(balance - :head.total, 2)']),
  fault('a reversed payment is listed', 'payments', ["AND r.state = 'POSTED'\n      WHERE a.undone = 0", '']),
  fault(key, 'day', [keyOfPayment, keyOfPayment.replace("paymentDate & '/' & ", '')]),
  fault(key, 'bank account', [keyOfPayment, "erpInvoiceId & '/' & amount & '/' & paymentDate"]),
  fault(key, 'day and bank account', [keyOfPayment, "erpInvoiceId & '/' & amount"]),
  fault(lookup, 'a draft without its marker', ["WHERE o.po_ref = :key AND o.origin = 'APP'", 'WHERE o.po_ref = :key']),
  fault(lookup, 'an invoice without its debtor', [
    'i.account_no AS _debtor, i.doc_no AS _number\n        FROM invoice i\n        WHERE i.account_no = :erpDebtorId AND i.doc_no',
    ':erpDebtorId AS _debtor, i.doc_no AS _number\n        FROM invoice i\n        WHERE i.doc_no',
  ]),
];
