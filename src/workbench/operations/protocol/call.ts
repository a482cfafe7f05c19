/** Calls of endpoints and their steps. */
import { z } from 'zod';
import { findingSchema, placeSchema } from './findings.ts';

/** Some rows of a table. Cells are texts as they are shown; null is SQL NULL, or a missing member. JSON Schema has it once, by its id. */
export const rowsSchema = z
  .strictObject({
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string().nullable())),
    /** Number of all rows. */
    count: z.int(),
  })
  .meta({ id: 'rows' });
export type ShownRows = z.infer<typeof rowsSchema>;

const requestSchema = z
  .strictObject({
    method: z.string(),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  })
  .meta({ id: 'request' });

const stepSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('request'), request: z.string(), ms: z.number() }),
  z.strictObject({
    kind: z.literal('statement'),
    source: z.string(),
    sql: z.string(),
    /** Where the profile writes it, if that is known. */
    place: placeSchema.optional(),
    /** The statement in the session's list, for `plan`. */
    number: z.int(),
    values: z.array(z.strictObject({ name: z.string(), value: z.string().nullable() })),
    rows: rowsSchema,
    affected: z.int().optional(),
    ms: z.number(),
    error: z.string().optional(),
  }),
  z.strictObject({
    kind: z.literal('exchange'),
    source: z.string(),
    request: requestSchema,
    /** Where the profile writes its path, if that is known. */
    place: placeSchema.optional(),
    reply: z.strictObject({ status: z.int(), body: z.string() }).optional(),
    ms: z.number(),
    error: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('rows'), source: z.string(), rows: rowsSchema }),
  z.strictObject({ kind: z.literal('note'), text: z.string() }),
  z.strictObject({
    kind: z.literal('processed'),
    before: rowsSchema,
    after: rowsSchema,
    /** What was done: `attached lines`, `where removed 2`. */
    done: z.array(z.string()),
    /** Names that `fields` and `codes` have set. */
    changed: z.array(z.string()),
    ms: z.number(),
  }),
  /** A row and what the contract made of its values. */
  z.strictObject({
    kind: z.literal('encoded'),
    values: z.array(z.strictObject({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
    breach: z.string().optional(),
  }),
]);
export type ShownStep = z.infer<typeof stepSchema>;

const tableChangesSchema = z.strictObject({
  source: z.string(),
  table: z.string(),
  inserted: rowsSchema,
  deleted: rowsSchema,
  updated: z.array(
    z.strictObject({
      key: z.string(),
      values: z.array(
        z.strictObject({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
      ),
    }),
  ),
  unseen: z.string().optional(),
});

/** The number of errors of the profile that do not affect the call. */
const elsewhere = z.int();

const ranSchema = z.strictObject({
  kind: z.literal('ran'),
  /** Its number in the session, for `previewCase`. */
  number: z.int(),
  /** Whether the write has changed the ERP. */
  isWritten: z.boolean(),
  status: z.int(),
  /** The body of the answer, with all digits; undefined for a failure. */
  answer: z.string().optional(),
  error: z.string().optional(),
  fields: z.array(z.strictObject({ field: z.string(), message: z.string() })),
  log: z.array(z.string()),
  ms: z.number(),
  steps: z.array(stepSchema),
  /** Of a rehearsed write. */
  changes: z.array(tableChangesSchema).optional(),
  unsent: z.array(z.strictObject({ source: z.string(), request: requestSchema })),
  elsewhere,
});

export const callResultSchema = z.discriminatedUnion('kind', [
  ranSchema,
  z.strictObject({ kind: z.literal('refused'), findings: z.array(findingSchema), elsewhere }),
]);
export type CallResult = z.infer<typeof callResultSchema>;
