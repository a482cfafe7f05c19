/** The entity sets of Kontor's API: views of the tables of the demo ERP, with names in the style of an API. Their types are in metadata.xml. */

const signed = (amount: string): string => `CASE i.kind WHEN 'CREDIT' THEN -${amount} ELSE ${amount} END`;

export const views: Readonly<Record<string, string>> = {
  Company: 'SELECT base_currency AS baseCurrency FROM company',
  Currencies: 'SELECT code FROM currency',
  Customers: `SELECT account_no AS id, name, town, mail, currency, price_list AS priceList, terms_days AS termsDays,
    credit_limit AS creditLimit, brought_forward AS broughtForward, balance, active, blocked FROM customer`,
  Addresses: `SELECT account_no AS customerId, addr_no AS no, CASE kind WHEN 'INV' THEN 'billing' ELSE 'shipping' END AS kind,
    label, street, extra, zip, town, country FROM customer_address`,
  Items: `SELECT item_id AS id, item_code AS code, title, coalesce(details, '') AS details, sales_unit AS salesUnit,
    pack_size AS packSize, base_price AS basePrice, active FROM item`,
  ListPrices: `SELECT p.price_list AS priceList, l.currency, p.item_id AS itemId, p.price
    FROM price_list_item p JOIN price_list l ON l.code = p.price_list`,
  CustomerPrices: `SELECT account_no AS customerId, item_id AS itemId, valid_from AS validFrom, valid_to AS validTo,
    from_qty AS fromQuantity, price FROM customer_price`,
  PurchaseOrders:
    'SELECT po_id AS id, po_ref AS reference, account_no AS customerId, state, sent_on AS sentOn FROM customer_po',
  SalesOrders: `SELECT order_id AS id, order_no AS number, account_no AS customerId, po_ref AS reference, origin, state,
    ordered_on AS orderedOn, currency, to_utc(created_at) AS createdAt FROM sales_order`,
  SalesOrderLines: `SELECT l.order_id AS orderId, l.line_no AS no, o.account_no AS customerId, o.state AS orderState,
    o.ordered_on AS orderedOn, i.item_code AS itemCode, i.pack_size AS packSize, l.stock_qty AS stockQuantity
    FROM sales_order_line l JOIN sales_order o ON o.order_id = l.order_id JOIN item i ON i.item_id = l.item_id`,
  // A draft has neither an account entry nor a number; the requested number is stored in a separate column.
  Invoices: `SELECT i.invoice_id AS id, coalesce(i.doc_no, r.ref) AS number, i.kind,
    CASE WHEN i.state = 'POSTED' AND e.open_amount = 0 THEN 'PAID' ELSE i.state END AS state, i.account_no AS customerId,
    c.name AS customerName, i.issued_on AS issuedOn, i.due_on AS dueOn, i.currency,
    coalesce(e.amount, ${signed('i.total')}) AS total, coalesce(e.open_amount, 0) AS open,
    to_utc(CASE WHEN e.changed_at > i.changed_at THEN e.changed_at ELSE i.changed_at END) AS lastModified
    FROM invoice i JOIN customer c ON c.account_no = i.account_no
    LEFT JOIN account_entry e ON e.invoice_id = i.invoice_id AND e.kind IN ('INVOICE', 'CREDIT')
    LEFT JOIN api_draft r ON r.invoice_id = i.invoice_id`,
  InvoiceLines: `SELECT l.invoice_id AS invoiceId, l.line_no AS no, l.line_text AS text, ${signed('l.qty')} AS quantity,
    l.unit_price AS unitPrice, ${signed('l.amount')} AS amount
    FROM invoice_line l JOIN invoice i ON i.invoice_id = l.invoice_id`,
  Payments: `SELECT a.allocation_id AS id, a.invoice_id AS invoiceId, a.amount, r.received_on AS receivedOn, r.state, a.undone,
    a.external_ref AS externalReference FROM allocation a JOIN receipt r ON r.receipt_id = a.receipt_id`,
  Entries: `SELECT entry_id AS id, account_no AS customerId, entry_date AS date, kind, doc_no AS number, amount FROM account_entry`,
};
