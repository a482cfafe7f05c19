import { Ajv, type ValidateFunction } from 'ajv';
import { isDay, isUtcInstant } from './days.ts';

/** A JSON Schema, written by hand from the contract. */
export type Schema = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, Schema>>;

const ajv = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true });
ajv.addFormat('day', isDay);
ajv.addFormat('utc', isUtcInstant);
ajv.addFormat('email', /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/);

const text: Schema = { type: 'string' };
const name: Schema = { type: 'string', pattern: '\\S' };
const line: Schema = { type: 'string', pattern: '^[^\\r\\n]*$' };
const day: Schema = { type: 'string', format: 'day' };
const currency: Schema = { type: 'string', pattern: '^[A-Z]{3}$' };
const number: Schema = { type: 'number' };
const numberOrNull: Schema = { type: ['number', 'null'] };
const flag: Schema = { type: 'boolean' };

const object = (properties: Properties, optional: Properties = {}): Schema => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
});
const list = (items: Schema): Schema => ({ type: 'array', items });
const answer = (properties: Properties, optional: Properties = {}): Schema =>
  object({ schemaVersion: { const: '1' }, ...properties }, optional);

const hits = (row: Schema): Schema => answer({ hits: list(row) });
const order = (id: string, number: string): Schema =>
  object({ [id]: name, [number]: name, customerErpId: name, status: name, orderDate: day });
const product = object({ erpSku: name, erpDesc: name, erpProductId: name });
const invoiceLine = object({ description: text, quantity: number, unitPrice: number, amount: number });
const statementLine = object({
  date: day,
  reference: text,
  description: text,
  debit: number,
  credit: number,
  balance: number,
});
const fault = object({ field: name, message: name, rule: name });

/** The answers of the contract: exactly these fields, no others. */
export const answers = {
  health: answer({ ok: { const: true }, service: name }),
  customers: hits(object({ erpId: name, erpName: name }, { city: name })),
  addresses: hits(
    object({ erpLocationId: name, erpLabel: name, address: line, addressKind: { enum: ['shipping', 'billing'] } }),
  ),
  products: hits(product),
  price: answer({ systemUnitPrice: numberOrNull, source: name }),
  credit: answer({ creditLimit: numberOrNull, creditUsed: numberOrNull, currency }),
  purchaseOrders: answer({ orders: list(order('erpPoId', 'poNumber')) }),
  salesOrders: answer({ orders: list(order('erpSoId', 'soNumber')) }),
  customerInvoices: answer({
    invoices: list(
      object({
        erpInvoiceId: name,
        invoiceNumber: name,
        customerErpId: name,
        issueDate: day,
        dueDate: day,
        currency,
        amountTotal: number,
        amountOpen: number,
        status: name,
      }),
    ),
  }),
  statement: answer({
    currency,
    asOf: day,
    periodStart: day,
    periodEnd: day,
    openingBalance: number,
    closingBalance: number,
    lines: list(statementLine),
  }),
  usage: answer({ units: { type: 'integer', minimum: 0 } }),
  draft: answer(
    { saleId: name, status: { const: 'draft' }, receivedAt: { type: 'string', format: 'utc' } },
    { saleNumber: name },
  ),
  debtors: answer({
    debtors: list(object({ erpDebtorId: name, name }, { email: { type: 'string', format: 'email' } })),
    hasMore: flag,
  }),
  invoices: answer({
    invoices: list(
      object({
        erpInvoiceId: name,
        invoiceNumber: name,
        erpDebtorId: name,
        debtorName: name,
        issueDate: day,
        dueDate: day,
        currency,
        amountTotal: number,
        amountOutstanding: number,
        status: name,
        lines: list(invoiceLine),
      }),
    ),
    hasMore: flag,
  }),
  payments: answer({
    payments: list(object({ erpPaymentId: name, erpInvoiceId: name, amount: number, paymentDate: day })),
    hasMore: flag,
  }),
  pushedInvoice: answer({ erpInvoiceId: name }),
  pushedPayment: answer({ erpPaymentId: name }),
} as const satisfies Readonly<Record<string, Schema>>;

/** The body of every 4xx and 5xx. */
export const errorBody = answer(
  {
    error: name,
    code: {
      enum: ['UNAUTHORIZED', 'FORBIDDEN', 'INVALID_JSON', 'VALIDATION_FAILED', 'BAD_REQUEST', 'INTERNAL_ERROR'],
    },
  },
  { details: { type: 'object' } },
);

/** What `details` holds when fields are refused. */
export const faultList = object({ fields: { type: 'array', minItems: 1, items: fault } });

function numbersAsText(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(numbersAsText);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema);
  const type: unknown = 'type' in schema ? schema.type : undefined;
  if (type === 'number' || type === 'integer') return { type: 'string' };
  if (Array.isArray(type)) return { type: ['string', 'null'] };
  return Object.fromEntries(entries.map(([key, value]) => [key, numbersAsText(value)]));
}

/** A schema compiled twice: for the JSON as sent, and for the same JSON with its numbers kept as text. */
export interface Shape<T> {
  readonly sent: ValidateFunction;
  readonly exact: ValidateFunction<T>;
}

/** Compiles a schema. `T` is the answer with its numbers as text. */
export function shape<T>(schema: Schema): Shape<T> {
  const exact = numbersAsText(schema);
  if (typeof exact !== 'object' || exact === null) throw new Error('a schema is an object');
  return { sent: ajv.compile({ ...schema }), exact: ajv.compile<T>({ ...exact }) };
}

/** The faults that a validator found last, one per line. */
export function faultsOf(validate: ValidateFunction): string {
  return ajv.errorsText(validate.errors, { separator: '\n' });
}
