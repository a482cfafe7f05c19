/** Documents as API v2.0 makes and posts them: orders and invoices. */
import type { ODataStore, Row, Value } from '../../../src/workbench/testing/odata-double/store.ts';
import { type Body, decimal, lines, refused, text } from './body.ts';
import { checkPeriod, type Ledger } from './ledger.ts';
import { guidOf, rounded } from './values.ts';

export interface Clock {
  /** ISO 8601 in UTC. */
  readonly time: () => string;
  /** `YYYY-MM-DD` */
  readonly today: () => string;
}

export interface Documents {
  createOrder(body: Body): Row;
  createInvoice(body: Body): Row;
  /** Posts a draft; it keeps its id and gets a number of its own. */
  postInvoice(id: string): void;
}

/** The document of a line. */
interface Parent {
  readonly table: 'salesOrderLines' | 'salesInvoiceLines';
  /** Its id. */
  readonly document: string;
  /** The number of the customer who pays. */
  readonly customer: string;
  /** Of amounts in its currency. */
  readonly decimals: number;
}

interface Amounts {
  readonly net: number;
  readonly tax: number;
}

/** The company's currency. */
export const own = 'GBP';

export function createDocuments(store: ODataStore, ledger: Ledger, clock: Clock): Documents {
  function customerOf(body: Body, name: 'customerNumber' | 'billToCustomerNumber'): Row {
    const number = text(body, name).toUpperCase();
    const row = store.get('SELECT * FROM customers WHERE number = ?', number);
    if (row === undefined) throw refused('The sell-to customer cannot be found.');
    if (row.blocked !== '_x0020_')
      throw refused(
        `You cannot create this type of document when Customer ${number} is blocked with type ${row.blocked}`,
      );
    return row;
  }

  /** The code that documents show: that of the company's own currency stands for a blank one. */
  function currencyOf(body: Body, customer: Row): string {
    const code = text(body, 'currencyCode') || String(customer.currencyCode);
    if (code !== own && store.get('SELECT 1 AS one FROM currency WHERE code = ?', code) === undefined)
      throw refused('The "currencyCode" does not match to a Currency.');
    return code;
  }

  function itemOf(number: string): Row {
    const row = store.get('SELECT * FROM items WHERE number = ?', number.toUpperCase());
    if (row === undefined) throw refused('Item does not exist.');
    if (row.blocked === 1)
      throw refused(`Blocked must be equal to 'No'  in Item: No.=${number}. Current value is 'Yes'.`);
    return row;
  }

  function accountOf(number: string): Row {
    const row = store.get('SELECT * FROM account WHERE number = ?', number);
    if (row === undefined) throw refused('Account does not exist.');
    return row;
  }

  /** Amounts of a line are rounded to the decimals of its currency. */
  const decimalsOf = (currency: string): number => {
    const places = store.get(
      'SELECT amountDecimalPlaces FROM currencies WHERE code = ?',
      currency,
    )?.amountDecimalPlaces;
    return places === undefined ? 2 : Number(String(places).split(':')[1]);
  };

  /** The discount of a price list, in percent, that a line of an order gets with its quantity. */
  const listed = (customer: string, item: string): number =>
    Number(store.get('SELECT percent FROM lineDiscount WHERE customer = ? AND item = ?', customer, item)?.percent ?? 0);

  function lineOf({ table, document, customer, decimals }: Parent, body: Body, index: number): Amounts {
    const cents = (amount: number): number => rounded(amount, decimals);
    const lineType = text(body, 'lineType') || 'Comment';
    const number = text(body, 'lineObjectNumber').toUpperCase();
    const common = {
      ...store.columns(table, body),
      id: guidOf(`${document}/${index}`),
      documentId: document,
      sequence: (index + 1) * 10_000,
      lineType,
    };
    if (lineType === 'Comment') {
      store.insert(table, { ...common, description: text(body, 'description') });
      return { net: 0, tax: 0 };
    }
    const item = lineType === 'Item' ? itemOf(number) : undefined;
    const percent = lineType === 'Account' ? Number(accountOf(number).taxPercent) : 20;
    const quantity = decimal(body, 'quantity', 0);
    const unitPrice = decimal(body, 'unitPrice', Number(item?.unitPrice ?? 0));
    const full = cents(quantity * unitPrice);
    const share = decimal(body, 'discountPercent', item === undefined ? 0 : listed(customer, number));
    const discount = decimal(body, 'discountAmount', cents((full * share) / 100));
    const net = cents(full - discount);
    const tax = cents((net * percent) / 100);
    store.insert(table, {
      ...common,
      lineObjectNumber: number,
      description: text(body, 'description') || String(item?.displayName ?? ''),
      quantity,
      unitPrice,
      discountAmount: discount,
      amountExcludingTax: net,
      amountIncludingTax: cents(net + tax),
    });
    return { net, tax };
  }

  function create(
    set: 'salesOrders' | 'salesInvoices',
    series: string,
    body: Body,
    more: Readonly<Record<string, Value>>,
  ): Row {
    const customer = customerOf(body, 'customerNumber');
    const payer = text(body, 'billToCustomerNumber') === '' ? customer : customerOf(body, 'billToCustomerNumber');
    const currencyCode = currencyOf(body, payer);
    const external = text(body, 'externalDocumentNumber');
    const number = `${series}${100_000 + store.next(series)}`;
    const id = guidOf(number);
    const table = set === 'salesOrders' ? 'salesOrderLines' : 'salesInvoiceLines';
    const decimals = decimalsOf(currencyCode);
    const cents = (amount: number): number => rounded(amount, decimals);
    const parent: Parent = { table, document: id, customer: String(payer.number), decimals };
    const amounts = lines(body, table).map((line, index) => lineOf(parent, line, index));
    const net = cents(amounts.reduce((sum, line) => sum + line.net, 0));
    const tax = cents(amounts.reduce((sum, line) => sum + line.tax, 0));
    store.insert(set, {
      ...store.columns(set, body),
      id,
      number,
      externalDocumentNumber: external.toUpperCase(),
      postingDate: text(body, 'postingDate') || clock.today(),
      customerNumber: String(customer.number),
      customerName: String(customer.displayName),
      billToCustomerNumber: String(payer.number),
      billToName: String(payer.displayName),
      currencyCode,
      totalAmountExcludingTax: net,
      totalTaxAmount: tax,
      totalAmountIncludingTax: cents(net + tax),
      status: 'Draft',
      lastModifiedDateTime: clock.time(),
      ...(set === 'salesInvoices' ? { remainingAmount: cents(net + tax) } : {}),
      ...more,
    });
    const made = store.get(`SELECT * FROM ${set} WHERE id = ?`, id);
    if (made === undefined) throw new Error('The document is not there.');
    return made;
  }

  /** A released draft has the status of an open invoice. */
  const isPosted = (number: string): boolean =>
    store.get(
      "SELECT 1 AS one FROM generalLedgerEntries WHERE documentNumber = ? AND documentType = 'Invoice'",
      number,
    ) !== undefined;

  return {
    createOrder: (body) =>
      create('salesOrders', 'S-ORD', body, { orderDate: text(body, 'orderDate') || clock.today() }),
    createInvoice(body) {
      const day = text(body, 'invoiceDate') || clock.today();
      return create('salesInvoices', 'S-INV', body, {
        invoiceDate: day,
        dueDate: text(body, 'dueDate') || day,
        customerPurchaseOrderReference: text(body, 'customerPurchaseOrderReference'),
      });
    },
    postInvoice(id) {
      const draft = store.get('SELECT * FROM salesInvoices WHERE id = ?', id);
      if (draft === undefined) throw refused('The invoice cannot be found.');
      if (isPosted(String(draft.number))) throw refused('The action can be applied to a draft invoice only.');
      if (draft.status === 'In_x0020_Review')
        throw refused('Sales Invoice must be approved and released before you can perform this action.');
      const day = String(draft.postingDate);
      checkPeriod(store, day);
      const number = `PS-INV${103_000 + store.next('PS-INV')}`;
      store.run(
        "UPDATE salesInvoices SET number = ?, status = 'Open', lastModifiedDateTime = ? WHERE id = ?",
        ...[number, clock.time(), id],
      );
      ledger.post({
        type: 'Invoice',
        number,
        external: String(draft.externalDocumentNumber),
        customer: String(draft.billToCustomerNumber),
        day,
        due: String(draft.dueDate),
        amount: Number(draft.totalAmountIncludingTax),
        currency: draft.currencyCode === own ? '' : String(draft.currencyCode),
        text: `Invoice ${draft.number}`,
      });
    },
  };
}
