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

export const searchSchema = {
  body: request(
    { query: { type: 'string', default: '' }, limit: { type: 'integer', minimum: 1, maximum: 500, default: 20 } },
    [],
  ),
  response: answer({ hits: list({ erpId: text, erpName: text, city: text }) }),
};

export const priceSchema = {
  body: request({ customerErpId: id, productErpId: id }, ['customerErpId', 'productErpId']),
  response: answer({ systemUnitPrice: { type: 'number', nullable: true }, source: text }),
};

const line = { description: text, quantity: amount, unitPrice: amount, amount };

export const invoicesSchema = {
  body: request({ page, limit: { type: 'integer', minimum: 1, default: 100 } }, []),
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
    hasMore: { type: 'boolean' },
  }),
};

export const draftSchema = {
  body: request(
    {
      poNumber: { ...id, maxLength: 35 },
      currency: { type: 'string', pattern: '^[A-Z]{3}$' },
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
