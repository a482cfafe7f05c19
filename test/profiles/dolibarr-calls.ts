/** A call of each endpoint that the fixture of Dolibarr answers with records. */
export const calls: Readonly<Record<string, object>> = {
  '/health': {},
  '/catalog/customers/search': { query: 'martin' },
  '/catalog/customers/addresses': { customerId: '9' },
  '/catalog/products/search': { query: 'table' },
  '/catalog/products/by-sku': { sku: 'PEN' },
  '/pricing/resolve': { customerErpId: '3', productErpId: '2' },
  '/credit/customer': { customerErpId: '1' },
  '/purchase-orders/list': {},
  '/sales-orders/list': {},
  '/customer-invoices/list': { customerErpId: '1' },
  '/customer-statement/get': { customerErpId: '1' },
  '/sales-orders/usage': { customerErpId: '1', sku: 'CHR-PINE', periodStart: '2026-01-01' },
  '/sale-draft': { poNumber: 'PO-1', currency: 'GBP', lines: [{ sku: 'PEN-1', qty: 2 }] },
  '/debtors/list': {},
  '/invoices/list': { modifiedSince: '2026-01-01T00:00:00Z' },
  '/payments/list': {},
  '/invoices/push': {
    ...{ invoiceNumber: 'APP-1', erpDebtorId: '1', issueDate: '2026-09-01', currency: 'EUR' },
    lines: [{ description: 'Conseil', quantity: 1, unitPrice: 10 }],
  },
  '/payments/push': { erpInvoiceId: '1', amount: 10, paymentDate: '2026-09-01' },
};
