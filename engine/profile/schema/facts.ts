/** What differs between versions and installations of an ERP, asked once at start, and how a profile chooses by it. */
import { z } from 'zod';
import { outcomes, requestKeys } from './http.ts';
import { expression, name, text } from './words.ts';

export const when = z
  .string()
  .regex(/^(?:not )?[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of a fact, or `not` and the name of a fact')
  .meta({
    description: 'Only where this fact is true; or, with `not` before it, where it is not.',
    examples: ['v9', 'not v9'],
  });

export const fact = z
  .strictObject({
    use: name
      .optional()
      .meta({ description: 'The source that is asked; needless when there is only one of its kind.' }),
    table: text.optional().meta({
      description: 'True where this table or view exists: a name, or schema.name; `${setting}` is filled in.',
      examples: ['Branch', 'dbo.${company}$Item'],
    }),
    columns: z
      .array(text)
      .min(1)
      .optional()
      .meta({ description: 'True where the table has all of these columns, too.' }),
    query: text.optional().meta({
      description: 'True where this SQL gives a row. Beside `table` it is asked only where the table exists.',
      examples: ['SELECT 1 FROM Version WHERE Major >= 9'],
    }),
    ...requestKeys,
    outcomes: outcomes.optional(),
    holds: expression.optional().meta({
      description:
        'Beside a request: JSONata over the body of its answer. Without it the fact is true where the answer is good; it is false where the ERP answers 404.',
      examples: ['$number(version) >= 24'],
    }),
    else: text.optional().meta({
      description: 'Where the fact is not true, the engine does not start, and says this.',
      examples: ['This is not Acme 9.'],
    }),
  })
  .meta({ description: 'Something that is true of this ERP or not; asked once at start.' });

export type FactSpec = z.infer<typeof fact>;
