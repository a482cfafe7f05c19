/** Settings, which differ between installations, and parts, which are reusable pieces of SQL, expressions and requests. */
import { z } from 'zod';
import { when } from './facts.ts';
import { expression, scalar, text } from './words.ts';

export const setting = z
  .strictObject({
    env: z
      .string()
      .regex(/^[A-Z_][A-Z0-9_]*$/, 'must be an environment variable in upper case, such as ACME_DB_HOST')
      .optional()
      .meta({ description: 'Environment variable that contains the value.' }),
    default: scalar
      .or(z.record(z.string(), scalar))
      .optional()
      .meta({ description: 'Value if none is given. A setting without a default is required.' }),
    secret: z.boolean().optional().meta({ description: 'The value is never printed or logged.' }),
    pattern: z.string().optional().meta({ description: 'Regular expression that the whole value must match.' }),
    type: z
      .enum(['text', 'integer', 'boolean', 'map'])
      .optional()
      .meta({ description: 'Type of the value. A map can be used in `codes`. Default: text.' }),
    description: z
      .string()
      .optional()
      .meta({ description: 'Purpose of the setting, for the person who installs the profile.' }),
  })
  .meta({ description: 'A value that differs between installations.' });

const table = text.meta({
  description: 'Table name. `${setting}` is interpolated, and * stands for the name in braces.',
  examples: ['dbo.${company}$*'],
});
const tablePart = z.strictObject({ table });
const partVariant = z.strictObject({
  when: when.optional(),
  sql: z.string().optional().meta({ description: 'SQL fragment; may be empty.' }),
  table: table.optional(),
});
const variants = z.array(partVariant).min(1);
/** One of these keys, and `with` next to `sql`; which ones is checked by a rule. */
const otherPart = z.strictObject({
  table: table.optional(),
  with: z
    .array(z.string().regex(/^[\p{L}_][\p{L}\p{N}_]*$/u, 'must be a name of letters, digits and _'))
    .min(1)
    .optional()
    .meta({
      description:
        'Parameters of `sql`: {name} in it is replaced by the argument. A use names the arguments in this order: {price(:customerErpId, i.id)}.',
      examples: [['customer', 'product']],
    }),
  sql: z.union([text, variants]).optional().meta({
    description: 'SQL fragment with parameters, or a list of variants of which the first matching one is used.',
  }),
  expression: expression.optional().meta({
    description:
      'Named expression: JSONata, inserted in brackets for {name} in an expression. A function is called as {name}(value).',
    examples: ["function($text) { $replace($text, '_x0020_', ' ') }"],
  }),
  request: z
    .unknown()
    .optional()
    .meta({
      description:
        'Named part of a request: a value below `params`, `headers`, `json`, `form` or `xml`, inserted for `$part: name`. Keys next to `$part` change it as an overlay changes its base.',
      examples: [{ jsonrpc: '2.0', method: 'call' }],
    }),
});
export const part = z.union([text, otherPart, variants]).meta({
  description:
    'Replacement of `{name}` in SQL: a fragment or a table, or a list of variants of which the first matching one is used. Or a named expression, or a named part of a request.',
});

/** A part after its variant is selected: SQL, or a table. Named expressions and request parts were inserted before. */
export type ChosenPart = string | z.infer<typeof tablePart>;
export type PartSpec = z.infer<typeof part>;
type PartVariants = z.infer<typeof variants>;

/** The names of the parameters of a part, in the order of its arguments. */
export const parametersOf = (part: PartSpec | undefined): readonly string[] =>
  typeof part === 'object' && !Array.isArray(part) ? (part.with ?? []) : [];

/** The variants of a part; undefined if it has none. */
export function variantsOf(part: PartSpec): PartVariants | undefined {
  if (Array.isArray(part)) return part;
  return typeof part === 'object' && Array.isArray(part.sql) ? part.sql : undefined;
}
export type SettingSpec = z.infer<typeof setting>;
