/** Where the demo's own profile, which was written by hand, takes each field from: endpoint, field, `table.column`. Read off profiles/demo/profile.yaml. */
const customer = { erpId: 'customer.account_no', erpName: 'customer.name', city: 'customer.town' };
const item = { erpSku: 'item.item_code', erpDesc: 'item.title', erpProductId: 'item.item_id' };
const invoice = {
  erpInvoiceId: 'invoice.invoice_id',
  invoiceNumber: 'invoice.doc_no',
  issueDate: 'invoice.issued_on',
  dueDate: 'invoice.due_on',
  currency: 'invoice.currency',
  amountTotal: 'account_entry.amount',
  status: 'invoice.state',
};

export const demoSources: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>> = {
  '/catalog/customers/search': customer,
  '/catalog/customers/addresses': {
    'erpLocationId.account_no': 'customer_address.account_no',
    'erpLocationId.addr_no': 'customer_address.addr_no',
    erpLabel: 'customer_address.label',
    addressKind: 'customer_address.kind',
    address: 'customer_address.street',
  },
  '/catalog/products/search': item,
  '/catalog/products/by-sku': item,
  '/pricing/resolve': { systemUnitPrice: ['customer_price.price', 'price_list_item.price', 'item.base_price'] },
  '/credit/customer': {
    creditLimit: 'customer.credit_limit',
    creditUsed: 'customer.balance',
    currency: 'customer.currency',
  },
  '/purchase-orders/list': {
    erpPoId: 'customer_po.po_id',
    poNumber: 'customer_po.po_ref',
    customerErpId: 'customer_po.account_no',
    status: 'customer_po.state',
    orderDate: 'customer_po.sent_on',
  },
  '/sales-orders/list': {
    erpSoId: 'sales_order.order_id',
    soNumber: 'sales_order.order_no',
    customerErpId: 'sales_order.account_no',
    status: 'sales_order.state',
    orderDate: 'sales_order.ordered_on',
  },
  '/sales-orders/usage': { units: 'sales_order_line.stock_qty' },
  '/customer-invoices/list': {
    ...invoice,
    customerErpId: 'invoice.account_no',
    amountOpen: 'account_entry.open_amount',
  },
  '/customer-statement/get': {
    currency: 'customer.currency',
    openingBalance: 'customer.brought_forward',
    'lines.date': 'account_entry.entry_date',
    'lines.reference': 'account_entry.doc_no',
    'lines.description': 'account_entry.kind',
    'lines.amount': 'account_entry.amount',
  },
  '/debtors/list': { erpDebtorId: 'customer.account_no', name: 'customer.name', email: 'customer.mail' },
  '/invoices/list': {
    ...invoice,
    erpDebtorId: 'invoice.account_no',
    debtorName: 'customer.name',
    amountOutstanding: 'account_entry.open_amount',
    'lines.description': 'invoice_line.line_text',
    'lines.quantity': 'invoice_line.qty',
    'lines.unitPrice': 'invoice_line.unit_price',
    'lines.amount': 'invoice_line.amount',
  },
  '/payments/list': {
    erpPaymentId: 'allocation.allocation_id',
    erpInvoiceId: 'allocation.invoice_id',
    amount: 'allocation.amount',
    paymentDate: 'receipt.received_on',
  },
};
