/** What only a write has: its key, the reads before it, and its steps. */
import { z } from 'zod';
import { procedureCall } from './call.ts';
import { when } from './facts.ts';
import { outcomes, requestKeys } from './http.ts';
import { one, readKeys } from './read.ts';
import { expression, name, text } from './words.ts';

export const prepareRead = z.strictObject({
  ...readKeys,
  rows: expression.optional().meta({
    description:
      'JSONata over the request that gives the rows; beside a request over HTTP, over the body of its answer.',
  }),
  one: one.optional(),
  when: when.optional(),
  field: text.optional().meta({ description: 'The request field that a refusal by `one` names.' }),
});
export const step = z.strictObject({
  use: name.optional(),
  when: when.optional(),
  exec: text.optional().meta({
    description: 'SQL that changes the ERP. What it returns is known to later steps as :step.column.',
  }),
  call: procedureCall.optional(),
  ...requestKeys,
  rows: expression.optional().meta({
    description: 'Over HTTP: where in the body of the answer the document is; the body itself when not said.',
  }),
  fields: z
    .record(text, expression)
    .optional()
    .meta({
      description:
        'Over HTTP: what the step gives, JSONata over the document in the answer; `$headers` and `$status` are known. All of it must be there, or the step counts as unknown. Names are those of columns of `find`.',
      examples: [{ _id: 'id' }],
    }),
  outcomes: outcomes.optional(),
  done: expression.optional().meta({
    description:
      'Over HTTP: JSONata over the document that `find` found: whether it shows that the step is done. For the first step it is enough that there is one.',
    examples: ["_state != 'DRAFT'"],
  }),
  repeatable: z.literal(true).optional().meta({
    description:
      'Over HTTP: the ERP does the step once, however often it is sent, by a key of its own that the request carries: an idempotency header, an external id, an upsert.',
  }),
  each: z.record(name, expression).optional().meta({
    description:
      'Once for each item of a list: { line: $lines } gives :line.column and :line.number; over HTTP `$line.column`, and the step must be repeatable.',
  }),
});

export const single = <T extends z.ZodType>(item: T) =>
  z
    .record(name, item)
    .refine((value) => Object.keys(value).length === 1, 'a step is one name and its content')
    .meta({ minProperties: 1, maxProperties: 1 });

export const key = z
  .strictObject({
    from: expression
      .optional()
      .meta({ description: 'Request field, or JSONata over the request, that identifies the document.' }),
    max: z.int().min(20).optional().meta({
      description:
        "Length of the ERP's field. A longer key becomes a hash, of 26 characters or as many as fit, never a cut text.",
    }),
    chars: z
      .string()
      .optional()
      .meta({
        description:
          'Characters that the field can hold, as in a regular expression set; a key with others becomes a hash.',
        examples: ['A-Za-z0-9-'],
      }),
  })
  .meta({ description: 'What identifies a written document, and how the ERP keeps it (:key).' });

export const lengths = z.record(text, z.int().min(1)).meta({
  description: "Longest text that the ERP's column holds, by request field.",
  examples: [{ 'lines.sku': 20 }],
});

const digitsOfColumn = z
  .tuple([z.int().min(1), z.int().min(0)])
  .refine(([precision, scale]) => scale <= precision, 'must be digits in all, then how many of them are decimals')
  .meta({
    description:
      'Digits in all, and how many of them are decimals: [14, 2] for DECIMAL(14, 2), [9, 0] for a whole number.',
    examples: [[14, 2]],
  });

export const digits = z.record(text, digitsOfColumn).meta({
  description:
    "Digits that the ERP's column holds, by request field. A number with more of them is refused, never rounded.",
  examples: [{ 'lines.amount': [14, 2] }],
});

export const amounts = z
  .strictObject({
    decimals: z.literal('currency').optional().meta({
      description: 'A stated amount with more decimals than the smallest unit of the currency is refused.',
    }),
    differing: z.enum(['log', 'refuse']).optional().meta({
      description:
        'What happens to a stated amount that is not the product of its factors, rounded to the smallest unit of the currency: it is taken and logged (log), or refused.',
    }),
  })
  .meta({ description: 'What is demanded of the amounts that the lines of a request state.' });

export type AmountsSpec = z.infer<typeof amounts>;
export type PrepareSpec = z.infer<typeof prepareRead>;
export type StepSpec = z.infer<typeof step>;
export type KeySpec = z.infer<typeof key>;
