/** Findings about the profile. */
import { z } from 'zod';

/** `file`: relative to the profile's folder, or the name of a file outside of it. Line and column count from 1. */
export const placeSchema = z
  .strictObject({ file: z.string(), line: z.int(), column: z.int(), length: z.int() })
  .meta({ id: 'place' });
export type ShownPlace = z.infer<typeof placeSchema>;

const severitySchema = z.enum(['error', 'warning', 'advice']);

export const findingSchema = z.strictObject({
  code: z.string(),
  title: z.string(),
  severity: severitySchema,
  message: z.string(),
  hint: z.string(),
  place: placeSchema.optional(),
  alsoAt: z.array(placeSchema).optional(),
  /** The part of the contract that it is about. */
  coordinate: z.string().optional(),
  /** The endpoint in whose part of the profile it is. */
  endpoint: z.string().optional(),
});
export type ShownFinding = z.infer<typeof findingSchema>;

export const countsSchema = z.strictObject({ error: z.int(), warning: z.int(), advice: z.int() });
