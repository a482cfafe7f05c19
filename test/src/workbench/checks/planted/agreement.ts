/** Defects that one answer cannot show: endpoints that disagree with each other. */
import type { Path } from '../../../../../src/contract/index.ts';
import { type Call, changing, type Defect, jsonOf, rowsOf } from '../defective-service.ts';
import { disagreement, type PlantedDefect } from './defect.ts';
import { type Change, type Row, rowsChanged } from './rewrites.ts';

const invoices = '/invoices/list';
const customerInvoices = '/customer-invoices/list';
const payments = '/payments/list';
const statement = '/customer-statement/get';
const credit = '/credit/customer';
const usage = '/sales-orders/usage';

/** A customer of the demo with addresses, orders, invoices and usage. */
const large = 'K10001';

const without =
  (field: string, value: string): Change =>
  (row) =>
    row[field] === value ? [] : [row];
const when =
  (field: string, value: string, changed: (row: Row) => Row): Change =>
  (row) => [row[field] === value ? changed(row) : row];

/** The condition for the customer is missing: each is answered what the large one is, under the own id where rows have one. */
const everybodys =
  (path: string, field: string, property: string): Defect =>
  async (call, forward) => {
    const asked = jsonOf(call.body);
    if (call.path !== path || asked[field] === undefined) return forward(call);
    const reply = await forward({ ...call, body: JSON.stringify({ ...asked, [field]: large }) });
    const answer = jsonOf(reply.body);
    const rows = rowsOf(answer[property]).map((row) =>
      'customerErpId' in row ? { ...row, customerErpId: asked[field] } : row,
    );
    return { ...reply, body: JSON.stringify(property in answer ? { ...answer, [property]: rows } : answer) };
  };

/** The first order is that of a supplier. */
const ofSupplier = (path: string): Defect =>
  changing(path, (answer, { customerErpId }) => ({
    ...answer,
    orders: rowsOf(answer.orders).map((row, index) =>
      index === 0 && customerErpId === undefined ? { ...row, customerErpId: 'V70001' } : row,
    ),
  }));

/** Lines of every invoice. */
const linesChanged = (change: (line: Row) => readonly Row[]): Defect =>
  rowsChanged(invoices, 'invoices', (row) => [{ ...row, lines: rowsOf(row.lines).flatMap(change) }]);

/** Amounts of lines in euros are larger by so many cents; for `first`, only the first line of each invoice. */
export const linesLarger = (cents: number, which: 'first' | 'all'): Defect =>
  rowsChanged(invoices, 'invoices', (row) => {
    const larger = (line: Row, index: number): Row =>
      row.currency !== 'EUR' || (which === 'first' && index > 0)
        ? line
        : { ...line, amount: (Math.round(Number(line.amount) * 100) + cents) / 100 };
    return [{ ...row, lines: rowsOf(row.lines).map(larger) }];
  });

const ownRecordsDefect = (path: Path, field: string, property: string): PlantedDefect => ({
  id: 'agreement/own-records',
  path,
  what: 'the condition for the customer is missing',
  rule: 'own-records',
  defect: () => everybodys(path, field, property),
});

const exchanged = (status: unknown): unknown => {
  const others: Readonly<Record<string, string>> = {
    ...{ PAID: 'AUTHORISED', AUTHORISED: 'PAID' },
    ...{ paid: 'authorised', authorised: 'paid' },
  };
  return others[String(status)] ?? status;
};

export const agreementDefects: readonly PlantedDefect[] = [
  disagreement('invoice-lists', customerInvoices, 'invoices without lines are missing', () =>
    rowsChanged(invoices, 'invoices', (row) => (rowsOf(row.lines).length === 1 ? [] : [row])),
  ),
  disagreement('invoice-lists', customerInvoices, 'a limit cuts the list', () =>
    changing(customerInvoices, (answer) => ({ ...answer, invoices: rowsOf(answer.invoices).slice(0, 2) })),
  ),
  disagreement('invoice-lists', customerInvoices, "totals are in the company's currency", () =>
    rowsChanged(
      invoices,
      'invoices',
      when('currency', 'GBP', (row) => ({ ...row, amountTotal: 107.25 })),
    ),
  ),
  disagreement('invoice-numbers', customerInvoices, 'numbers have a prefix', () =>
    rowsChanged(invoices, 'invoices', (row) => [{ ...row, invoiceNumber: `2026/${String(row.invoiceNumber)}` }]),
  ),
  disagreement('customers-are-debtors', '/debtors/list', 'a customer without documents is missing', () =>
    rowsChanged('/debtors/list', 'debtors', without('erpDebtorId', 'K10018')),
  ),
  disagreement('known-customers', '/sales-orders/list', 'orders to suppliers are listed', () =>
    ofSupplier('/sales-orders/list'),
  ),
  disagreement('known-customers', '/purchase-orders/list', 'orders to suppliers are listed', () =>
    ofSupplier('/purchase-orders/list'),
  ),
  ownRecordsDefect('/catalog/customers/addresses', 'customerId', 'hits'),
  ownRecordsDefect(customerInvoices, 'customerErpId', 'invoices'),
  ownRecordsDefect(statement, 'customerErpId', 'none'),
  ownRecordsDefect(credit, 'customerErpId', 'none'),
  ownRecordsDefect(usage, 'customerErpId', 'none'),
  ownRecordsDefect('/purchase-orders/list', 'customerErpId', 'orders'),
  ownRecordsDefect('/sales-orders/list', 'customerErpId', 'orders'),
  disagreement('open-amounts', invoices, 'what is open has no sign', () =>
    rowsChanged(invoices, 'invoices', (row) => [
      { ...row, amountOutstanding: Math.abs(Number(row.amountOutstanding)) },
    ]),
  ),
  disagreement('open-amounts', customerInvoices, 'more is open than was invoiced', () =>
    rowsChanged(customerInvoices, 'invoices', (row) => [{ ...row, amountOpen: Number(row.amountOpen) * 1000 }]),
  ),
  disagreement('lines', invoices, 'amounts of lines are before the discount', () =>
    linesChanged((line) => [
      { ...line, amount: Math.round(Number(line.quantity) * Number(line.unitPrice) * 100) / 100 },
    ]),
  ),
  disagreement('lines-within', invoices, 'a join repeats each line', () => linesChanged((line) => [line, line])),
  disagreement('line-signs', invoices, 'the quantities of a credit note are negative, its amounts are not', () =>
    linesChanged((line) => [{ ...line, amount: Math.abs(Number(line.amount)) }]),
  ),
  disagreement('payments-within', payments, 'a payment that was undone is listed', () =>
    changing(payments, (answer, { page }) => ({
      ...answer,
      payments: [
        ...rowsOf(answer.payments),
        ...(page === 1 ? [{ erpPaymentId: '1111', erpInvoiceId: '111', amount: 168, paymentDate: '2026-06-08' }] : []),
      ],
    })),
  ),
  disagreement('payments-add-up', payments, 'a payment is missing', () =>
    rowsChanged(payments, 'payments', without('erpInvoiceId', '221')),
  ),
  disagreement('payments-add-up', payments, 'a payment of a debtor with credit notes is missing', () =>
    rowsChanged(payments, 'payments', without('erpPaymentId', '50014')),
  ),
  disagreement('credit-payments', payments, 'two credit notes are listed as payments', () =>
    rowsChanged(payments, 'payments', (row) => [
      row.erpPaymentId === '50006'
        ? { ...row, amount: 32.06, paymentDate: '2025-07-15' }
        : row.erpPaymentId === '50007'
          ? { ...row, amount: 36.65, paymentDate: '2025-10-20' }
          : row,
    ]),
  ),
  disagreement('statement-invoices', statement, 'an invoice is listed under another number', () =>
    rowsChanged(statement, 'lines', (line) => [
      { ...line, reference: String(line.reference).replace(/[13579]$/, '0') },
    ]),
  ),
  disagreement(
    'statement-invoices',
    statement,
    'the invoices of a customer are in another currency than the account',
    () => rowsChanged(customerInvoices, 'invoices', (row) => [{ ...row, currency: 'SEK' }]),
  ),
  disagreement('statement-open', statement, 'paid invoices stay in the account', () =>
    rowsChanged(customerInvoices, 'invoices', (row) => [{ ...row, amountOpen: 0 }]),
  ),
  disagreement('statement-open', statement, 'payments lower no open amount', () =>
    rowsChanged(customerInvoices, 'invoices', (row) => [{ ...row, amountOpen: row.amountTotal }]),
  ),
  disagreement('states', invoices, 'paid and authorised are exchanged', () =>
    rowsChanged(invoices, 'invoices', (row) => [{ ...row, status: exchanged(row.status) }]),
  ),
  disagreement('states', invoices, 'each paid invoice is authorised, and each other one is sent', () =>
    rowsChanged(invoices, 'invoices', (row) => [
      { ...row, status: Number(row.amountOutstanding) === 0 ? 'AUTHORISED' : 'SENT' },
    ]),
  ),
  disagreement('states', customerInvoices, 'paid and authorised are exchanged', () =>
    rowsChanged(customerInvoices, 'invoices', (row) => [{ ...row, status: exchanged(row.status) }]),
  ),
  disagreement('invoice-states', customerInvoices, 'paid and authorised are exchanged in one list', () =>
    rowsChanged(customerInvoices, 'invoices', (row) => [{ ...row, status: exchanged(row.status) }]),
  ),
  disagreement('invoice-states', customerInvoices, 'states of one list are those of another table', () =>
    rowsChanged(customerInvoices, 'invoices', (row) => [
      { ...row, status: Number(row.amountTotal) > 500 ? 'large' : 'small' },
    ]),
  ),
  {
    id: 'agreement/own-locations',
    path: '/catalog/customers/addresses',
    what: 'one address of another customer is among those of each customer',
    rule: 'own-records',
    defect: () =>
      changing('/catalog/customers/addresses', (answer, { customerId, kind }) => ({
        ...answer,
        hits:
          kind === undefined && customerId !== large
            ? [
                ...rowsOf(answer.hits),
                {
                  erpLocationId: 'L-77',
                  erpLabel: 'Hall 4',
                  address: 'Hafenstr. 2, 20457 Hamburg',
                  addressKind: 'shipping',
                },
              ]
            : answer.hits,
      })),
  },
  disagreement('usage-shown', usage, 'usage is always 0', () => changing(usage, (answer) => ({ ...answer, units: 0 }))),
  disagreement('credit-shown', credit, 'credit used is always 0', () =>
    changing(credit, (answer) => ({ ...answer, creditUsed: 0 })),
  ),
  disagreement('zero-limits', credit, 'a customer without a limit has a limit of 0', () =>
    changing(credit, (answer) => ({ ...answer, creditLimit: answer.creditLimit ?? 0 })),
  ),
  disagreement('zero-limits', credit, 'every limit is 0', () =>
    changing(credit, (answer) => ({ ...answer, creditLimit: 0, creditUsed: 0 })),
  ),
  disagreement('lines-net', invoices, 'a line is before the discount of its invoice', () =>
    rowsChanged(invoices, 'invoices', (row) => [
      row.erpInvoiceId === '221'
        ? { ...row, lines: rowsOf(row.lines).map((line) => ({ ...line, amount: Number(line.amount) * 0.5 })) }
        : row,
    ]),
  ),
  disagreement('credit-used', credit, 'a join counts one invoice twice', () =>
    changing(credit, (answer) => ({ ...answer, creditUsed: Number(answer.creditUsed) * 2 })),
  ),
];

/** Lines of euros are without a tax of 19 %; those of pounds have none. */
export const taxed: Defect = rowsChanged(invoices, 'invoices', (row) => {
  const netLines = rowsOf(row.lines).map((line) => ({
    ...line,
    amount: row.currency === 'EUR' ? Math.round((Number(line.amount) / 1.19) * 100) / 100 : line.amount,
  }));
  return [{ ...row, lines: netLines }];
});

/** Credit used counts each invoice twice. */
export const usedTwice: Defect = changing(credit, (answer) => ({
  ...answer,
  creditUsed: Number(answer.creditUsed) * 2,
}));

/** Credit used of customers with orders is 1050.75 more. */
export const ordersAreUsed: Defect = async (call, forward) => {
  const reply = await forward(call);
  if (call.path !== credit || reply.status !== 200) return reply;
  const list: Call = { ...call, path: '/sales-orders/list', body: call.body };
  const { orders } = jsonOf((await forward(list)).body);
  const answer = jsonOf(reply.body);
  const more = rowsOf(orders).length > 0 ? 105_075 : 0;
  const creditUsed = (Math.round(Number(answer.creditUsed) * 100) + more) / 100;
  return { ...reply, body: JSON.stringify({ ...answer, creditUsed }) };
};

/** Each customer has paid 10.35 more, which settles no invoice yet. */
export const unallocatedReceipts: Defect = changing(statement, (answer) => {
  const balance = Math.round((Number(answer.closingBalance) - 10.35) * 1000) / 1000;
  const line = { date: answer.periodEnd, reference: 'R 17', description: 'Receipt', debit: 0, credit: 10.35, balance };
  return { ...answer, closingBalance: balance, lines: [...rowsOf(answer.lines), line] };
});
