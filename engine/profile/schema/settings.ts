/** What differs between installations, and what stands for SQL that is used more than once. */
import { z } from 'zod';
import { when } from './facts.ts';
import { scalar, text } from './words.ts';

export const setting = z
  .strictObject({
    env: z
      .string()
      .regex(/^[A-Z_][A-Z0-9_]*$/, 'must be an environment variable in capitals, such as ACME_DB_HOST')
      .optional()
      .meta({ description: 'Environment variable that gives the value.' }),
    default: scalar
      .or(z.record(z.string(), scalar))
      .optional()
      .meta({ description: 'Value when none is given. A setting without a default is required.' }),
    secret: z.boolean().optional().meta({ description: 'The value is never printed or logged.' }),
    pattern: z.string().optional().meta({ description: 'Regular expression that the whole value must match.' }),
    type: z
      .enum(['text', 'integer', 'boolean', 'map'])
      .optional()
      .meta({ description: 'What the value is; text when not said. A map can be used in `codes`.' }),
    description: z
      .string()
      .optional()
      .meta({ description: 'What the setting is for, for the person who installs the profile.' }),
  })
  .meta({ description: 'A value that differs from one installation to the next.' });

const table = text.meta({
  description: 'A table name; `${setting}` is filled in and * stands for the name in the braces.',
  examples: ['dbo.${company}$*'],
});
const tablePart = z.strictObject({ table });
const partVariant = z.strictObject({
  when: when.optional(),
  sql: z.string().optional().meta({ description: 'A fragment of SQL; it may be empty.' }),
  table: table.optional(),
});
export const part = z.union([text, tablePart, z.array(partVariant).min(1)]).meta({
  description:
    'What `{name}` stands for in SQL: a fragment, or a table; or a list of which the first fitting one counts.',
});

/** What a part stands for when its variant is chosen. */
export type ChosenPart = string | z.infer<typeof tablePart>;
export type PartSpec = z.infer<typeof part>;
export type SettingSpec = z.infer<typeof setting>;
