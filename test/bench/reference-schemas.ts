/** JSON Schemas of the reference: Fastify validates requests by them (Ajv) and writes answers by them (fast-json-stringify). */

const version = { type: 'string', const: '1' } as const;
const text = { type: 'string' } as const;
const id = { type: 'string', minLength: 1 } as const;
const amount = { type: 'number' } as const;
const page = { type: 'integer', minimum: 1, default: 1 } as const;

const request = (properties: object, required: readonly string[]) => ({
  type: 'object',
  properties: { schemaVersion: version, ...properties },
  required: ['schemaVersion', ...required],
});

const answer = (properties: object) => ({
  200: { type: 'object', properties: { schemaVersion: text, ...properties } },
});

const list = (properties: object) => ({ type: 'array', items: { type: 'object', properties } });

const limited = (most: number) => ({ type: 'integer', minimum: 1, maximum: most, default: 20 });
const searched = { query: { type: 'string', default: '' }, limit: limited(500) };

export const customerSearchSchema = {
  body: request(searched, []),
  response: answer({ hits: list({ erpId: text, erpName: text, city: text }) }),
};

const products = answer({ hits: list({ erpSku: text, erpDesc: text, erpProductId: text }) });
export const productSearchSchema = { body: request(searched, []), response: products };
export const skuSchema = { body: request({ sku: id, limit: limited(100) }, ['sku']), response: products };

export const addressesSchema = {
  body: request({ customerId: id, kind: text }, ['customerId']),
  response: answer({ hits: list({ erpLocationId: text, erpLabel: text, address: text, addressKind: text }) }),
};

export const creditSchema = {
  body: request({ customerErpId: id }, ['customerErpId']),
  response: answer({
    creditLimit: { type: 'number', nullable: true },
    creditUsed: { type: 'number', nullable: true },
    currency: text,
  }),
};

/** Documents of a customer. */
const documents = { customerErpId: id, limit: limited(100) };

export const ordersSchema = (own: string, number: string) => ({
  body: request(documents, []),
  response: answer({
    orders: list({ [own]: text, [number]: text, customerErpId: text, status: text, orderDate: text }),
  }),
});

export const customerInvoicesSchema = {
  body: request(documents, ['customerErpId']),
  response: answer({
    invoices: list({
      erpInvoiceId: text,
      invoiceNumber: text,
      customerErpId: text,
      issueDate: text,
      dueDate: text,
      currency: text,
      amountTotal: amount,
      amountOpen: amount,
      status: text,
    }),
  }),
};

const day = { type: 'string', format: 'date' } as const;

export const usageSchema = {
  body: request({ customerErpId: id, sku: id, periodStart: day, periodEnd: day }, [
    'customerErpId',
    'sku',
    'periodStart',
    'periodEnd',
  ]),
  response: answer({ units: { type: 'integer' } }),
};

export const statementSchema = {
  body: request({ customerErpId: id, asOf: day, periodStart: day, periodEnd: day }, [
    'customerErpId',
    'asOf',
    'periodStart',
    'periodEnd',
  ]),
  response: answer({
    currency: text,
    asOf: text,
    periodStart: text,
    periodEnd: text,
    openingBalance: amount,
    closingBalance: amount,
    lines: list({ date: text, reference: text, description: text, debit: amount, credit: amount, balance: amount }),
  }),
};

const paged = request({ page, limit: { type: 'integer', minimum: 1, default: 100 } }, []);
const more = { type: 'boolean' } as const;

export const debtorsSchema = {
  body: paged,
  response: answer({ debtors: list({ erpDebtorId: text, name: text }), hasMore: more }),
};

export const paymentsSchema = {
  body: paged,
  response: answer({
    payments: list({ erpPaymentId: text, erpInvoiceId: text, amount, paymentDate: text }),
    hasMore: more,
  }),
};

export const healthSchema = { body: request({}, []), response: answer({ ok: { type: 'boolean' }, service: text }) };

export const priceSchema = {
  body: request({ customerErpId: id, productErpId: id }, ['customerErpId', 'productErpId']),
  response: answer({ systemUnitPrice: { type: 'number', nullable: true }, source: text }),
};

const line = { description: text, quantity: amount, unitPrice: amount, amount };

export const invoicesSchema = {
  body: paged,
  response: answer({
    invoices: list({
      erpInvoiceId: text,
      invoiceNumber: text,
      erpDebtorId: text,
      debtorName: text,
      issueDate: text,
      dueDate: text,
      currency: text,
      amountTotal: amount,
      amountOutstanding: amount,
      status: text,
      lines: list(line),
    }),
    hasMore: more,
  }),
};

const currency = { type: 'string', pattern: '^[A-Z]{3}$' } as const;

export const draftSchema = {
  body: request(
    {
      poNumber: { ...id, maxLength: 35 },
      currency,
      lines: {
        type: 'array',
        minItems: 1,
        maxItems: 5000,
        items: {
          type: 'object',
          properties: { sku: { ...id, maxLength: 20 }, qty: { type: 'integer', minimum: 1 }, unitPrice: amount },
          required: ['sku', 'qty'],
        },
      },
    },
    ['poNumber', 'currency', 'lines'],
  ),
  response: answer({ saleId: text, saleNumber: text, status: text, receivedAt: text }),
};

export const pushedInvoiceSchema = {
  body: request(
    {
      invoiceNumber: id,
      erpDebtorId: id,
      issueDate: day,
      currency,
      lines: {
        type: 'array',
        minItems: 1,
        items: { type: 'object', properties: line, required: ['quantity', 'unitPrice', 'amount'] },
      },
    },
    ['invoiceNumber', 'erpDebtorId', 'issueDate', 'currency', 'lines'],
  ),
  response: answer({ erpInvoiceId: text }),
};

export const paymentSchema = {
  body: request(
    { erpInvoiceId: id, amount: { type: 'number', exclusiveMinimum: 0 }, paymentDate: day, bankAccountCode: text },
    ['erpInvoiceId', 'amount', 'paymentDate', 'bankAccountCode'],
  ),
  response: answer({ erpPaymentId: text }),
};
