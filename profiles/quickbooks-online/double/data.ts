/**
 * The company: a wholesaler in Boston whose home currency is USD. Some records are written one by one, since people look at them; the others come from short
 * rules, so that there are several pages of everything.
 */
import type Database from 'better-sqlite3';
import { cents } from './documents.ts';
import { addLists, currencyOf, type Insert, rates, type Value } from './lists.ts';
import type { Writes } from './writes.ts';

const invoiceCount = 124;
const estimateCount = 36;

/** The day that is `count` days behind the first one of the books. */
const dayAt = (count: number): string => new Date(Date.UTC(2025, 0, 6) + count * 86_400_000).toISOString().slice(0, 10);

export function fill(database: Database.Database, writes: Writes): void {
  const insert: Insert = (table, row) => {
    const columns = Object.keys(row);
    database
      .prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
      .run(...Object.values(row));
  };
  const decimalsOf = (currency: string): number => (currency === 'JPY' ? 0 : 2);

  interface Sold {
    readonly item: number;
    readonly quantity: number;
    readonly price: number;
  }

  /** Adds a sale with its lines as a user enters it. `tax`: its amount. Returns its id and its total. */
  function addSale(
    kind: 'Estimate' | 'Invoice' | 'CreditMemo' | 'SalesReceipt',
    customer: number,
    {
      number,
      day,
      sold,
      tax = 0,
      discount = 0,
    }: {
      readonly number: string;
      readonly day: string;
      readonly sold: readonly Sold[];
      readonly tax?: number;
      readonly discount?: number;
    },
    more: Readonly<Record<string, Value>> = {},
  ): { readonly id: number; readonly total: number } {
    const currency = currencyOf(customer - 1);
    const rounded = (amount: number): number => (decimalsOf(currency) === 0 ? Math.round(amount) : cents(amount));
    const amounts = sold.map(({ quantity, price }) => rounded(quantity * price));
    const total = rounded(amounts.reduce((sum, amount) => sum + amount, 0) - discount + tax);
    const id = writes.nextId();
    const ExchangeRate = Object.entries(rates).find(([code]) => code === currency)?.[1] ?? 1;
    insert(kind, {
      ...{
        Id: id,
        CreateTime: `${day}T09:05:00-08:00`,
        LastUpdatedTime: `${day}T09:05:00-08:00`,
        DocNumber: number,
        TxnDate: day,
        CurrencyRef: currency,
      },
      ...{ ExchangeRate, CustomerRef: customer, TotalTax: tax, TotalAmt: total },
      ...more,
    });
    let LineNum = 0;
    const line = (row: Readonly<Record<string, Value>>): void => {
      LineNum += 1;
      insert(`${kind}Line`, { [`${kind}Ref`]: id, LineNum, ...row });
    };
    if (id % 7 === 0) line({ DetailType: 'DescriptionOnly', Description: 'Deliver before noon', Amount: 0 });
    for (const [index, { item, quantity, price }] of sold.entries())
      line({
        DetailType: 'SalesItemLineDetail',
        ItemRef: item,
        Qty: quantity,
        UnitPrice: price,
        Amount: amounts[index] ?? 0,
        TaxCodeRef: tax === 0 ? 'NON' : 'TAX',
      });
    if (discount !== 0) line({ DetailType: 'DiscountLineDetail', Amount: discount });
    return { id, total };
  }

  function addPayment(
    customer: number,
    day: string,
    amount: number,
    lines: readonly (readonly ['InvoiceRef' | 'CreditMemoRef', number, number])[],
  ): void {
    const used = lines.reduce((sum, [member, , part]) => sum + (member === 'InvoiceRef' ? part : -part), 0);
    const id = writes.nextId();
    insert('Payment', {
      ...{
        Id: id,
        CreateTime: `${day}T15:30:00-08:00`,
        LastUpdatedTime: `${day}T15:30:00-08:00`,
        TxnDate: day,
        CurrencyRef: currencyOf(customer - 1),
      },
      ...{
        CustomerRef: customer,
        PaymentRefNum: amount === 0 ? null : `CHK ${3000 + id}`,
        DepositToAccountRef: id % 2 === 0 ? 2 : 4,
        TotalAmt: amount,
        UnappliedAmt: cents(amount - used),
      },
    });
    for (const [member, target, part] of lines)
      insert('PaymentLine', { PaymentRef: id, [member]: target, Amount: part });
  }

  function addEstimates(): void {
    for (let index = 0; index < estimateCount; index += 1) {
      const customer = (index % 12) + 1;
      const sold = [
        { item: 10 + (index % 8), quantity: 4 + index, price: 9.95 },
        { item: 30, quantity: 1, price: 80.333 },
      ];
      const status = ['Pending', 'Accepted', 'Closed', 'Converted', 'Rejected'][index % 5] ?? '';
      const day = dayAt(300 + index * 9);
      const { id } = addSale(
        'Estimate',
        customer,
        {
          number: `E-${2000 + index}`,
          day,
          sold: index % 5 === 4 ? sold.toReversed() : sold,
          tax: index % 3 === 0 ? 4.44 : 0,
        },
        { TxnStatus: status },
      );
      if (status === 'Converted') {
        const invoice = addSale(
          'Invoice',
          customer,
          { number: `INV-E${2000 + index}`, day: dayAt(303 + index * 9), sold },
          { DueDate: dayAt(333 + index * 9), Source: `estimate ${id}` },
        );
        addPayment(customer, dayAt(320 + index * 9), invoice.total, [['InvoiceRef', invoice.id, invoice.total]]);
      }
    }
  }

  /** Invoices open, paid in part, paid, paid together, credited in part or in full, with a tax or a discount, and voided. */
  function addInvoices(): void {
    const together: { readonly id: number; readonly total: number }[] = [];
    for (let index = 0; index < invoiceCount; index += 1) {
      const customer = (index % 20) + 1;
      const currency = currencyOf(customer - 1);
      const day = dayAt(index * 5);
      const later = (days: number): string => dayAt(index * 5 + days);
      const isHome = currency === 'USD';
      const sold = [
        { item: 10 + (index % 8), quantity: 3, price: 9.95 },
        { item: 40, quantity: 2, price: 40 + index },
      ];
      const invoice = addSale(
        'Invoice',
        customer,
        {
          number: index % 11 === 10 ? `2025/${String(index).padStart(4, '0')}` : `INV-${1000 + index}`,
          day,
          sold: index % 9 === 8 ? sold.toReversed() : sold,
          tax: isHome && index % 4 === 0 ? cents((29.85 + 80 + index * 2) * 0.0625) : 0,
          discount: isHome && index % 6 === 1 ? 5.55 : 0,
        },
        { DueDate: index % 40 === 19 ? '2030-06-30' : later(30) },
      );
      const { id, total } = invoice;
      const pay = (amount: number): void => addPayment(customer, later(20), amount, [['InvoiceRef', id, amount]]);
      const credit = (amount: number): number =>
        addSale('CreditMemo', customer, {
          number: `CM-${1000 + index}`,
          day: later(8),
          sold: [{ item: 40, quantity: 1, price: amount }],
        }).id;
      switch (index % 10) {
        case 0:
        case 1:
        case 2:
        case 3:
          pay(total);
          break;
        case 4: // more was paid than was open: the rest is an unapplied amount
          addPayment(customer, later(20), cents(total + 25), [['InvoiceRef', id, total]]);
          break;
        case 5:
          pay(decimalsOf(currency) === 0 ? Math.round(total / 3) : cents(total / 3));
          break;
        case 6: // a payment of 0 applies a credit memo
          addPayment(customer, later(9), 0, [
            ['InvoiceRef', id, total],
            ['CreditMemoRef', credit(total), total],
          ]);
          break;
        case 7: // a credit memo, and the rest in money
          addPayment(customer, later(21), cents(total - 12), [
            ['InvoiceRef', id, total],
            ['CreditMemoRef', credit(12), 12],
          ]);
          break;
        case 8: // a credit memo that is not applied
          if (index % 20 === 8) credit(12);
          break;
      }
      if (index % 20 === 9) together.push(invoice);
    }
    const paid = together.slice(0, 3);
    const sum = cents(paid.reduce((all, { total }) => all + total, 0));
    addPayment(
      10,
      '2026-09-01',
      sum,
      paid.map(({ id, total }) => ['InvoiceRef', id, total] as const),
    );
    const { id } = addSale(
      'Invoice',
      1,
      { number: 'INV-900', day: '2026-03-02', sold: [{ item: 40, quantity: 1, price: 0 }] },
      { DueDate: '2026-04-01', PrivateNote: 'Voided - entered twice' },
    );
    database.prepare('UPDATE InvoiceLine SET Qty = 0 WHERE InvoiceRef = ?').run(id);
    addSale('SalesReceipt', 2, { number: 'SR-1', day: '2026-05-04', sold: [{ item: 12, quantity: 6, price: 9.95 }] });
  }

  /** A debt that was written off, an opening balance, and a line of another account that names a customer. */
  function addJournal(): void {
    const entry = (
      day: string,
      number: string,
      lines: readonly (readonly ['Debit' | 'Credit', number, number | null, number])[],
    ): void => {
      const id = writes.nextId();
      insert('JournalEntry', {
        Id: id,
        CreateTime: `${day}T08:00:00-08:00`,
        LastUpdatedTime: `${day}T08:00:00-08:00`,
        DocNumber: number,
        TxnDate: day,
        CurrencyRef: 'USD',
      });
      for (const [PostingType, AccountRef, CustomerRef, Amount] of lines)
        insert('JournalLine', {
          JournalEntryRef: id,
          PostingType,
          AccountRef,
          CustomerRef,
          Amount,
          Description: 'Write-off',
        });
    };
    entry('2026-06-30', 'JE-1', [
      ['Credit', 1, 6, 3.3],
      ['Debit', 6, null, 3.3],
    ]);
    entry('2026-07-31', 'JE-2', [
      ['Debit', 6, 6, 17.5],
      ['Credit', 2, null, 17.5],
    ]);
  }

  database.transaction(() => {
    addLists(insert);
    addEstimates();
    addInvoices();
    addJournal();
  })();
}
