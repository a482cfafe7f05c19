/** The tables of the double. Names are those of the API, with `_` between the parts of a path. */
import type Database from 'better-sqlite3';

const transaction = `
  Id INTEGER PRIMARY KEY, SyncToken INTEGER NOT NULL DEFAULT 0, CreateTime DATETIME NOT NULL, LastUpdatedTime DATETIME NOT NULL,
  DocNumber TEXT, TxnDate DATE NOT NULL, CurrencyRef TEXT NOT NULL, ExchangeRate NUMERIC NOT NULL DEFAULT 1, PrivateNote TEXT`;
const customer = 'CustomerRef INTEGER NOT NULL REFERENCES Customer (Id)';
const sale = `${transaction}, ${customer}, TotalTax NUMERIC NOT NULL DEFAULT 0, TotalAmt NUMERIC NOT NULL`;
const lineOf = (parent: string): string => `
  Id INTEGER PRIMARY KEY, ${parent}Ref INTEGER NOT NULL REFERENCES ${parent} (Id), LineNum INTEGER NOT NULL, DetailType TEXT NOT NULL,
  Description TEXT, ItemRef INTEGER REFERENCES Item (Id), Qty NUMERIC, UnitPrice NUMERIC, Amount NUMERIC NOT NULL, TaxCodeRef TEXT`;
const address = (kind: string): string =>
  ['Line1', 'Line2', 'City', 'CountrySubDivisionCode', 'PostalCode', 'Country']
    .map((part) => `${kind}_${part} TEXT`)
    .join(', ');

const tables = `
  CREATE TABLE Account (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, AccountType TEXT NOT NULL, Active BOOLEAN NOT NULL DEFAULT 1);
  CREATE TABLE ExchangeRate (SourceCurrencyCode TEXT PRIMARY KEY, Rate NUMERIC NOT NULL);
  CREATE TABLE Item (
    Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, Sku TEXT, Description TEXT, Active BOOLEAN NOT NULL DEFAULT 1, Type TEXT NOT NULL,
    Taxable BOOLEAN NOT NULL DEFAULT 0, SalesTaxIncluded BOOLEAN NOT NULL DEFAULT 0, UnitPrice NUMERIC, IncomeAccountRef INTEGER REFERENCES Account (Id));
  CREATE TABLE Customer (
    Id INTEGER PRIMARY KEY, DisplayName TEXT NOT NULL, Active BOOLEAN NOT NULL DEFAULT 1, PrimaryEmailAddr TEXT, CurrencyRef TEXT NOT NULL,
    Parent TEXT, ${address('BillAddr')}, ${address('ShipAddr')});
  CREATE TABLE Estimate (${sale}, TxnStatus TEXT NOT NULL DEFAULT 'Pending');
  CREATE TABLE EstimateLine (${lineOf('Estimate')});
  CREATE TABLE Invoice (${sale}, DueDate DATE NOT NULL, Source TEXT);
  CREATE TABLE InvoiceLine (${lineOf('Invoice')});
  CREATE TABLE CreditMemo (${sale});
  CREATE TABLE CreditMemoLine (${lineOf('CreditMemo')});
  CREATE TABLE SalesReceipt (${sale});
  CREATE TABLE SalesReceiptLine (${lineOf('SalesReceipt')});
  CREATE TABLE Payment (${transaction}, ${customer}, PaymentRefNum TEXT, DepositToAccountRef INTEGER REFERENCES Account (Id), TotalAmt NUMERIC NOT NULL,
    UnappliedAmt NUMERIC NOT NULL DEFAULT 0);
  CREATE TABLE PaymentLine (
    Id INTEGER PRIMARY KEY, PaymentRef INTEGER NOT NULL REFERENCES Payment (Id), InvoiceRef INTEGER REFERENCES Invoice (Id),
    CreditMemoRef INTEGER REFERENCES CreditMemo (Id), Amount NUMERIC NOT NULL);
  CREATE TABLE JournalEntry (${transaction});
  CREATE TABLE JournalLine (
    Id INTEGER PRIMARY KEY, JournalEntryRef INTEGER NOT NULL REFERENCES JournalEntry (Id), PostingType TEXT NOT NULL, Description TEXT,
    AccountRef INTEGER NOT NULL REFERENCES Account (Id), CustomerRef INTEGER REFERENCES Customer (Id), Amount NUMERIC NOT NULL);
  CREATE INDEX InvoiceLineOf ON InvoiceLine (InvoiceRef);
  CREATE INDEX EstimateLineOf ON EstimateLine (EstimateRef);
  CREATE INDEX CreditMemoLineOf ON CreditMemoLine (CreditMemoRef);
  CREATE INDEX PaymentLineOf ON PaymentLine (PaymentRef);
  CREATE INDEX PaidInvoice ON PaymentLine (InvoiceRef);
  CREATE INDEX UsedCredit ON PaymentLine (CreditMemoRef);`;

/** Kinds of records that are transactions, and have one series of ids. */
export const transactions = ['Estimate', 'Invoice', 'CreditMemo', 'SalesReceipt', 'Payment', 'JournalEntry'] as const;

export const createTables = (database: Database.Database): void => void database.exec(tables);
