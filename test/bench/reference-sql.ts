/** Statements that several references use, with `?` for their values. */

/** Customer and product. */
export const priceQuery = `SELECT coalesce(s.price, p.list_price) AS systemUnitPrice,
    CASE WHEN s.price IS NULL THEN 'list price' ELSE 'customer price' END AS source
  FROM product p
  JOIN customer c ON c.customer_id = ?
  LEFT JOIN customer_price s ON s.customer_id = c.customer_id AND s.product_id = p.product_id
  WHERE p.product_id = ?`;

export const invoiceColumns = `i.invoice_id AS erpInvoiceId, i.invoice_no AS invoiceNumber, i.customer_id AS erpDebtorId,
    c.name AS debtorName, i.issued_on AS issueDate, i.due_on AS dueDate, i.currency, i.total AS amountTotal,
    i.open_amount AS amountOutstanding,
    CASE i.state WHEN 'POSTED' THEN 'AUTHORISED' WHEN 'SETTLED' THEN 'PAID' END AS status`;

export const invoiceTables = 'invoice i JOIN customer c ON c.customer_id = i.customer_id';
