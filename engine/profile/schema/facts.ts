/** Facts: differences between versions and installations of an ERP, evaluated once at start, and the conditions that depend on them. */
import { z } from 'zod';
import { outcomes, requestKeys } from './http.ts';
import { expression, name, text } from './words.ts';

export const when = z
  .string()
  .regex(/^(?:not )?[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of a fact, or `not` followed by the name of a fact')
  .meta({
    description: 'Applies only if this fact is true; with `not`, only if it is false.',
    examples: ['v9', 'not v9'],
  });

export const fact = z
  .strictObject({
    use: name.optional().meta({ description: 'Source to query. Optional if there is only one source of its kind.' }),
    table: text.optional().meta({
      description: 'True if this table or view exists: a name, or schema.name. `${setting}` is interpolated.',
      examples: ['Branch', 'dbo.${company}$Item'],
    }),
    columns: z.array(text).min(1).optional().meta({ description: 'True if the table also has all of these columns.' }),
    query: text.optional().meta({
      description: 'True if this SQL returns a row. With `table` it runs only if the table exists.',
      examples: ['SELECT 1 FROM Version WHERE Major >= 9'],
    }),
    ...requestKeys,
    outcomes: outcomes.optional(),
    holds: expression.optional().meta({
      description:
        'With a request: JSONata over the body of the response. If not set, the fact is true if the request succeeds. It is false if the ERP answers 404.',
      examples: ['$number(version) >= 24'],
    }),
    else: text.optional().meta({
      description: 'The engine does not start if the fact is false, and reports this message.',
      examples: ['This is not Acme 9.'],
    }),
  })
  .meta({ description: 'A fact about this ERP that is true or false, evaluated once at start.' });

export type FactSpec = z.infer<typeof fact>;
