/** The settings of the profile for ERPNext over its fixture, and a call of each endpoint that the fixture answers with records. */

export const settings = {
  db_name: 'erpnext',
  company: 'Nordwind Handel GmbH',
  draft_customer: 'CUST-0007',
  bank_account: '1221',
};

const account = { customerErpId: 'CUST-0001' };
export const calls = {
  '/catalog/customers/search': { query: '' },
  '/catalog/customers/addresses': { customerId: 'CUST-0001' },
  '/catalog/products/search': { query: '' },
  '/catalog/products/by-sku': { sku: 'PEN-01' },
  '/pricing/resolve': { ...account, productErpId: 'PEN-01' },
  '/credit/customer': account,
  '/purchase-orders/list': {},
  '/sales-orders/list': {},
  '/sales-orders/usage': { ...account, sku: 'PEN-01', periodStart: '2026-01-01' },
  '/sale-draft': { poNumber: 'PO 2026/7', currency: 'EUR', lines: [{ sku: 'PEN-01', qty: 3 }] },
  '/customer-invoices/list': account,
  '/customer-statement/get': account,
  '/debtors/list': {},
  '/invoices/list': {},
  '/payments/list': {},
  '/invoices/push': {
    ...{ invoiceNumber: 'R 17', erpDebtorId: 'CUST-0001', issueDate: '2026-09-14', currency: 'EUR' },
    lines: [{ description: 'Wartung', quantity: 2, unitPrice: 7.5 }],
  },
  '/payments/push': { erpInvoiceId: 'ACC-SINV-2026-00014', amount: 12.5, paymentDate: '2026-09-14' },
};
