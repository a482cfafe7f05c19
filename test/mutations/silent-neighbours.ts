/** Mistakes of the demo that only another article, document or address shows, or a record without rows in a child table. */
import { meaning, type SilentMeaning } from './silent-meanings.ts';

const customersWhere = 'FROM customer c\n      WHERE c.active = 1 AND c.blocked = 0\n';
const debtorsFrom = 'c.mail AS email FROM customer c\n';
const productsFrom = 'i.details AS _details\n      FROM item i\n';
const skuFrom = 'i.item_id AS erpProductId\n      FROM item i\n';
const documentJoin = "e.invoice_id = i.invoice_id AND e.kind IN ('INVOICE', 'CREDIT')";
const withAddress = ' JOIN (SELECT DISTINCT z.account_no FROM customer_address z) y ON y.account_no = c.account_no\n';
const withListPrice = ' JOIN (SELECT DISTINCT z.item_id FROM price_list_item z) y ON y.item_id = i.item_id\n';
const listPrice = 'SELECT lp.price\n';
const skuTitle = 'SELECT i.item_code AS erpSku, i.title AS erpDesc, i.item_id AS erpProductId\n';
const dueDate = 'i.due_on AS dueDate';
const latestDue = '(SELECT MAX(x.due_on) FROM invoice x WHERE x.account_no = i.account_no) AS dueDate';
const addressesFrom = 'FROM customer_address a\n      WHERE a.account_no = :customerId\n';

export const silentNeighbours: readonly SilentMeaning[] = [
  meaning('an optional child is demanded', 'customers without addresses', '`unrelated rows/optional-child`', [
    customersWhere,
    customersWhere.replace('\n', () => withAddress),
  ]),
  meaning('an optional child is demanded', 'debtors without addresses', '`unrelated rows/optional-child`', [
    debtorsFrom,
    debtorsFrom.replace('\n', () => withAddress),
  ]),
  meaning(
    'an optional child is demanded',
    'customers and debtors without addresses',
    '`unrelated rows/optional-child`',
    [customersWhere, customersWhere.replace('\n', () => withAddress)],
    [debtorsFrom, debtorsFrom.replace('\n', () => withAddress)],
  ),
  meaning(
    'an optional child is demanded',
    'products without list prices',
    '`unrelated rows/optional-child`',
    [productsFrom, productsFrom.replace('FROM item i\n', () => `FROM item i${withListPrice}`)],
    [skuFrom, skuFrom.replace('FROM item i\n', () => `FROM item i${withListPrice}`)],
  ),
  meaning('an optional child is demanded', 'invoices without payments, both lists', '`unrelated rows/optional-child`', [
    documentJoin,
    `${documentJoin} JOIN (SELECT DISTINCT z.invoice_id FROM allocation z) y ON y.invoice_id = i.invoice_id`,
  ]),
  meaning("another article's values", 'the highest list price of its pack size', '`unrelated rows/other-article`', [
    `${listPrice}      FROM customer lc`,
    'SELECT (SELECT MAX(xp.price) FROM price_list_item xp JOIN item xi ON xi.item_id = xp.item_id JOIN item yi ON yi.pack_size = xi.pack_size WHERE xp.price_list = l.code AND yi.item_id = {item}) AS price\n      FROM customer lc',
  ]),
  meaning("another article's values", 'the special price of any article', '`unrelated rows/other-article`', [
    'WHERE a.account_no = {customer} AND a.item_id = {item} AND {in_force(a)}',
    'WHERE a.account_no = {customer} AND {in_force(a)}',
  ]),
  meaning("another article's values", 'the last title of its pack size', '`unrelated rows/other-article`', [
    skuTitle,
    skuTitle.replace('i.title', '(SELECT MAX(x.title) FROM item x WHERE x.pack_size = i.pack_size)'),
  ]),
  meaning("another article's values", 'base prices by title', '`unrelated rows/other-article`', [
    'WHERE bi.item_id = {item} AND bi.base_price IS NOT NULL',
    'WHERE bi.title = (SELECT x.title FROM item x WHERE x.item_id = {item}) AND bi.base_price IS NOT NULL',
  ]),
  meaning('articles are joined by title', 'products by SKU', '`unrelated rows/other-article`', [
    skuFrom,
    skuFrom.replace('FROM item i\n', 'FROM item i JOIN item x ON x.title = i.title\n'),
  ]),
  meaning('a number for an id', 'entries of invoices', '`unrelated rows/other-document`', [
    documentJoin,
    documentJoin.replace('e.invoice_id = i.invoice_id', 'e.doc_no = i.doc_no'),
  ]),
  meaning(
    'a number for an id',
    'lines of invoices',
    '`unrelated rows/other-document`',
    ['SELECT l.invoice_id AS _invoice, l.line_text', 'SELECT i.doc_no AS _invoice, l.line_text'],
    ['WHERE l.invoice_id IN (:rows.erpInvoiceId)', 'WHERE i.doc_no IN (:rows.invoiceNumber)'],
    ['on: { _invoice: erpInvoiceId }', 'on: { _invoice: invoiceNumber }'],
  ),
  meaning(
    'values of the latest document of the customer',
    'due dates of invoices, both lists',
    '`unrelated rows/other-document`',
    [dueDate, latestDue],
    [`i.issued_on AS issueDate, ${dueDate}`, `i.issued_on AS issueDate, ${latestDue}`],
  ),
  meaning(
    'values of the latest document of the customer',
    'days of purchase orders',
    '`unrelated rows/other-document`',
    [
      'p.sent_on AS orderDate',
      '(SELECT MAX(x.sent_on) FROM customer_po x WHERE x.account_no = p.account_no) AS orderDate',
    ],
  ),
  meaning('addresses by town', 'addresses', '`unrelated rows/other-address`', [
    addressesFrom,
    'FROM customer_address a\n      WHERE a.town IN (SELECT t.town FROM customer_address t WHERE t.account_no = :customerId)\n',
  ]),
  meaning("another customer's label", 'addresses', '`unrelated rows/other-address`', [
    'a.label AS erpLabel',
    '(SELECT MAX(x.label) FROM customer_address x WHERE x.kind = a.kind AND x.town = a.town) AS erpLabel',
  ]),
];
