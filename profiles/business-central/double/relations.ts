/** Keys of the records of the double, and the columns by which they refer to each other. */
import { sets } from './sets.ts';

export interface Relation {
  readonly column: string;
  readonly table: string;
  readonly key: string;
}

const to = (column: string, table: string, key = 'number'): Relation => ({ column, table, key });

/** The ledgers refer to a posted document of any kind by its number. */
const posted = (column: string): readonly Relation[] => [to(column, 'salesInvoices'), to(column, 'salesCreditMemos')];
const parties = [to('customerNumber', 'customers'), to('billToCustomerNumber', 'customers')];
const lineOf = (set: string): readonly Relation[] => [to('documentId', set, 'id'), to('lineObjectNumber', 'items')];

const relations: Readonly<Record<string, readonly Relation[]>> = {
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

/** The columns that tell the rows of a set apart. */
export const keysOf = (set: string): readonly string[] =>
  set === 'ShipToAddresses' ? ['Customer_No', 'Code'] : [sets[set]?.key ?? 'id'];

export const referencesOf = (set: string): readonly Relation[] => relations[set] ?? [];
