/** Criteria for the tables of customers, items, invoices and other records. */
import type { Meaning } from '../../vocabulary/vocabulary.ts';
import type { ColumnRole } from './column-criteria.ts';
import { type Alternatives, alternatives, meaningsIn } from './names.ts';

export type Entity =
  | 'customer'
  | 'item'
  | 'address'
  | 'customerPrice'
  | 'purchaseOrder'
  | 'salesOrder'
  | 'orderLine'
  | 'invoice'
  | 'invoiceLine'
  | 'payment'
  | 'allocation'
  | 'entry';

export interface TableCriteria {
  readonly names: Alternatives;
  /** Meanings that exclude a table, unless the name of the record has them. */
  readonly excluded: readonly Meaning[];
  /** Entities that it references. */
  readonly keys: readonly Entity[];
  /** Without a key to one of `keys` it is no candidate. */
  readonly needsKey?: true;
  /** It is as certain as the table of customers. */
  readonly ofCustomers?: true;
  /** With a column for a supplier it is no candidate. */
  readonly withoutSupplier?: true;
  /** Minimum score of the name of a sure table, where it is not the usual one and not every row has a key to one of `keys`. */
  readonly sureName?: number;
  readonly columns: readonly ColumnRole[];
}

/** The meanings of the name, each alternative with its score at a perfect fit, and the meanings that exclude a table. */
const named = (names: string, not: string): Pick<TableCriteria, 'names' | 'excluded'> => ({
  names: alternatives(names),
  excluded: meaningsIn(not),
});

/** Tables that belong to a record and are not the record. */
const parts =
  'allocation price group text range status kind history setting translation user project tax discount terms recurring email rate bank list code quote delivery';

/** In search order: an entity can only reference earlier ones. */
export const tableCriteria: Readonly<Record<Entity, TableCriteria>> = {
  customer: {
    ...named(
      '4 customer, 4 customer account, 3 party, 1.5 account',
      `${parts} line payment address order purchase invoice entry contact balance document supplier item limit`,
    ),
    keys: [],
    columns: ['name', 'email', 'city', 'creditLimit'],
  },
  item: {
    ...named(
      '4 item, 4 stock item, 2.4 stock',
      `${parts} line payment order invoice supplier customer label unit entry purchase document party reference`,
    ),
    keys: [],
    columns: ['sku', 'title', 'price'],
  },
  address: {
    ...named(
      '4 customer address, 3.9 customer delivery address, 3.7 party address, 3.4 address, 2.8 customer contact, 2.6 contact',
      'supplier email bank kind user history group translation stock code setting price order invoice',
    ),
    keys: ['customer'],
    ofCustomers: true,
    columns: ['street', 'zip', 'city'],
  },
  customerPrice: {
    ...named(
      '4 customer price, 4 customer item price, 3.2 item price, 3 price',
      'supplier group history purchase setting kind translation unit quote stock',
    ),
    keys: ['customer', 'item'],
    needsKey: true,
    ofCustomers: true,
    columns: ['price'],
  },
  purchaseOrder: {
    ...named('4 customer purchase order, 3.8 customer purchase, 3 purchase order', `${parts} line payment supplier`),
    keys: ['customer'],
    needsKey: true,
    withoutSupplier: true,
    ofCustomers: true,
    columns: ['poNumber', 'orderDate', 'status'],
  },
  salesOrder: {
    ...named(
      '4 sales order, 4 customer order, 3.7 order, 3.3 sales',
      `${parts} line payment purchase supplier invoice address item entry`,
    ),
    keys: ['customer'],
    columns: ['orderNumber', 'orderDate', 'status'],
  },
  orderLine: {
    ...named(
      '4 sales order line, 4 customer order line, 4 sales order item, 3.7 order line, 3.7 order item, 3.3 sales line, 3 sales item',
      `${parts} payment purchase supplier invoice`,
    ),
    keys: ['salesOrder', 'item'],
    columns: ['quantity', 'unitPrice'],
  },
  invoice: {
    ...named(
      '4 sales invoice, 4 customer invoice, 3.8 invoice, 2.6 receivable, 2.4 customer entry',
      `${parts} line payment purchase supplier order credit item address`,
    ),
    keys: ['customer'],
    columns: ['invoiceNumber', 'issueDate', 'total', 'dueDate'],
  },
  invoiceLine: {
    ...named(
      '4 sales invoice line, 4 customer invoice line, 4 sales invoice item, 3.8 invoice line, 3.6 invoice item, 2.4 customer entry line',
      `${parts} payment purchase supplier order entry`,
    ),
    keys: ['invoice'],
    columns: ['quantity', 'unitPrice', 'lineAmount'],
  },
  payment: {
    ...named('4 customer payment, 3.8 payment', `${parts} line supplier account order unit`),
    keys: ['customer', 'invoice'],
    columns: ['paymentDate', 'amount'],
  },
  allocation: {
    ...named(
      '4 payment allocation, 4 customer allocation, 3.8 payment invoice, 3.4 allocation, 3 payment line',
      'supplier history setting purchase order terms kind delivery range',
    ),
    keys: ['invoice', 'payment'],
    needsKey: true,
    columns: ['amount'],
  },
  entry: {
    ...named(
      '4 customer entry, 4 receivable entry, 3.7 customer account entry, 3.3 account entry, 3.3 account entry line, 3.1 entry line, 3 entry',
      'supplier kind stock history setting user recurring item group tax bank translation allocation',
    ),
    keys: ['customer'],
    needsKey: true,
    sureName: 3.5,
    ofCustomers: true,
    columns: ['entryDate', 'amount', 'reference'],
  },
};
