/** What QuickBooks does with a new document: numbers, taxes, totals, and what it refuses. */
import type Database from 'better-sqlite3';
import { cents, home } from './documents.ts';
import { refused } from './fault.ts';
import type { Document } from './statement.ts';

type Body = Document;
type Row = Readonly<Record<string, string | number | null>>;

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);
const bodyIn = (body: Body, name: string): Body => {
  const value = body[name];
  return isBody(value) ? value : {};
};
const bodiesIn = (body: Body, name: string): readonly Body[] => {
  const value = body[name];
  return Array.isArray(value) ? value.filter(isBody) : [];
};
const referenceIn = (body: Body, name: string): string | undefined => {
  const { value } = bodyIn(body, name);
  return value === undefined ? undefined : String(value);
};

const invalidReference = (what: string): Error =>
  refused('2500', 'Invalid Reference Id', `Invalid Reference Id : ${what} is not there or has been made inactive.`);
const business = (detail: string): Error =>
  refused(
    '6000',
    'A business validation error has occurred while processing your request',
    `Business Validation Error: ${detail}`,
  );

/** Sales tax of a line with the code TAX, in per cent. */
const taxPercent = 8;
/** The last day of a closed period. */
export const closedUntil = '2024-12-31';

export class Writes {
  private readonly database: Database.Database;
  private readonly time: () => string;

  /** `time`: ISO 8601 with an offset. */
  constructor(database: Database.Database, time: () => string) {
    this.database = database;
    this.time = time;
  }

  private row(sql: string, ...values: readonly (string | number)[]): Row | undefined {
    return this.database.prepare<(string | number)[], Row>(sql).get(...values);
  }

  private insert(table: string, row: Readonly<Record<string, unknown>>): void {
    const columns = Object.keys(row);
    const values = columns.map((name) => row[name] ?? null);
    this.database
      .prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
      .run(...values);
  }

  /** Transactions of all kinds have one series of ids. */
  nextId(): number {
    const tables = ['Estimate', 'Invoice', 'CreditMemo', 'SalesReceipt', 'Payment', 'JournalEntry'];
    const newest = tables.map((table) => `SELECT max(Id) AS Id FROM ${table}`).join(' UNION ALL ');
    return Number(this.row(`SELECT coalesce(max(Id), 100) + 1 AS Id FROM (${newest})`)?.Id);
  }

  private head(body: Body): Readonly<Record<string, string | number | null>> {
    const customer = this.row(
      'SELECT * FROM Customer WHERE Id = ? AND Active = 1',
      referenceIn(body, 'CustomerRef') ?? '',
    );
    if (customer === undefined) throw invalidReference('Customer');
    const currency = referenceIn(body, 'CurrencyRef') ?? home;
    if (currency !== customer.CurrencyRef)
      throw business('The currency of the transaction is invalid for the customer.');
    const day = String(body.TxnDate ?? this.time().slice(0, 10));
    if (day <= closedUntil)
      throw refused('6210', 'Account Period Closed', 'Account Period Closed, Cannot Update Through Services API');
    const time = this.time();
    return {
      Id: this.nextId(),
      CreateTime: time,
      LastUpdatedTime: time,
      TxnDate: day,
      CurrencyRef: currency,
      ExchangeRate: Number(body.ExchangeRate ?? 1),
      PrivateNote: body.PrivateNote === undefined ? null : String(body.PrivateNote),
      CustomerRef: Number(customer.Id),
    };
  }

  private checkNumber(table: 'Estimate' | 'Invoice', body: Body, mayRepeat: boolean): string {
    const number = String(body.DocNumber ?? '');
    if (number.length > 21) throw refused('2050', 'String length is too long', 'Invalid String. DocNumber: max 21');
    const other = this.row(`SELECT Id FROM ${table} WHERE DocNumber = ?`, number);
    if (other !== undefined && !mayRepeat)
      throw refused(
        '6140',
        'Duplicate Document Number Error',
        'Duplicate Document Number Error : You must specify a different number. This number has already been used.',
      );
    return number;
  }

  /** Adds the lines of a sale. Returns its tax and its total. */
  private lines(
    kind: 'Estimate' | 'Invoice',
    id: number,
    body: Body,
  ): Readonly<Record<'TotalTax' | 'TotalAmt', number>> {
    const lines = bodiesIn(body, 'Line');
    if (lines.length === 0)
      throw refused(
        '2020',
        'Required param missing, need to supply the required value for the API',
        'Required parameter Line is missing in the request',
      );
    let [net, taxed] = [0, 0];
    for (const [index, line] of lines.entries()) {
      const detail = bodyIn(line, 'SalesItemLineDetail');
      const item = this.row(
        "SELECT * FROM Item WHERE Id = ? AND Active = 1 AND Type <> 'Category'",
        referenceIn(detail, 'ItemRef') ?? '',
      );
      if (item === undefined) throw invalidReference('Item');
      const amount = Number(line.Amount);
      const { Qty, UnitPrice } = detail;
      if (Qty !== undefined && UnitPrice !== undefined && cents(Number(Qty) * Number(UnitPrice)) !== amount)
        throw refused(
          '6070',
          'Amount calculation incorrect in the request',
          `Amount is not equal to UnitPrice * Qty. Supplied value:${amount}`,
        );
      const tax = referenceIn(detail, 'TaxCodeRef') ?? 'NON';
      net += amount;
      if (tax === 'TAX') taxed += amount;
      this.insert(`${kind}Line`, {
        [`${kind}Ref`]: id,
        LineNum: index + 1,
        DetailType: String(line.DetailType),
        Description: line.Description,
        ItemRef: item.Id,
        Qty,
        UnitPrice,
        Amount: cents(amount),
        TaxCodeRef: tax,
      });
    }
    const TotalTax = cents((taxed * taxPercent) / 100);
    return { TotalTax, TotalAmt: cents(net + TotalTax) };
  }

  /** Returns the id of the new document. */
  createSale(kind: 'Estimate' | 'Invoice', body: Body, mayRepeat: boolean): number {
    const head = this.head(body);
    const DocNumber = this.checkNumber(kind, body, mayRepeat);
    const id = Number(head.Id);
    const more =
      kind === 'Invoice'
        ? { DueDate: String(body.DueDate ?? head.TxnDate) }
        : { TxnStatus: String(body.TxnStatus ?? 'Pending') };
    this.insert(kind, { ...head, DocNumber, ...more, TotalAmt: 0 });
    const { TotalTax, TotalAmt } = this.lines(kind, id, body);
    this.database.prepare(`UPDATE ${kind} SET TotalTax = ?, TotalAmt = ? WHERE Id = ?`).run(TotalTax, TotalAmt, id);
    return id;
  }

  /** A line pays an invoice, or applies a credit memo. The invoice keeps the time of its last change. */
  createPayment(body: Body): number {
    const head = this.head(body);
    const account = referenceIn(body, 'DepositToAccountRef');
    if (account !== undefined && this.row('SELECT Id FROM Account WHERE Id = ? AND Active = 1', account) === undefined)
      throw invalidReference('Account');
    const reference = body.PaymentRefNum === undefined ? null : String(body.PaymentRefNum);
    this.insert('Payment', {
      ...head,
      DepositToAccountRef: account,
      PaymentRefNum: reference,
      TotalAmt: Number(body.TotalAmt),
    });
    for (const line of bodiesIn(body, 'Line'))
      for (const { TxnId, TxnType } of bodiesIn(line, 'LinkedTxn')) {
        const amount = Number(line.Amount);
        const member = TxnType === 'Invoice' ? 'InvoiceRef' : 'CreditMemoRef';
        const target = this.row(
          `SELECT TotalAmt FROM ${TxnType === 'Invoice' ? 'Invoice' : 'CreditMemo'} WHERE Id = ? AND CustomerRef = ?`,
          String(TxnId),
          Number(head.CustomerRef),
        );
        if (target === undefined)
          throw refused(
            '610',
            'Object Not Found',
            'Object Not Found : Something you are trying to use has been made inactive.',
          );
        const used = Number(
          this.row(`SELECT coalesce(sum(Amount), 0) AS used FROM PaymentLine WHERE ${member} = ?`, String(TxnId))?.used,
        );
        if (cents(used + amount) > Number(target.TotalAmt))
          throw business('You are applying more than the open balance.');
        this.insert('PaymentLine', { PaymentRef: head.Id ?? 0, [member]: Number(TxnId), Amount: amount });
      }
    this.database
      .prepare(
        'UPDATE Payment SET UnappliedAmt = round(TotalAmt - (SELECT coalesce(sum(CASE WHEN InvoiceRef IS NULL THEN -Amount ELSE Amount END), 0) FROM PaymentLine WHERE PaymentRef = Payment.Id), 2) WHERE Id = ?',
      )
      .run(Number(head.Id));
    return Number(head.Id);
  }

  /** Deletes an invoice. A payment of it keeps its money as an unapplied amount. */
  deleteInvoice(body: Body): void {
    const row = this.row('SELECT SyncToken FROM Invoice WHERE Id = ?', String(body.Id));
    if (row === undefined)
      throw refused('610', 'Object Not Found', 'Object Not Found : Another user has deleted this transaction.');
    if (String(row.SyncToken) !== String(body.SyncToken))
      throw refused(
        '5010',
        'Stale Object Error',
        'Stale Object Error : You and another user were working on this at the same time.',
      );
    for (const sql of [
      'UPDATE Payment SET UnappliedAmt = UnappliedAmt + l.Amount FROM PaymentLine l WHERE l.PaymentRef = Payment.Id AND l.InvoiceRef = ?',
      'DELETE FROM PaymentLine WHERE InvoiceRef = ?',
      'DELETE FROM InvoiceLine WHERE InvoiceRef = ?',
      'DELETE FROM Invoice WHERE Id = ?',
    ])
      this.database.prepare(sql).run(String(body.Id));
  }
}
