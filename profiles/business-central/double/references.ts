/** Which records of the double refer to each other, because the description has no constraints, and the keys of the tables behind them. */
import type { Reference } from '../../../src/workbench/testing/odata-double/links.ts';

const to = (member: string, set: string, key = 'number'): Reference => ({ set, on: { [member]: key } });

/** The ledgers refer to a posted document of any kind by its number. */
const posted = (member: string): readonly Reference[] => [to(member, 'salesInvoices'), to(member, 'salesCreditMemos')];
const parties = [to('customerNumber', 'customers'), to('billToCustomerNumber', 'customers')];
const lineOf = (set: string): readonly Reference[] => [to('documentId', set, 'id'), to('lineObjectNumber', 'items')];

export const references: Readonly<Record<string, readonly Reference[]>> = {
  customerFinancialDetails: [to('number', 'customers')],
  salesOrders: parties,
  salesOrderLines: lineOf('salesOrders'),
  salesInvoices: parties,
  salesInvoiceLines: lineOf('salesInvoices'),
  salesCreditMemos: [...parties, to('invoiceNumber', 'salesInvoices')],
  salesCreditMemoLines: lineOf('salesCreditMemos'),
  customerPayments: [
    to('journalId', 'customerPaymentJournals', 'id'),
    to('customerNumber', 'customers'),
    to('appliesToInvoiceNumber', 'salesInvoices'),
  ],
  journalLines: [to('journalId', 'journals', 'id')],
  generalLedgerEntries: posted('documentNumber'),
  CustomerLedgerEntries: [to('Customer_No', 'customers'), ...posted('Document_No')],
  DetailedCustLedgEntries: [
    to('Customer_No', 'customers'),
    to('Cust_Ledger_Entry_No', 'CustomerLedgerEntries', 'Entry_No'),
    ...posted('Document_No'),
  ],
  ShipToAddresses: [to('Customer_No', 'customers')],
  CustomerList: [to('No', 'customers')],
  PriceListLines: [to('Source_No', 'customers'), to('Asset_No', 'items')],
};

const [number, code, line] = [['number'], ['code'], ['documentId', 'sequence']] as const;

/** Rows come in the order of the key of their table. The key of the API is the id of the system. */
export const keys: Readonly<Record<string, readonly string[]>> = {
  bankAccounts: number,
  currencies: code,
  customerFinancialDetails: number,
  customerPaymentJournals: code,
  customers: number,
  generalLedgerEntries: ['entryNumber'],
  items: number,
  journals: code,
  salesCreditMemoLines: line,
  salesCreditMemos: number,
  salesInvoiceLines: line,
  salesInvoices: number,
  salesOrderLines: line,
  salesOrders: number,
};
