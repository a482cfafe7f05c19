/** Records as the API writes them: JSON of the members that have a value. What QuickBooks computes, such as balances, is computed from the rows. */
import type Database from 'better-sqlite3';
import type { Document } from './statement.ts';

type Row = Readonly<Record<string, string | number | null>>;

/** The home currency of the company. */
export const home = 'USD';

const cents = (amount: number): number => Math.round(Number((amount * 100).toPrecision(12))) / 100;
const reference = (value: unknown, name?: unknown): Document => ({
  value: String(value),
  ...(name === undefined ? {} : { name }),
});

/** Without the members that have no value. */
const filled = (members: Document): Document =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null));

function addressOf(row: Row, kind: 'BillAddr' | 'ShipAddr'): Document | undefined {
  const parts = ['Line1', 'Line2', 'City', 'CountrySubDivisionCode', 'PostalCode', 'Country'] as const;
  const members = filled(Object.fromEntries(parts.map((part) => [part, row[`${kind}_${part}`]])));
  return Object.keys(members).length === 0 ? undefined : { Id: `${row.Id}${kind === 'BillAddr' ? 1 : 2}`, ...members };
}

const names = (database: Database.Database, table: 'Customer' | 'Item', member: string): ReadonlyMap<number, string> =>
  new Map(
    database
      .prepare<[], { Id: number; name: string }>(`SELECT Id, ${member} AS name FROM ${table}`)
      .all()
      .map(({ Id, name }) => [Id, name]),
  );

/** Rows of a table by the value of one of its columns. */
function grouped(database: Database.Database, sql: string, column: string): (key: unknown) => readonly Row[] {
  const groups = Map.groupBy(database.prepare<[], Row>(sql).all(), (row) => row[column]);
  return (key) => groups.get(Number(key)) ?? [];
}

const headOf = (row: Row): Document => ({
  domain: 'QBO',
  sparse: false,
  Id: String(row.Id),
  SyncToken: String(row.SyncToken),
  MetaData: { CreateTime: row.CreateTime, LastUpdatedTime: row.LastUpdatedTime },
  DocNumber: row.DocNumber,
  TxnDate: row.TxnDate,
  CurrencyRef: reference(row.CurrencyRef),
  ExchangeRate: row.CurrencyRef === home ? undefined : row.ExchangeRate,
  PrivateNote: row.PrivateNote,
});

type Sale = 'Estimate' | 'Invoice' | 'CreditMemo' | 'SalesReceipt';

/** Documents of a kind with lines. `more`: further members. */
function sales(database: Database.Database, kind: Sale, more: (row: Row) => Document): readonly Document[] {
  const customers = names(database, 'Customer', 'DisplayName');
  const items = names(database, 'Item', 'Name');
  const linesOf = grouped(database, `SELECT * FROM ${kind}Line ORDER BY LineNum, Id`, `${kind}Ref`);
  const lineOf = (row: Row): Document => {
    const common = {
      Id: String(row.Id),
      LineNum: row.LineNum,
      Description: row.Description,
      DetailType: row.DetailType,
    };
    if (row.DetailType === 'DescriptionOnly') return filled({ ...common, DescriptionLineDetail: {} });
    if (row.DetailType === 'DiscountLineDetail')
      return filled({ ...common, Amount: row.Amount, DiscountLineDetail: { PercentBased: false } });
    const detail = filled({
      ItemRef: reference(row.ItemRef, items.get(Number(row.ItemRef))),
      Qty: row.Qty,
      UnitPrice: row.UnitPrice,
      TaxCodeRef: reference(row.TaxCodeRef ?? 'NON'),
    });
    return filled({ ...common, Amount: row.Amount, SalesItemLineDetail: detail });
  };
  return database
    .prepare<[], Row>(`SELECT * FROM ${kind} ORDER BY Id`)
    .all()
    .map((row) => {
      const lines = linesOf(row.Id).map(lineOf);
      const subtotal = cents(Number(row.TotalAmt) - Number(row.TotalTax));
      return filled({
        ...headOf(row),
        CustomerRef: reference(row.CustomerRef, customers.get(Number(row.CustomerRef))),
        Line: [...lines, { Amount: subtotal, DetailType: 'SubTotalLineDetail', SubTotalLineDetail: {} }],
        TxnTaxDetail: { TotalTax: row.TotalTax },
        TotalAmt: row.TotalAmt,
        ...more(row),
      });
    });
}

function invoices(database: Database.Database): readonly Document[] {
  const paymentsOf = grouped(
    database,
    'SELECT InvoiceRef, PaymentRef, Amount FROM PaymentLine WHERE InvoiceRef IS NOT NULL',
    'InvoiceRef',
  );
  return sales(database, 'Invoice', (row) => {
    const payments = paymentsOf(row.Id);
    const paid = payments.reduce((sum, { Amount }) => sum + Number(Amount), 0);
    const estimate =
      row.Source === null ? [] : [{ TxnId: String(row.Source).replace('estimate ', ''), TxnType: 'Estimate' }];
    return {
      DueDate: row.DueDate,
      Balance: cents(Number(row.TotalAmt) - paid),
      LinkedTxn: [
        ...estimate,
        ...payments.map(({ PaymentRef }) => ({ TxnId: String(PaymentRef), TxnType: 'Payment' })),
      ],
    };
  });
}

function creditMemos(database: Database.Database): readonly Document[] {
  const usesOf = grouped(
    database,
    'SELECT CreditMemoRef, Amount FROM PaymentLine WHERE CreditMemoRef IS NOT NULL',
    'CreditMemoRef',
  );
  return sales(database, 'CreditMemo', (row) => {
    const left = cents(Number(row.TotalAmt) - usesOf(row.Id).reduce((sum, { Amount }) => sum + Number(Amount), 0));
    return { RemainingCredit: left, Balance: left };
  });
}

function payments(database: Database.Database): readonly Document[] {
  const customers = names(database, 'Customer', 'DisplayName');
  const linesOf = grouped(database, 'SELECT * FROM PaymentLine ORDER BY Id', 'PaymentRef');
  return database
    .prepare<[], Row>('SELECT * FROM Payment ORDER BY Id')
    .all()
    .map((row) => {
      const lines = linesOf(row.Id);
      const linkOf = ({ InvoiceRef, CreditMemoRef }: Row): Document =>
        InvoiceRef === null
          ? { TxnId: String(CreditMemoRef), TxnType: 'CreditMemo' }
          : { TxnId: String(InvoiceRef), TxnType: 'Invoice' };
      return filled({
        ...headOf(row),
        CustomerRef: reference(row.CustomerRef, customers.get(Number(row.CustomerRef))),
        PaymentRefNum: row.PaymentRefNum,
        DepositToAccountRef: reference(row.DepositToAccountRef ?? 4),
        TotalAmt: row.TotalAmt,
        UnappliedAmt: row.UnappliedAmt,
        Line: lines.map((line) => ({ Amount: line.Amount, LinkedTxn: [linkOf(line)] })),
      });
    });
}

function journalEntries(database: Database.Database): readonly Document[] {
  const linesOf = grouped(database, 'SELECT * FROM JournalLine ORDER BY Id', 'JournalEntryRef');
  const lineOf = (row: Row): Document =>
    filled({
      Id: String(row.Id),
      Description: row.Description,
      Amount: row.Amount,
      DetailType: 'JournalEntryLineDetail',
      JournalEntryLineDetail: filled({
        PostingType: row.PostingType,
        AccountRef: reference(row.AccountRef),
        Entity: row.CustomerRef === null ? undefined : { Type: 'Customer', EntityRef: reference(row.CustomerRef) },
      }),
    });
  return database
    .prepare<[], Row>('SELECT * FROM JournalEntry ORDER BY Id')
    .all()
    .map((row) => filled({ ...headOf(row), Line: linesOf(row.Id).map(lineOf) }));
}

/** What the customers owe, without their jobs. */
const balances = `
  SELECT c.Id, round(
    coalesce((SELECT sum(TotalAmt) FROM Invoice WHERE CustomerRef = c.Id), 0) - coalesce((SELECT sum(TotalAmt) FROM CreditMemo WHERE CustomerRef = c.Id), 0)
    - coalesce((SELECT sum(TotalAmt) FROM Payment WHERE CustomerRef = c.Id), 0)
    + coalesce((SELECT sum(CASE PostingType WHEN 'Debit' THEN l.Amount ELSE -l.Amount END) FROM JournalLine l JOIN Account a ON a.Id = l.AccountRef
                WHERE l.CustomerRef = c.Id AND a.AccountType = 'Accounts Receivable'), 0), 2) AS Balance
  FROM Customer c`;

function customers(database: Database.Database): readonly Document[] {
  const balanceOf = grouped(database, balances, 'Id');
  return database
    .prepare<[], Row>('SELECT * FROM Customer ORDER BY Id')
    .all()
    .map((row) =>
      filled({
        Id: String(row.Id),
        DisplayName: row.DisplayName,
        Active: row.Active === 1,
        Job: row.Parent !== null,
        ParentRef: row.Parent === null ? undefined : reference(String(row.Parent).replace('customer ', '')),
        PrimaryEmailAddr: row.PrimaryEmailAddr === null ? undefined : { Address: row.PrimaryEmailAddr },
        CurrencyRef: reference(row.CurrencyRef),
        BillAddr: addressOf(row, 'BillAddr'),
        ShipAddr: addressOf(row, 'ShipAddr'),
        Balance: balanceOf(row.Id)[0]?.Balance,
      }),
    );
}

const items = (database: Database.Database): readonly Document[] =>
  database
    .prepare<[], Row>('SELECT * FROM Item ORDER BY Id')
    .all()
    .map(({ Id, Active, Taxable, SalesTaxIncluded, IncomeAccountRef, ...rest }) =>
      filled({
        ...rest,
        Id: String(Id),
        Active: Active === 1,
        Taxable: Taxable === 1,
        SalesTaxIncluded: SalesTaxIncluded === 1,
        IncomeAccountRef: IncomeAccountRef === null ? undefined : reference(IncomeAccountRef),
      }),
    );

const accounts = (database: Database.Database): readonly Document[] =>
  database
    .prepare<[], Row>('SELECT * FROM Account ORDER BY Id')
    .all()
    .map((row) => ({ ...row, Id: String(row.Id), Active: row.Active === 1 }));

interface Kind {
  readonly read: (database: Database.Database) => readonly Document[];
  /** Properties that the API reference marks as filterable or sortable. */
  readonly queryable: readonly string[];
}

const times = ['Id', 'MetaData.CreateTime', 'MetaData.LastUpdatedTime'];
const document = [...times, 'DocNumber', 'TxnDate', 'CustomerRef'];

/** By the name of the entity. */
export const kinds: Readonly<Record<string, Kind>> = {
  Account: { read: accounts, queryable: [...times, 'Name', 'AccountType', 'Active'] },
  CreditMemo: { read: creditMemos, queryable: [...document, 'TotalAmt', 'Balance'] },
  Customer: { read: customers, queryable: [...times, 'DisplayName', 'Active'] },
  Estimate: {
    read: (database) => sales(database, 'Estimate', ({ TxnStatus }) => ({ TxnStatus })),
    queryable: document,
  },
  Invoice: { read: invoices, queryable: [...document, 'DueDate', 'TotalAmt', 'Balance'] },
  Item: { read: items, queryable: [...times, 'Name', 'Sku', 'Type', 'Active', 'UnitPrice'] },
  JournalEntry: { read: journalEntries, queryable: [...times, 'DocNumber', 'TxnDate'] },
  Payment: { read: payments, queryable: [...times, 'TxnDate', 'CustomerRef', 'PaymentRefNum'] },
  SalesReceipt: { read: (database) => sales(database, 'SalesReceipt', () => ({})), queryable: document },
};

export { cents };
