/** Mistakes in the meaning of the demo's answers: each one is valid by itself, and only the data says that it is wrong. */
import type { SilentFault } from './silent-faults.ts';
import { nothing } from './silent-page.ts';

/** A mistake, with what finds it without any case, as docs/conformance.md names it. */
export interface SilentMeaning extends SilentFault {
  readonly finder: string;
}

export const meaning = (
  kind: string,
  where: string,
  finder: string,
  ...edits: SilentFault['edits']
): SilentMeaning => ({
  ...{ kind, where, finder, edits },
});

const draftLookup = "WHERE o.po_ref = :key AND o.origin = 'APP'";
const invoiceStates = '{document_state} AS status\n      FROM {document}\n      WHERE i.account_no';
const entryDate =
  'i.issued_on AS issueDate, i.due_on AS dueDate, i.currency AS currency,\n             e.amount AS amountTotal, e.open_amount AS amountOutstanding';
const linesFrom = 'WHERE l.invoice_id IN (:rows.erpInvoiceId)\n          ORDER BY l.invoice_id, l.line_no\n';

export const silentMeanings: readonly SilentMeaning[] = [
  meaning("another customer's special price", 'price', '`unrelated rows/other-customer`', [
    'WHERE a.account_no = {customer} AND a.item_id = {item} AND {in_force(a)}',
    'WHERE a.item_id = {item} AND {in_force(a)}',
  ]),
  meaning('what all customers owe', 'credit used', '`agreement/credit-used`', [
    'c.balance AS creditUsed',
    '(SELECT SUM(x.balance) FROM customer x) AS creditUsed',
  ]),
  meaning('shipping addresses of every customer', 'addresses', '`agreement/own-locations`', [
    'WHERE a.account_no = :customerId\n',
    "WHERE (a.account_no = :customerId OR a.kind = 'DEL')\n",
  ]),
  meaning('a lookup that finds nothing', 'draft', '`agreement/draft-usage`', [
    draftLookup,
    `${draftLookup} AND o.order_id < 0`,
  ]),
  meaning('paid and authorised exchanged', 'customer invoices', '`agreement/states`', [
    'status: { POSTED: authorised, PAID: paid, VOID: voided }',
    'status: { POSTED: paid, PAID: authorised, VOID: voided }',
  ]),
  meaning('the state of all invoices is open', 'customer invoices', nothing, [
    invoiceStates,
    invoiceStates.replace('{document_state}', "'POSTED'"),
  ]),
  meaning('usage times the number of addresses', 'usage', '`unrelated rows/further-rows`', [
    'JOIN item i ON i.item_id = l.item_id\n      WHERE o.account_no',
    'JOIN item i ON i.item_id = l.item_id LEFT JOIN customer_address x ON x.account_no = o.account_no\n      WHERE o.account_no',
  ]),
  meaning('quotations count', 'usage', '`columns/orders-used`', ['AND o.state NOT IN (5, 90)', 'AND o.state <> 90']),
  meaning('a limit of 0 for none', 'credit limit', '`columns/no-limit`', [
    'c.credit_limit AS creditLimit',
    'COALESCE(c.credit_limit, 0) AS creditLimit',
  ]),
  meaning('a LIMIT in attached lines', 'invoices', '`check` (SQL418)', [
    linesFrom,
    linesFrom.replace('l.line_no\n', 'l.line_no LIMIT 40\n'),
  ]),
  meaning('dates a day early', 'due date of invoices', '`agreement/invoice-lists`', [
    entryDate,
    entryDate.replace('i.due_on AS dueDate', "date(i.due_on, '-1 day') AS dueDate"),
  ]),
  meaning('cents for units', 'payments', '`agreement/payments-within`', [
    'a.invoice_id AS erpInvoiceId, a.amount AS amount',
    'a.invoice_id AS erpInvoiceId, a.amount * 100 AS amount',
  ]),
  meaning('a padded SKU', 'products', nothing, [
    'SELECT i.item_code AS erpSku, i.title AS erpDesc, i.item_id AS erpProductId, i.details AS _details',
    "SELECT i.item_code || '  ' AS erpSku, i.title AS erpDesc, i.item_id AS erpProductId, i.details AS _details",
  ]),
  meaning('a day of a price is ignored', 'last day of a special price', '`time/price-days`', [
    'AND ({p}.valid_to IS NULL OR {p}.valid_to >= :today)',
    '',
  ]),
  meaning('quantities of a price are ignored', 'special price', '`time/price-quantities`', [
    '{p}.from_qty <= 1 AND {p}.valid_from',
    '{p}.valid_from',
  ]),
  meaning('a price list in another currency', 'price', '`columns/price-currencies`', [
    'l.currency = lc.currency',
    '1 = 1',
  ]),
  meaning('cancelled orders count', 'usage', '`columns/cancelled-orders`', [
    'AND o.state NOT IN (5, 90)',
    'AND o.state <> 5',
  ]),
  meaning(
    'ten times the quantity',
    'usage without drafts',
    '`columns/used-quantities`',
    ['SUM(l.stock_qty) * 1.0', 'SUM(l.stock_qty) * 10.0'],
    ['o.state NOT IN (5, 90)', 'o.state NOT IN (5, 10, 90)'],
  ),
  meaning('quantities in hundredths', 'lines of a draft', '`read-back/stored-lines`', [
    ':line.item._id, :line.qty, :line.item._unit, :line.stock_qty,',
    ':line.item._id, :line.qty * 100, :line.item._unit, :line.stock_qty * 100,',
  ]),
  meaning('shipping and billing exchanged', 'addresses', '`columns/address-kinds`', [
    "WHEN 'INV' THEN 'billing' ELSE 'shipping'",
    "WHEN 'INV' THEN 'shipping' ELSE 'billing'",
  ]),
  meaning(
    'billing addresses alone, as shipping',
    'addresses',
    '`columns/address-kinds`',
    [
      "address_kind: CASE a.kind WHEN 'INV' THEN 'billing' ELSE 'shipping' END",
      "address_kind: CASE a.kind WHEN 'INV' THEN 'shipping' ELSE 'shipping' END",
    ],
    ['WHERE a.account_no = :customerId\n', "WHERE a.account_no = :customerId AND a.kind = 'INV'\n"],
  ),
  meaning('a value is lost', 'city', '`columns/filled-fields`', ['c.town AS city', 'NULLIF(c.town, c.town) AS city']),
];
