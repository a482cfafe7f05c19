import type { Endpoint, Fields } from '../../../engine/index.ts';
import { currency, decimal, id, instant, integer, list, oneOf, optional, text } from '../fields/fields.ts';

const line = {
  sku: text('Stock keeping unit.', 'BOLT-M8-40'),
  qty: integer('How many, a whole number.', 40, 1),
  unitPrice: optional(decimal("Price of one unit; the ERP's own price when left out.", 12.5)),
} as const satisfies Fields;

/** Handing a purchase order to the ERP. */
export const drafts = [
  {
    path: '/sale-draft',
    app: 'ordering',
    title: 'Draft sales order',
    description: 'Creates a draft sales order, once for each purchase order number.',
    request: {
      poNumber: text('Number of the purchase order; identifies the draft.', 'PO-2026-0317'),
      currency: currency('Currency of the prices.'),
      lines: list('What is ordered.', line, 1),
    },
    answer: {
      kind: 'write',
      fields: {
        saleId: id('sale', "The ERP's reference of the draft.", '55013'),
        saleNumber: optional(text('Its number, where the ERP gives one.', 'SO-55013')),
        status: oneOf(['draft'], 'Always `draft`.', 'draft'),
        receivedAt: instant('When the ERP got it; a repeat gets the first time.', '2026-03-17T09:30:00.000Z'),
      },
      key: ['poNumber'],
      constants: { status: 'draft' },
      sample: {
        list: 'lines',
        field: 'sku',
        answer: { saleId: 'connection-test', receivedAt: '2000-01-01T00:00:00.000Z' },
      },
    },
    mustExist: [],
  },
] as const satisfies readonly Endpoint[];
