/** Names, texts, durations and other primitives that the whole grammar uses. */
import { z } from 'zod';

export const name = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be a name of letters, digits and _ that does not begin with a digit');
export const text = z.string().min(1, 'must not be empty');
export const scalar = z.union([z.string(), z.number(), z.boolean()]);
export const duration = z
  .string()
  .regex(/^\d+(ms|s|m|h|d)$/, 'must be a duration such as 500ms, 10s, 2m, 1h or 1d')
  .meta({ examples: ['10s', '2m'] });
export const expression = text.meta({ description: 'JSONata expression.', examples: ['unitPrice ?? item._price'] });
