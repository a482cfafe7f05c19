/** The documents that the double begins with: orders, and a ledger of invoices, memos and payments. */
import type { ODataStore } from '../../../src/workbench/testing/odata-double/store.ts';
import { rounded } from './company.ts';
import { type Customer, customers, day, fillMasterData, items } from './master-data.ts';

const time = (text: string): string => `${text}T08:30:15.120+00:00`;

const orderStatuses = [
  'Open',
  'Completed',
  'Back Order',
  'Canceled',
  'Invoiced',
  'Shipping',
  'On Hold',
  'Pending Approval',
  'Completed',
];

function fillOrders(store: ODataStore): void {
  const buyers = customers.filter(([, , status]) => status !== 'Inactive' && status !== 'On Hold');
  for (let number = 1; number <= 126; number += 1) {
    const [CustomerID, , , currency] = buyers[number % buyers.length] ?? ['', '', '', ''];
    const OrderType = number % 15 === 0 ? 'QT' : number % 22 === 0 ? 'RC' : 'SO';
    const key = { OrderType, OrderNbr: `${String(number).padStart(6, '0')}` };
    const Status = orderStatuses[number % orderStatuses.length] ?? 'Open';
    const date = day(`2026-${String(1 + (number % 7)).padStart(2, '0')}-${String(1 + (number % 28)).padStart(2, '0')}`);
    let total = 0;
    for (let line = 1; line <= 1 + (number % 3); line += 1) {
      const [InventoryID, , , base, sales, , price] = items[(number + line) % 5] ??
        items[0] ?? ['', '', '', '', '', 1, 0];
      const [OrderQty, UOM] = [1 + ((number * line) % 9), line === 3 ? base : sales];
      const Amount = rounded(OrderQty * price, 2);
      total += Amount;
      store.insert('SalesOrderDetail', { ...key, LineNbr: line, InventoryID, OrderQty, UOM, UnitPrice: price, Amount });
    }
    store.insert('SalesOrder', {
      ...{
        ...key,
        CustomerID,
        CustomerOrder: `PO ${number}/26`,
        ExternalRef: null,
        Date: date,
        CreatedDate: date,
        CurrencyID: currency || 'USD',
      },
      ...{ OrderTotal: rounded(total, 2), Status, Hold: Status === 'On Hold' },
    });
  }
  for (let number = 1; number <= 24; number += 1) {
    const [CustomerID] = buyers[number % 4] ?? [''];
    const [type, isCustomer] = [number % 6 === 0 ? 'Normal' : 'Drop-Ship', number % 5 !== 0];
    store.insert('PurchaseOrder', {
      ...{
        Type: type,
        OrderNbr: `PO${String(number).padStart(6, '0')}`,
        VendorID: 'ELECTROVEN',
        Date: day(`2026-0${1 + (number % 6)}-1${number % 9}`),
      },
      ...{
        Status: ['Open', 'Completed', 'On Hold', 'Closed', 'Pending Approval', 'Canceled'][number % 6],
        ShippingInstructions_ShippingDestinationType: isCustomer ? 'Customer' : 'Branch',
      },
      ShippingInstructions_ShipTo: isCustomer ? CustomerID : 'PRODWHOLE',
    });
  }
}

interface Document {
  readonly Type: string;
  readonly ReferenceNbr: string;
  readonly Customer: Customer;
  readonly date: string;
  readonly amount: number;
  readonly tax: number;
  readonly settled: number;
  readonly status: string | undefined;
}

function addDocument(
  store: ODataStore,
  { Type, ReferenceNbr, Customer: [CustomerID, name, , currency], date, amount, tax, settled, status }: Document,
): void {
  const total = rounded(amount + tax, 3);
  const Balance = rounded(total - settled, 3);
  const isReleased = status === undefined || status === 'Canceled';
  const quantity = 4;
  store.insert('InvoiceDetail', {
    Type,
    ReferenceNbr,
    LineNbr: 1,
    TransactionDescription: `Goods of ${ReferenceNbr}`,
    Qty: quantity,
    UnitPrice: rounded(amount / quantity, 6),
    DiscountAmount: 0,
    Amount: amount,
  });
  store.insert('Invoice', {
    ...{
      Type,
      ReferenceNbr,
      Customer: CustomerID,
      CustomerOrder: `2026/${ReferenceNbr}`,
      Description: `Delivery ${ReferenceNbr}`,
      CuryID: currency || 'USD',
    },
    ...{
      Date: day(date),
      DueDate: day(
        date
          .replace('2026-0', '2026-1')
          .replace('2026-1', '2026-0')
          .replace(/-\d\d$/, '-28'),
      ),
      Amount: total,
      TaxTotal: tax,
    },
    ...{
      Balance: isReleased ? (status === 'Canceled' ? 0 : Balance) : total,
      Status: status ?? (Balance === 0 ? 'Closed' : 'Open'),
    },
    ...{ LastModifiedDateTime: time(date), BillToContact_BusinessName: name },
  });
}

let applications = 0;

function addPayment(
  store: ODataStore,
  ReferenceNbr: string,
  Customer: Customer,
  date: string,
  amount: number,
  status: string,
  applied: readonly (readonly [type: string, number: string, amount: number, discount?: number])[],
  Type = 'Payment',
): void {
  const CurrencyID = Customer[3] || 'USD';
  store.insert('Payment', {
    ...{
      Type,
      ReferenceNbr,
      CustomerID: Customer[0],
      ApplicationDate: day(date),
      DocDate: day(date),
      PaymentAmount: amount,
      CurrencyID,
      CashAccount: '10200',
      PaymentMethod: 'CHECK',
    },
    ...{ PaymentRef: `CHK ${ReferenceNbr}`, Status: status, Description: Type === 'Payment' ? 'Check' : '' },
  });
  for (const [AdjustedDocType, AdjustedRefNbr, AmountPaid, discount = 0] of applied) {
    applications += 1;
    store.insert('Application', {
      ...{
        AdjustingDocType: Type,
        AdjustingRefNbr: ReferenceNbr,
        AdjustmentNbr: applications,
        AdjustedDocType,
        AdjustedRefNbr,
        CurrencyID,
      },
      ...{ AmountPaid, CashDiscountTaken: discount, BalanceWriteOff: 0, Released: true },
    });
  }
}

function fillLedger(store: ODataStore): void {
  const buyers = customers.filter(([, , status]) => status !== 'Inactive');
  for (let number = 1; number <= 132; number += 1) {
    const Customer = buyers[number % buyers.length];
    if (Customer === undefined) continue;
    const digits = Customer[3] === 'KWD' ? 3 : 2;
    const date = `2026-0${1 + (number % 7)}-${String(1 + ((number * 5) % 27)).padStart(2, '0')}`;
    const amount = rounded(40 + number * 7.33 + (digits === 3 ? 0.125 : 0), digits);
    const tax = Customer[3] === 'USD' && number % 4 === 0 ? rounded(amount * 0.085, 2) : 0;
    const total = rounded(amount + tax, 3);
    const ReferenceNbr = `AR${String(number).padStart(6, '0')}`;
    const payment = `PM${String(number).padStart(6, '0')}`;
    const common = { ReferenceNbr, Customer, date, amount, tax };
    switch (number % 11) {
      case 0: // a credit memo, applied in part to the invoice before
        addDocument(store, { ...common, Type: 'Credit Memo', tax: 0, settled: 0, status: undefined });
        break;
      case 1:
        addDocument(store, { ...common, Type: 'Invoice', settled: total, status: undefined });
        addPayment(store, payment, Customer, date.replace(/-\d\d$/, '-28'), total, 'Closed', [
          ['Invoice', ReferenceNbr, total],
        ]);
        break;
      case 2: // a part payment
        addDocument(store, { ...common, Type: 'Invoice', settled: 20.5, status: undefined });
        addPayment(store, payment, Customer, date.replace(/-\d\d$/, '-28'), 20.5, 'Closed', [
          ['Invoice', ReferenceNbr, 20.5],
        ]);
        break;
      case 3: // paid with a cash discount
        addDocument(store, { ...common, Type: 'Invoice', settled: total, status: undefined });
        addPayment(store, payment, Customer, date.replace(/-\d\d$/, '-28'), rounded(total - 2, 3), 'Closed', [
          ['Invoice', ReferenceNbr, rounded(total - 2, 3), 2],
        ]);
        break;
      case 4:
        addDocument(store, {
          ...common,
          Type: number % 2 === 0 ? 'Debit Memo' : 'Overdue Charge',
          settled: 0,
          status: undefined,
        });
        break;
      case 5: // drafts
        addDocument(store, {
          ...common,
          Type: 'Invoice',
          settled: 0,
          status: Customer[7] === 'Disabled' ? 'Balanced' : 'On Hold', // a balanced one is used credit
        });
        break;
      case 6: // an application that was reversed
        addDocument(store, { ...common, Type: 'Invoice', settled: 0, status: undefined });
        addPayment(store, payment, Customer, date.replace(/-\d\d$/, '-28'), 30, 'Open', [
          ['Invoice', ReferenceNbr, 30],
          ['Invoice', ReferenceNbr, -30],
        ]);
        break;
      case 7: // a payment that the bank returned
        addDocument(store, { ...common, Type: 'Invoice', settled: 0, status: undefined });
        addPayment(store, payment, Customer, date, total, 'Voided', [['Invoice', ReferenceNbr, total]]);
        addPayment(
          store,
          payment,
          Customer,
          date.replace(/-\d\d$/, '-28'),
          -total,
          'Closed',
          [['Invoice', ReferenceNbr, -total]],
          'Voided Payment',
        );
        break;
      default:
        addDocument(store, { ...common, Type: 'Invoice', settled: 0, status: undefined });
    }
  }
}

/** A customer with more invoices than a list has. */
function fillLongAccount(store: ODataStore): void {
  const Customer = customers.find(([id]) => id === 'JEVYCOMP');
  if (Customer === undefined) return;
  for (let number = 201; number <= 256; number += 1) {
    const date = `2025-${String(1 + (number % 12)).padStart(2, '0')}-15`;
    const amount = rounded(12.345 + number, 2);
    const common = { Type: 'Invoice', ReferenceNbr: `AR000${number}`, Customer, date, amount, tax: 0 };
    addDocument(store, { ...common, settled: 0, status: undefined });
  }
}

/** A payment that settles nothing yet, and one that was refunded. */
function fillUnapplied(store: ODataStore): void {
  const Customer = customers.find(([id]) => id === 'FRUITICO');
  if (Customer === undefined) return;
  addPayment(store, 'PM000901', Customer, '2026-05-05', 200, 'Open', []);
  addPayment(store, 'PM000903', Customer, '2026-05-05', 12.5, 'Closed', []);
  addPayment(store, 'PM000902', Customer, '2026-05-06', 12.5, 'Closed', [], 'Customer Refund');
}

export function fill(store: ODataStore): void {
  fillMasterData(store);
  fillOrders(store);
  fillLedger(store);
  fillLongAccount(store);
  fillUnapplied(store);
}
