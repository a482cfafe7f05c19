/** Criteria for the columns that provide the contract's fields, by role. */

import type { Meaning } from '../../vocabulary/vocabulary.ts';
import { type Alternatives, alternatives, meaningsIn } from './names.ts';
import { isShape, type Shape } from './shapes.ts';

/** Criteria for a column. */
export interface ColumnCriteria {
  readonly names: Alternatives;
  /** Meanings that exclude a column. */
  readonly excluded: readonly Meaning[];
  readonly shape: Shape;
  /** The shape of its values is sufficient: the name does not matter. */
  readonly byShape: boolean;
  /** Its values must be unique. */
  readonly unique: boolean;
}

/**
 * The shape of the values; `alone`: it is sufficient without a name; `unique`: each row has another value. Then the meanings of the name,
 * each alternative with its score at a perfect fit, and the meanings that exclude a column.
 */
const rules = {
  name: 'text: 4 name, 3 title; not contact bank street group city user short country region item email currency terms number code phone',
  city: 'text: 4 city; not zip region country',
  email: 'email alone: 4 email; not active kind status text',
  currency: 'currency alone: 4 currency, 4 currency code, 4 currency name; not base rate amount total date',
  currencyCode: 'currency alone: 4 code, 4 currency, 3.8 short, 3.6 name, 3.6 title',
  creditLimit: 'number: 4 credit limit, 2.8 limit, 2.6 credit; not date kind status',
  balance:
    'number: 4 balance, 3.8 account balance, 3.8 credit balance, 3.6 open amount; not date brought limit group kind due',
  brought: 'number: 4 brought, 4 brought balance',
  isCustomer: 'flag: 4 customer; not group kind number code',
  street: 'text: 4 street, 3.6 address; not extra email kind id number',
  extra: 'text: 4 extra, 3.5 details; not email',
  zip: 'text: 4 zip',
  zipNumber: 'number: 4 zip',
  country: 'text: 4 country',
  label: 'text: 4 label, 3.8 name, 3.4 title; not contact city street country email',
  kind: 'few: 4 kind',
  sku: 'code unique: 4 item code, 4 item number, 3.9 code, 3.9 number, 3.5 reference, 3.5 item id; not group supplier tax unit customer account currency bank country company',
  title: 'text: 4 name, 3.6 title, 3 text; not details group supplier unit short customer tax',
  details: 'text: 4 details',
  price:
    'number: 4 price, 4 base price, 4 sales price, 4 price amount, 4 list price, 3.8 unit price; not purchase group cost discount date kind id rate supplier quantity',
  validFrom: 'date: 4 valid from, 4 from date, 3.6 from',
  validTo: 'date: 4 valid to, 4 to date, 3.6 to',
  orderNumber:
    'code: 4 document number, 4 order number, 3.9 number, 3.6 reference, 3.4 code, 2.2 name; not customer item line tax account supplier invoice purchase delivery project contact phone bank user range payment zip currency',
  invoiceNumber:
    'code: 4 document number, 4 invoice number, 3.9 number, 3.6 reference, 3.4 code, 2.2 name; not customer item line tax account supplier order purchase delivery project contact phone bank user range payment zip currency',
  poNumber:
    'code: 4 purchase reference, 4 purchase number, 4 order number, 3.6 reference, 3.6 number; not customer account item line tax',
  customerReference:
    'text: 4 customer reference, 4 customer order number, 4 customer order reference, 4 customer document number, 4 customer purchase number, 3.8 purchase number, 3.8 purchase reference, 3.6 customer purchase, 2.8 reference; not item line tax account bank payment supplier id',
  status: 'few: 4 status, 3.9 document status; not payment delivery country region invoice stock email tax line',
  orderDate:
    'date: 4 ordered date, 4 order date, 4 document date, 3.9 date, 3.5 sent date, 3.3 ordered; not due created changed delivery requested valid payment paid from to invoice posted quote',
  issueDate:
    'date: 4 issued date, 4 invoice date, 4 document date, 3.9 date, 3.6 issued, 3 posted date; not due created changed delivery requested valid payment paid from to order quote terms',
  dueDate: 'date: 4 due date, 4 due, 3.4 terms date, 3.4 limit date; not issued amount delivery discount tax',
  total:
    'number: 4 total amount, 4 total, 3.6 invoice amount, 3.2 amount; not net tax open payment cost discount paid line quantity rate base ratio limit brought delivery measure',
  open: 'number: 4 open amount, 4 open, 3.9 balance, 3.3 amount due; not date brought tax quantity base discount measure',
  quantity:
    'number: 4 quantity, 3.9 order quantity, 3.8 ordered quantity, 3.8 invoice quantity, 3.6 stock quantity; not delivery sent open discount pack price paid tax limit cost',
  invoicedQuantity:
    'number: 4 quantity, 4 invoice quantity, 3.6 stock quantity; not order delivery sent open discount pack price paid tax limit cost credit',
  unitPrice:
    'number: 4 unit price, 3.9 price, 3.9 sales price; not purchase total cost discount tax base supplier kind group list quantity',
  lineAmount:
    'number: 4 line amount, 4 line total, 3.9 total, 3.7 amount, 3.3 net; not tax discount cost open unit price quantity ratio rate base paid measure',
  lineText:
    'text: 4 line text, 4 title, 3.8 text, 3.6 details, 3.5 name; not unit group code tax customer supplier number',
  lineNumber: 'number: 4 line number, 3.6 line, 3.4 number, 3.4 range; not item invoice order',
  paymentDate:
    'date: 4 payment date, 3.9 date, 3.6 sent date, 3.4 posted date; not due created changed valid from to invoice',
  amount:
    'number: 4 payment amount, 3.9 amount, 3.7 allocation amount, 3.6 total; not open tax discount net cost rate base ratio limit',
  undone: 'flag: 4 deleted, 4 voided',
  entryDate:
    'date: 4 entry date, 3.9 date, 3.8 posted date, 3.6 document date; not due changed created paid payment delivery',
  entryAmount:
    'number: 4 entry amount, 3.9 amount, 3.6 total; not open tax discount net cost rate base ratio limit allocation paid payment',
  reference:
    'code: 4 document number, 3.8 reference, 3.6 number; not customer invoice payment account bank item supplier line',
  entryText: 'text: 4 text, 4 title, 3.4 details, 3.2 kind; not tax unit status',
  active: 'flag: 4 active',
  blocked: 'flag: 4 blocked',
  deleted: 'flag: 4 deleted',
  discontinued: 'flag: 4 discontinued',
  deletedAt: 'date: 4 deleted, 4 deleted date',
  voided: 'flag: 4 voided',
  voidedAt: 'date: 4 voided, 4 voided date',
  draft: 'flag: 4 draft',
  changed: 'instant: 4 changed, 4 changed date',
  created: 'date: 4 created, 4 created date',
} as const;

export type ColumnRole = keyof typeof rules;

function criteriaOf(rule: string): ColumnCriteria {
  const [, shape = '', how, names = '', not = ''] = /^(\w+)( alone| unique)?: ([^;]+)(?:; not (.+))?$/.exec(rule) ?? [];
  if (!isShape(shape)) throw new Error(`"${rule}" begins with no shape of values`);
  return {
    names: alternatives(names),
    excluded: meaningsIn(not),
    shape,
    byShape: how === ' alone',
    unique: how === ' unique',
  };
}

const criteria = new Map<string, ColumnCriteria>(Object.entries(rules).map(([role, rule]) => [role, criteriaOf(rule)]));

/** The criteria of a role. */
export function columnCriteria(role: ColumnRole): ColumnCriteria {
  const roleCriteria = criteria.get(role);
  if (roleCriteria === undefined) throw new Error(`no criteria for ${role}`);
  return roleCriteria;
}
