import type { Endpoint, Fields } from '../../../engine/index.ts';
import { currency, decimal, id, instant, integer, lines, oneOf, optional, text } from '../fields/fields.ts';

const line = {
  sku: text('Stock keeping unit.', 'HX-10'),
  qty: integer('Quantity, a whole number.', 40, 1),
  unitPrice: optional(decimal("Price of one unit; the ERP's price by default.", 12.5)),
} as const satisfies Fields;

/** Writes a purchase order into the ERP as a draft sales order. */
export const drafts = [
  {
    path: '/sale-draft',
    app: 'ordering',
    title: 'Draft sales order',
    description: 'Creates a draft sales order, once per purchase order number.',
    request: {
      poNumber: text('Number of the purchase order; identifies the draft.', 'PO-2026-0317'),
      currency: currency('Currency of the prices.'),
      lines: lines('The ordered products.', line),
    },
    answer: {
      kind: 'write',
      fields: {
        saleId: id('sale', "The ERP's reference of the draft.", '55013'),
        saleNumber: optional(text('Number of the draft, if the ERP assigns one.', 'SO-55013')),
        status: oneOf(['draft'], 'Always `draft`.', 'draft'),
        receivedAt: instant(
          'When the ERP received it; a repeated request gets the first time.',
          '2026-03-17T09:30:00.000Z',
        ),
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
