/** The tables of the double: what Xero keeps of an organisation. Columns have the names of the API's members; addresses are JSON. */
const document = `
  ContactID TEXT NOT NULL REFERENCES contact (ContactID), Date DATE NOT NULL, Status TEXT NOT NULL, CurrencyCode TEXT NOT NULL,
  CurrencyRate NUMERIC NOT NULL DEFAULT 1, LineAmountTypes TEXT NOT NULL, UpdatedDateUTC DATETIME NOT NULL`;

const line = `
  LineItemID TEXT PRIMARY KEY, position INTEGER NOT NULL, Description TEXT NOT NULL, Quantity NUMERIC, UnitAmount NUMERIC, ItemCode TEXT,
  AccountCode TEXT, TaxType TEXT, DiscountRate NUMERIC, DiscountAmount NUMERIC, LineAmount NUMERIC NOT NULL, TaxAmount NUMERIC NOT NULL`;

const credit = `ContactID TEXT NOT NULL REFERENCES contact (ContactID), Type TEXT NOT NULL, Date DATE NOT NULL, Status TEXT NOT NULL,
  Total NUMERIC NOT NULL, CurrencyCode TEXT NOT NULL, CurrencyRate NUMERIC NOT NULL DEFAULT 1, Reference TEXT, UpdatedDateUTC DATETIME NOT NULL`;

export const schema = `
  CREATE TABLE contact (
    ContactID TEXT PRIMARY KEY, Name TEXT NOT NULL, ContactStatus TEXT NOT NULL, EmailAddress TEXT, IsCustomer BOOLEAN NOT NULL,
    IsSupplier BOOLEAN NOT NULL, DefaultCurrency TEXT, Discount NUMERIC, Addresses TEXT NOT NULL);
  CREATE TABLE item (
    ItemID TEXT PRIMARY KEY, Code TEXT NOT NULL UNIQUE, Name TEXT, Description TEXT, IsSold BOOLEAN NOT NULL, UnitPrice NUMERIC, AccountCode TEXT,
    TaxType TEXT);
  CREATE TABLE account (
    AccountID TEXT PRIMARY KEY, Code TEXT UNIQUE, Name TEXT NOT NULL, Type TEXT NOT NULL, Status TEXT NOT NULL, EnablePaymentsToAccount BOOLEAN NOT NULL);
  CREATE TABLE taxRate (TaxType TEXT PRIMARY KEY, EffectiveRate NUMERIC NOT NULL);
  CREATE TABLE currency (Code TEXT PRIMARY KEY, rate NUMERIC NOT NULL);
  CREATE TABLE quote (QuoteID TEXT PRIMARY KEY, QuoteNumber TEXT NOT NULL UNIQUE COLLATE NOCASE, Reference TEXT, ${document});
  CREATE TABLE quoteLine (${line}, QuoteID TEXT NOT NULL REFERENCES quote (QuoteID));
  CREATE TABLE invoice (InvoiceID TEXT PRIMARY KEY, Type TEXT NOT NULL, InvoiceNumber TEXT NOT NULL, Reference TEXT, DueDate DATE, ${document});
  CREATE TABLE invoiceLine (${line}, InvoiceID TEXT NOT NULL REFERENCES invoice (InvoiceID));
  CREATE TABLE creditNote (CreditNoteID TEXT PRIMARY KEY, Type TEXT NOT NULL, CreditNoteNumber TEXT NOT NULL, ${document});
  CREATE TABLE creditNoteLine (${line}, CreditNoteID TEXT NOT NULL REFERENCES creditNote (CreditNoteID));
  CREATE TABLE overpayment (OverpaymentID TEXT PRIMARY KEY, ${credit});
  CREATE TABLE prepayment (PrepaymentID TEXT PRIMARY KEY, ${credit});
  CREATE TABLE allocation (
    AllocationID TEXT PRIMARY KEY, InvoiceID TEXT NOT NULL REFERENCES invoice (InvoiceID), Amount NUMERIC NOT NULL, Date DATE NOT NULL,
    CreditNoteID TEXT REFERENCES creditNote (CreditNoteID), OverpaymentID TEXT REFERENCES overpayment (OverpaymentID),
    PrepaymentID TEXT REFERENCES prepayment (PrepaymentID));
  CREATE TABLE payment (
    PaymentID TEXT PRIMARY KEY, PaymentType TEXT NOT NULL, InvoiceID TEXT REFERENCES invoice (InvoiceID),
    CreditNoteID TEXT REFERENCES creditNote (CreditNoteID), OverpaymentID TEXT REFERENCES overpayment (OverpaymentID), Date DATE NOT NULL,
    Amount NUMERIC NOT NULL, AccountID TEXT NOT NULL REFERENCES account (AccountID), Reference TEXT, Status TEXT NOT NULL,
    UpdatedDateUTC DATETIME NOT NULL);
  CREATE TABLE keptReply (id INTEGER PRIMARY KEY, Key TEXT NOT NULL, reply TEXT NOT NULL, until INTEGER NOT NULL);
  CREATE INDEX linesOfQuote ON quoteLine (QuoteID);
  CREATE INDEX linesOfInvoice ON invoiceLine (InvoiceID);
  CREATE INDEX linesOfCreditNote ON creditNoteLine (CreditNoteID);
  CREATE INDEX paymentsOfInvoice ON payment (InvoiceID);
  CREATE INDEX allocationsOfInvoice ON allocation (InvoiceID);`;
