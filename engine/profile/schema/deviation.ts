/** A rule across endpoints that the ERP does not follow. */
import { z } from 'zod';
import { expression, text } from './words.ts';

const limited = z.strictObject({
  reason: text.meta({ description: 'Why the ERP does not follow the rule, for people.' }),
  only: expression.optional().meta({
    description:
      'Condition over a document. The rule holds for all documents for which it is not true. Rules about invoices see a row of /invoices/list; rules about accounts see customerErpId, currency, closingBalance and the invoices of the customer.',
    examples: ["status = 'MIGRATED'"],
  }),
  instead: text.optional().meta({
    description: 'Name of the rule that holds in its place: lines-net for lines, balance-plus-orders for credit-used.',
    examples: ['lines-net'],
  }),
});

export const deviation = z.union([text, limited]);
