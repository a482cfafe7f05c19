/** Sales orders, invoices and payments as Acumatica makes and releases them. */
import { isMap, type Members } from '../../../engine/host/index.ts';
import type { ODataStore, Row, Value } from '../../../src/workbench/testing/odata-double/store.ts';
import { cashAccounts, closedUntil, exemptCategory, rounded, sellable, sold, taxRate } from './company.ts';
import { Refused } from './refused.ts';

/** The value of a field in a body. */
export const fieldIn = (body: Members, name: string): unknown => (isMap(body[name]) ? body[name].value : undefined);
const textIn = (body: Members, name: string): string => String(fieldIn(body, name) ?? '');
const numberIn = (body: Members, name: string): number => Number(fieldIn(body, name) ?? 0);
const linesIn = (body: Members, name: string): readonly Members[] =>
  Array.isArray(body[name]) ? body[name].filter(isMap) : [];
const dayIn = (body: Members, name: string, otherwise: string): string => {
  const text = textIn(body, name).slice(0, 10);
  return `${text === '' ? otherwise : text}T00:00:00+00:00`;
};

/** Codes of documents that a payment settles. */
const documentTypes: Readonly<Record<string, string>> = { INV: 'Invoice', DRM: 'Debit Memo', FCH: 'Overdue Charge' };

/** A value that a field does not take: the entity, with the reason in the field. */
export class Invalid extends Refused {
  readonly entity: Members;

  constructor(field: string, message: string) {
    super(422, message);
    this.entity = { [field]: { error: `${field}: ${message}` } };
  }
}

export function createDocuments(store: ODataStore) {
  const now = (): string => new Date(store.now()).toISOString().replace('Z', '+00:00');
  const today = (): string => now().slice(0, 10);
  const numbered = (series: string): string => `${series}${String(store.next(series) + 1000).padStart(6, '0')}`;

  function customerOf(id: string, field: string): Row {
    const row = store.get('SELECT * FROM Customer WHERE CustomerID = ? COLLATE NOCASE', id);
    if (row === undefined) throw new Invalid(field, `'${id}' cannot be found in the system.`);
    if (!sellable.includes(String(row.Status))) throw new Invalid(field, `The customer status is '${row.Status}'.`);
    return row;
  }

  function itemOf(id: string): Row {
    const sql = `SELECT InventoryID, ItemStatus, SalesUOM AS unit, DefaultPrice FROM StockItem WHERE InventoryID = ? COLLATE NOCASE
      UNION ALL SELECT InventoryID, ItemStatus, SalesUnit, DefaultPrice FROM NonStockItem WHERE InventoryID = ? COLLATE NOCASE`;
    const row = store.get(sql, id, id);
    if (row === undefined) throw new Invalid('InventoryID', `'${id}' cannot be found in the system.`);
    if (!sold.includes(String(row.ItemStatus)))
      throw new Invalid('InventoryID', `The inventory item is ${row.ItemStatus}.`);
    return row;
  }

  function createOrder(body: Members): Row {
    const customer = customerOf(textIn(body, 'CustomerID'), 'CustomerID');
    const OrderType = textIn(body, 'OrderType');
    if (!['SO', 'QT', 'IN'].includes(OrderType))
      throw new Invalid('OrderType', `'${OrderType}' cannot be found in the system.`);
    const OrderNbr = numbered('SO');
    const key = { OrderType, OrderNbr };
    let total = 0;
    for (const [index, line] of linesIn(body, 'Details').entries()) {
      const item = itemOf(textIn(line, 'InventoryID'));
      const UnitPrice =
        fieldIn(line, 'UnitPrice') === undefined ? Number(item.DefaultPrice ?? 0) : numberIn(line, 'UnitPrice');
      const Amount = rounded(numberIn(line, 'OrderQty') * UnitPrice, 2);
      total += Amount;
      store.insert('SalesOrderDetail', {
        ...key,
        LineNbr: index + 1,
        InventoryID: item.InventoryID,
        OrderQty: numberIn(line, 'OrderQty'),
        UOM: item.unit,
        UnitPrice,
        Amount,
      });
    }
    store.insert('SalesOrder', {
      ...{
        ...key,
        CustomerID: customer.CustomerID,
        CustomerOrder: textIn(body, 'CustomerOrder'),
        ExternalRef: textIn(body, 'ExternalRef'),
      },
      ...{
        Date: dayIn(body, 'Date', today()),
        CreatedDate: now(),
        CurrencyID: textIn(body, 'CurrencyID'),
        OrderTotal: rounded(total, 2),
      },
      ...{ Status: fieldIn(body, 'Hold') === true ? 'On Hold' : 'Open', Hold: fieldIn(body, 'Hold') === true },
    });
    return key;
  }

  function currencyIn(body: Members): string | undefined {
    const document = isMap(body.custom) && isMap(body.custom.Document) ? body.custom.Document : {};
    return isMap(document.CuryID) ? String(document.CuryID.value) : undefined;
  }

  function createInvoice(body: Members): Row {
    const customer = customerOf(textIn(body, 'Customer'), 'Customer');
    const ReferenceNbr = numbered('AR');
    const key = { Type: textIn(body, 'Type'), ReferenceNbr };
    const CuryID = currencyIn(body) ?? String(customer.CurrencyID ?? 'USD');
    let [total, tax] = [0, 0];
    for (const [index, line] of linesIn(body, 'Details').entries()) {
      if (textIn(line, 'Account') !== '40000')
        throw new Invalid('Account', `'${textIn(line, 'Account')}' cannot be found in the system.`);
      const Amount = rounded(
        numberIn(line, 'Qty') * numberIn(line, 'UnitPrice') - numberIn(line, 'DiscountAmount'),
        CuryID === 'KWD' ? 3 : 2,
      );
      total += Amount;
      if (textIn(line, 'TaxCategory') !== exemptCategory) tax += rounded(Amount * taxRate, 2);
      const [Qty, UnitPrice, DiscountAmount] = ['Qty', 'UnitPrice', 'DiscountAmount'].map((name) =>
        numberIn(line, name),
      );
      store.insert('InvoiceDetail', {
        ...key,
        LineNbr: index + 1,
        TransactionDescription: textIn(line, 'TransactionDescription'),
        Qty,
        UnitPrice,
        DiscountAmount,
        Amount,
      });
    }
    const Amount = rounded(total + tax, 3);
    store.insert('Invoice', {
      ...{
        ...key,
        Customer: customer.CustomerID,
        CustomerOrder: textIn(body, 'CustomerOrder'),
        Description: textIn(body, 'Description'),
        CuryID,
      },
      ...{
        Date: dayIn(body, 'Date', today()),
        DueDate: dayIn(body, 'DueDate', textIn(body, 'Date').slice(0, 10)),
        Amount,
        Balance: Amount,
        TaxTotal: tax,
      },
      ...{
        Status: fieldIn(body, 'Hold') === true ? 'On Hold' : 'Balanced',
        LastModifiedDateTime: now(),
        BillToContact_BusinessName: customer.CustomerName,
      },
    });
    return key;
  }

  const documentOf = (type: Value, number: Value): Row | undefined =>
    store.get('SELECT * FROM Invoice WHERE Type = ? AND ReferenceNbr = ?', type, number);

  function createPayment(body: Members): Row {
    const customer = customerOf(textIn(body, 'CustomerID'), 'CustomerID');
    const account = cashAccounts[textIn(body, 'CashAccount')];
    if (account === undefined)
      throw new Invalid('CashAccount', `'${textIn(body, 'CashAccount')}' cannot be found in the system.`);
    const ReferenceNbr = numbered('PM');
    for (const [index, line] of linesIn(body, 'DocumentsToApply').entries()) {
      const document = documentOf(documentTypes[textIn(line, 'DocType')] ?? '', textIn(line, 'ReferenceNbr'));
      if (document === undefined || document.Customer !== customer.CustomerID)
        throw new Invalid('ReferenceNbr', 'The document cannot be found in the system.');
      if (numberIn(line, 'AmountPaid') > Number(document.Balance))
        throw new Invalid('AmountPaid', 'The amount exceeds the balance of the document.');
      store.insert('Application', {
        ...{
          AdjustingDocType: textIn(body, 'Type'),
          AdjustingRefNbr: ReferenceNbr,
          AdjustmentNbr: index,
          AdjustedDocType: document.Type,
          AdjustedRefNbr: document.ReferenceNbr,
        },
        ...{
          CurrencyID: document.CuryID,
          AmountPaid: numberIn(line, 'AmountPaid'),
          CashDiscountTaken: 0,
          BalanceWriteOff: 0,
          Released: false,
        },
      });
    }
    store.insert('Payment', {
      ...{
        Type: textIn(body, 'Type'),
        ReferenceNbr,
        CustomerID: customer.CustomerID,
        ApplicationDate: dayIn(body, 'ApplicationDate', today()),
        DocDate: dayIn(body, 'ApplicationDate', today()),
        Description: '',
      },
      ...{
        PaymentAmount: numberIn(body, 'PaymentAmount'),
        CurrencyID: account,
        CashAccount: textIn(body, 'CashAccount'),
        PaymentMethod: textIn(body, 'PaymentMethod'),
      },
      ...{ PaymentRef: textIn(body, 'PaymentRef'), Status: fieldIn(body, 'Hold') === true ? 'On Hold' : 'Balanced' },
    });
    return { Type: textIn(body, 'Type'), ReferenceNbr };
  }

  function openPeriod(date: Value): void {
    if (String(date).slice(0, 10) <= closedUntil)
      throw new Refused(
        422,
        `The ${String(date).slice(5, 7)}-${String(date).slice(0, 4)} financial period of the company is closed in Accounts Receivable.`,
      );
  }

  /** Reduces the balance of a document, which is a change of the document. */
  function settle(document: Row, amount: number): void {
    const left = rounded(Number(document.Balance) - amount, 3);
    store.run(
      'UPDATE Invoice SET Balance = ?, Status = ?, LastModifiedDateTime = ? WHERE Type = ? AND ReferenceNbr = ?',
      left,
      left === 0 ? 'Closed' : 'Open',
      now(),
      document.Type ?? null,
      document.ReferenceNbr ?? null,
    );
  }

  function releaseInvoice(number: string): void {
    const document = documentOf('Invoice', number);
    if (document === undefined || document.Status !== 'Balanced')
      throw new Refused(422, 'Document Status is invalid for processing.');
    openPeriod(document.Date ?? null);
    settle(document, 0);
  }

  function releasePayment(number: string): void {
    const payment = store.get("SELECT * FROM Payment WHERE Type = 'Payment' AND ReferenceNbr = ?", number);
    if (payment === undefined || payment.Status !== 'Balanced')
      throw new Refused(422, 'Document Status is invalid for processing.');
    openPeriod(payment.ApplicationDate ?? null);
    let applied = 0;
    for (const one of store.all(
      'SELECT * FROM Application WHERE AdjustingDocType = ? AND AdjustingRefNbr = ? AND Released = 0',
      'Payment',
      number,
    )) {
      const document = documentOf(one.AdjustedDocType ?? null, one.AdjustedRefNbr ?? null);
      if (document === undefined || Number(one.AmountPaid) > Number(document.Balance))
        throw new Refused(422, 'The document is out of the balance.');
      settle(document, Number(one.AmountPaid));
      applied += Number(one.AmountPaid);
    }
    store.run(
      'UPDATE Application SET Released = 1 WHERE AdjustingDocType = ? AND AdjustingRefNbr = ?',
      'Payment',
      number,
    );
    const isApplied = rounded(applied, 3) === Number(payment.PaymentAmount);
    store.run(
      "UPDATE Payment SET Status = ? WHERE Type = 'Payment' AND ReferenceNbr = ?",
      isApplied ? 'Closed' : 'Open',
      number,
    );
  }

  return {
    creates: { SalesOrder: createOrder, Invoice: createInvoice, Payment: createPayment } as const,
    actions: { 'Invoice/ReleaseInvoice': releaseInvoice, 'Payment/ReleasePayment': releasePayment } as const,
  };
}
