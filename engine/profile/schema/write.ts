/** Keys of writes only: the document key, the reads before the write, and its steps. */
import { z } from 'zod';
import { procedureCall } from './call.ts';
import { when } from './facts.ts';
import { outcomes, requestKeys } from './http.ts';
import { one, readKeys } from './read.ts';
import { duration, expression, name, text } from './words.ts';

export const prepareRead = z.strictObject({
  ...readKeys,
  rows: expression.optional().meta({
    description: 'JSONata over the request that returns the rows; with an HTTP request, over the body of its response.',
  }),
  one: one.optional(),
  when: when.optional(),
  field: text.optional().meta({ description: 'Request field that the rejection by `one` refers to.' }),
});
const rightProbe = z
  .strictObject({ ...requestKeys, outcomes: outcomes.optional() })
  .optional()
  .meta({
    description:
      'HTTP only: a request that shows whether the login has the right to this step, and that changes nothing: the ERP rejects its content after it has checked the right. `engine check --connect` sends it. It may use settings only.',
    examples: [{ post: '/invoices', json: {} }],
  });
export const step = z.strictObject({
  use: name.optional(),
  when: when.optional(),
  exec: text.optional().meta({
    description: 'SQL that changes the ERP. Later steps refer to the returned columns as :step.column.',
  }),
  one: text.optional().meta({
    description:
      'With `exec`: the statement must change exactly one row. The message of the rejection otherwise; {{ }} contains JSONata. The transaction is rolled back.',
    examples: ['Less than {{ amount }} is open.'],
  }),
  refuse: text.optional().meta({
    description:
      'With `exec`: the statement must change at least one row. The message of the rejection otherwise; {{ }} contains JSONata. The transaction is rolled back.',
    examples: ['The order has no open lines.'],
  }),
  field: text.optional().meta({ description: 'With `one` or `refuse`: request field that the rejection refers to.' }),
  call: procedureCall.optional(),
  ...requestKeys,
  rows: expression.optional().meta({
    description: 'HTTP only: JSONata over the body of the response that returns the document. Default: the body.',
  }),
  fields: z
    .record(text, expression)
    .optional()
    .meta({
      description:
        'HTTP only: results of the step, JSONata over the document in the response. Variables: `$headers` and `$status`. If a result is missing, the outcome of the step is unknown. The names must be columns of `find`.',
      examples: [{ _id: 'id' }],
    }),
  outcomes: outcomes.optional(),
  done: expression.optional().meta({
    description:
      'HTTP only: JSONata over the document that `find` returns; true if the document shows that the step is complete. The first step is complete if the document exists.',
    examples: ["_state != 'DRAFT'"],
  }),
  repeatable: z.literal(true).optional().meta({
    description:
      'HTTP only: declares that the ERP processes the step only once even if it is sent repeatedly, by a key in the request: an idempotency header, an external id, an upsert.',
  }),
  freshSession: duration.optional().meta({
    description:
      'HTTP only: the step needs a session that was opened at most so long ago. The engine logs in again before it, if necessary.',
  }),
  probe: rightProbe,
  undo: z
    .strictObject({
      ...requestKeys,
      outcomes: outcomes.optional(),
      repeatable: z.literal(true).optional().meta({
        description:
          'The request may be sent again when its outcome was unknown and the document is still there, such as a DELETE by id. Otherwise the write is held for an operator then.',
      }),
      probe: rightProbe,
    })
    .optional()
    .meta({
      description:
        'HTTP only: a request that removes what this step has created, if the ERP refuses a later step. It may use the results of steps (with at least one of this step), $key, the request fields of the key, and settings. It counts when `find` no longer shows the step.',
      examples: [{ delete: '/invoices/{{ $invoice.erpInvoiceId }}', repeatable: true }],
    }),
  each: z.record(name, expression).optional().meta({
    description:
      'Repeats the step for each item of a list: { line: $lines } provides :line.column and :line.number. Over HTTP it provides `$line.column`, and the step must be repeatable.',
  }),
});

/** Schema of a map with one key, the name of a step. Also says so in the JSON Schema (`minProperties`, `maxProperties`). */
export const single = <T extends z.ZodType>(item: T) =>
  z
    .record(name, item)
    .refine((value) => Object.keys(value).length === 1, 'must be a map with one key, the name of the step')
    .meta({ minProperties: 1, maxProperties: 1 });

export const key = z
  .strictObject({
    from: expression
      .optional()
      .meta({ description: 'Request field, or JSONata over the request, that identifies the document.' }),
    max: z.int().min(20).optional().meta({
      description:
        'Length of the ERP field. A longer key is replaced by a hash of up to 26 characters; it is never truncated.',
    }),
    chars: z
      .string()
      .optional()
      .meta({
        description:
          'Characters that the ERP field accepts, as in a character class of a regular expression. A key with other characters is replaced by a hash.',
        examples: ['A-Za-z0-9-'],
      }),
  })
  .meta({ description: 'Key that identifies a written document (:key), and how the ERP stores it.' });

export const lock = expression.meta({
  description:
    'HTTP only: request field, or JSONata over the request, that identifies the document that the write changes. Writes with the same value run one after the other, on all replicas.',
  examples: ['erpInvoiceId'],
});

export const lengths = z.record(text, z.int().min(1)).meta({
  description: 'Maximum text length of the ERP column, by request field.',
  examples: [{ 'lines.sku': 20 }],
});

const digitsOfColumn = z
  .tuple([z.int().min(1), z.int().min(0)])
  .refine(([precision, scale]) => scale <= precision, 'must be the total number of digits, then the number of decimals')
  .meta({
    description: 'Precision and scale: [14, 2] for DECIMAL(14, 2), [9, 0] for a whole number.',
    examples: [[14, 2]],
  });

export const digits = z.record(text, digitsOfColumn).meta({
  description:
    'Precision and scale of the ERP column, by request field. A number with more digits is rejected, never rounded.',
  examples: [{ 'lines.amount': [14, 2] }],
});

export const amounts = z
  .strictObject({
    decimals: z.literal('currency').optional().meta({
      description: 'Rejects an amount with more decimals than the minor unit of the currency.',
    }),
    differing: z.enum(['log', 'refuse']).optional().meta({
      description:
        'What happens to an amount that is not the product of its factors, rounded to the minor unit of the currency: log accepts and logs it, refuse rejects it.',
    }),
  })
  .meta({ description: 'Validation of the amounts in the lines of a request.' });

export type AmountsSpec = z.infer<typeof amounts>;
export type PrepareSpec = z.infer<typeof prepareRead>;
export type StepSpec = z.infer<typeof step>;
export type KeySpec = z.infer<typeof key>;
