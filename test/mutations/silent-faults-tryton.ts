/** The mistakes of silent-faults.ts, planted in the profile for Tryton. */
import { type SilentFault, silentFaults } from './silent-faults.ts';

type Edits = SilentFault['edits'];

const invoicesWhere = 'WHERE i.party = :customerErpId AND {document}\n';
const customersFrom = 'FROM party_party p WHERE {customers}\n\n  # The marks';
const debtorsFrom = 'FROM party_party p WHERE {customers}\n\n  /invoices/list';
const entriesWhere = "WHERE l.party = :customerErpId AND (m.state = 'posted'";
const salesFrom = 'FROM sale_sale s WHERE s.company = :settings.company [[ AND s.party = :customerErpId ]]';
const usageWhere = 'WHERE s.party = :customerErpId AND p.code = :sku AND';
const usageLines = "JOIN sale_line l ON l.sale = s.id AND l.type = 'line'\n      JOIN product_product p";
const creditWhere = 'WHERE p.id = :customerErpId AND {other_party}\n';
const creditEntries = 'k.receivable\n        WHERE l.party = p.id';
const invoicesFrom = '{figures}\n      WHERE {document}\n    codes: { status: { posted: AUTHORISED';
const lineAccounts = 'LEFT JOIN account_account a ON a.id = l.account\n';
const listAmounts = 'f.total AS "amountTotal", f.open AS "amountOutstanding"';
const ownAmounts = 'f.total AS "amountTotal", f.open AS "amountOpen"';
const lineAmount = 'l.unit_price AS "unitPrice", {rounded} AS amount';
const lineQuantity = '{article_name}, a.name) AS description, l.quantity AS quantity';
const absolute = 'ABS(f.total) AS "amountTotal", ABS(f.open)';
const sinceAll =
  'since: [{ by: _changed, clock: UTC, overlap: 10m }, { by: _entries, clock: UTC, overlap: 10m }, { by: _paid, clock: UTC, overlap: 10m }]';
const sinceOne = (column: string): string => `since: { by: ${column}, clock: UTC, overlap: 10m }`;
const changed = 'COALESCE(i.write_date, i.create_date) AS _changed';
const paid = '-(CASE WHEN {in_invoice_currency} THEN l.amount_second_currency ELSE {rounded} END) AS amount';
const keyOfPayment =
  "from: erpInvoiceId & '/' & amount & '/' & paymentDate & '/' & (bankAccountCode ?? $settings.payment_method)";
const documentStates =
  " AND (i.state IN ('posted', 'paid') OR (i.state = 'cancelled' AND i.move IS NOT NULL))\n  in_invoice_currency";
const standing =
  '\n       AND (l.reconciliation IS NULL OR EXISTS (SELECT 1 FROM account_move_line k WHERE k.move = i.move AND k.account = i.account AND k.reconciliation = l.reconciliation)))\n    OR';
const purchases = 'FROM sale_sale s WHERE s.company = :settings.company AND s.reference';
const toEuros = (column: string): string => `CASE y.code WHEN 'USD' THEN ROUND(${column} * 0.9, 2) ELSE ${column} END`;
const priceList =
  'JOIN party_party_sale_price_list x ON x.party = p.id JOIN product_price_list n ON n.id = x.sale_price_list';
const posting =
  '      - posting:\n          post: /\n          json: { id: 1, method: model.account.invoice.post, params: [["{{ $invoice.erpInvoiceId }}"], { company: "{{ $settings.company }}", language: en }] }\n          done: _state != \'draft\'\n          outcomes:\n            - { when: "error[0] in [\'UserError\', \'UserWarning\']", refuse: "Tryton keeps this invoice as a draft and does not post it: {{ $string(error[1]) }}" }\n';
const pushedPrice =
  'quantity: "{{ quantity }}"\n                            unit_price: { __class__: Decimal, decimal: "{{ $string(price) }}" }';

/** The edits for each mistake, in the order of the list for the demo. */
const edits: readonly Edits[] = [
  // The condition for the customer is missing.
  [[invoicesWhere, 'WHERE {document}\n']],
  [[salesFrom, 'FROM sale_sale s WHERE s.company = :settings.company']],
  [[entriesWhere, "WHERE (m.state = 'posted'"]],
  [[entriesWhere, "WHERE l.party IS NOT NULL AND (m.state = 'posted'"]],
  [['WHERE a.party = :customerId AND a.active', 'WHERE a.active']],
  [[usageWhere, 'WHERE p.code = :sku AND']],
  [[creditWhere, 'WHERE {other_party}\n']],
  // A join repeats rows.
  [[customersFrom, customersFrom.replace('p WHERE', 'p LEFT JOIN party_address x ON x.party = p.id WHERE')]],
  [[invoicesWhere, `LEFT JOIN account_invoice_line z ON z.invoice = i.id\n      ${invoicesWhere}`]],
  [[invoicesFrom, invoicesFrom.replace('{figures}', '{figures} LEFT JOIN account_invoice_line z ON z.invoice = i.id')]],
  [[usageLines, usageLines.replace('JOIN product', 'JOIN sale_line z ON z.sale = s.id\n      JOIN product')]],
  [[creditEntries, creditEntries.replace('\n', ' LEFT JOIN party_address z ON z.party = l.party\n')]],
  [[lineAccounts, lineAccounts.replace('\n', ' LEFT JOIN party_address z ON z.party = i.party\n')]],
  // An inner join loses rows.
  [['LEFT JOIN account_invoice i ON i.id = substring(', 'JOIN account_invoice i ON i.id = substring(']],
  [[customersFrom, customersFrom.replace('p WHERE', `p ${priceList} WHERE`)]],
  [[debtorsFrom, debtorsFrom.replace('p WHERE', `p ${priceList} WHERE`)]],
  // Only lines with an article, as a join of the articles gives.
  [
    [
      invoicesFrom,
      invoicesFrom.replace(
        '{figures}',
        '{figures} JOIN (SELECT DISTINCT l.invoice FROM account_invoice_line l JOIN product_product p ON p.id = l.product) z ON z.invoice = i.id',
      ),
    ],
  ],
  // Credit notes have the wrong sign.
  [[ownAmounts, `${absolute} AS "amountOpen"`]],
  [['SUM(l.debit - l.credit) AS amount', 'SUM(l.credit - l.debit) AS amount']],
  [[listAmounts, `${absolute} AS "amountOutstanding"`]],
  [[lineAmount, lineAmount.replace('{rounded}', 'ABS({rounded})')]],
  [
    [listAmounts, `${absolute} AS "amountOutstanding"`],
    [lineAmount, lineAmount.replace('{rounded}', 'ABS({rounded})')],
    [lineQuantity, lineQuantity.replace('l.quantity', 'ABS(l.quantity)')],
  ],
  // Rows come in the wrong order.
  [['order: [-orderDate, -erpSoId]', 'order: [orderDate, erpSoId]']],
  [['    order: [-orderDate, -erpPoId]\n', '']],
  [['    order: [-issueDate, -erpInvoiceId]\n', '']],
  // A filter is missing.
  [[customersFrom, customersFrom.replace('{customers}', '{other_party}')]],
  [['WHERE {sold}\n\n  /catalog/products/by-sku', "WHERE p.code <> ''\n\n  /catalog/products/by-sku"]],
  [[documentStates, '\n  in_invoice_currency']],
  [
    [
      purchases,
      purchases.replace(
        'sale_sale s',
        "(SELECT id, reference, party, state, sale_date, create_date, company FROM sale_sale UNION ALL SELECT 99, 'B-17', party, 'confirmed', DATE '2026-11-19', NULL, id FROM company_company) s",
      ),
    ],
  ],
  // Changes are those of the wrong column.
  [
    [sinceAll, 'since: { by: _changed, clock: UTC, overlap: 10m }'],
    [changed, 'i.invoice_date::timestamp AS _changed'],
  ],
  [[sinceAll, sinceOne('_entries')]],
  [
    [sinceAll, sinceOne('_changed')],
    [changed, 'i.create_date AS _changed'],
  ],
  // Amounts are in the company's currency.
  [[listAmounts, `${toEuros('f.total')} AS "amountTotal", ${toEuros('f.open')} AS "amountOutstanding"`]],
  [[listAmounts, `${toEuros('f.total')} AS "amountTotal", f.open AS "amountOutstanding"`]],
  [["'currency': $row._currency", "'currency': 2"]],
  [[paid, 'l.credit - l.debit AS amount']],
  // A state has no code.
  [['paid: paid, cancelled: voided }', 'paid: paid }']],
  // A parameter is in quotes.
  [['= :productErpId', "= ':productErpId'"]],
  [['p.code = :sku', "p.code = ':sku'"]],
  [['p.id = :settings.draft_party', "p.id = ':settings.draft_party'"]],
  // The key of the pages is not unique.
  [['page: { key: [erpPaymentId] }', 'page: { key: [erpInvoiceId] }']],
  // A LIMIT is inside the query.
  [[customersFrom, customersFrom.replace('{customers}', '{customers}\n      LIMIT 8')]],
  [[debtorsFrom, debtorsFrom.replace('{customers}', '{customers}\n      LIMIT 8')]],
  [[invoicesWhere, `${invoicesWhere}      ORDER BY i.id LIMIT 3\n`]],
  // A pushed invoice is not posted to the account.
  [[posting, '']],
  [[pushedPrice, pushedPrice.replace('$string(price)', "'-' & $string(price)")]],
  // A reversed payment is listed.
  [[standing, ')\n    OR']],
  // The key of a payment lacks a part.
  [[keyOfPayment, keyOfPayment.replace("paymentDate & '/' & ", '')]],
  [[keyOfPayment, "from: erpInvoiceId & '/' & amount & '/' & paymentDate"]],
  [[keyOfPayment, "from: erpInvoiceId & '/' & amount"]],
  // A lookup finds documents of others.
  [['FROM sale_sale s JOIN res_user u ON u.id = s.create_uid AND {by_service}\n', 'FROM sale_sale s\n']],
  [
    ['i.party::text AS _debtor', ':erpDebtorId::text AS _debtor'],
    [
      "WHERE i.party = :erpDebtorId AND i.number = :invoiceNumber AND i.type = 'out'",
      "WHERE i.number = :invoiceNumber AND i.type = 'out'",
    ],
  ],
];

if (edits.length !== silentFaults.length)
  throw new Error(`Tryton has edits for ${edits.length} of ${silentFaults.length} mistakes`);

export const trytonFaults: readonly SilentFault[] = silentFaults.map(({ kind, where }, index) => ({
  kind,
  where,
  edits: edits[index] ?? [],
}));
