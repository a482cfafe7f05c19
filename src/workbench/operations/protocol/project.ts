/** The profile, the contract and the board of endpoints. */
import { z } from 'zod';
import { countsSchema, findingSchema, placeSchema } from './findings.ts';

/** A field of a request, for a form. */
export interface FormField {
  readonly name: string;
  readonly type: 'text' | 'id' | 'currency' | 'email' | 'date' | 'instant' | 'boolean' | 'integer' | 'decimal' | 'list';
  readonly description: string;
  readonly required: boolean;
  /** For an id: the kind of its record. */
  readonly idKind?: string | undefined;
  readonly oneOf?: readonly string[] | undefined;
  /** JSON of the default and of the example. */
  readonly byDefault?: string | undefined;
  readonly example?: string | undefined;
  readonly items?: readonly FormField[] | undefined;
}

const formFieldSchema: z.ZodType<FormField> = z.strictObject({
  name: z.string(),
  type: z.enum(['text', 'id', 'currency', 'email', 'date', 'instant', 'boolean', 'integer', 'decimal', 'list']),
  description: z.string(),
  required: z.boolean(),
  idKind: z.string().optional(),
  oneOf: z.array(z.string()).readonly().optional(),
  byDefault: z.string().optional(),
  example: z.string().optional(),
  items: z.lazy(() => z.array(formFieldSchema).readonly()).optional(),
});

const endpointSchema = z.strictObject({
  path: z.string(),
  title: z.string(),
  app: z.string(),
  description: z.string(),
  /** `service`: answered without the profile. */
  kind: z.enum(['service', 'rows', 'single', 'accountStatement', 'write']),
  fields: z.array(formFieldSchema),
  /** The request of the contract's examples, as JSON. */
  example: z.string(),
});
export type ShownEndpoint = z.infer<typeof endpointSchema>;

const settingSchema = z.strictObject({
  name: z.string(),
  env: z.string().optional(),
  type: z.string(),
  secret: z.boolean(),
  /** Where its value comes from. The value itself is not sent. */
  from: z.enum(['session', 'environment', 'default', 'nowhere']),
  description: z.string().optional(),
});

const fileSchema = z.strictObject({
  /** Relative to the profile's folder, with `/`. */
  path: z.string(),
  kind: z.enum(['profile', 'cases', 'fixture', 'other']),
});

export const projectSchema = z.strictObject({
  title: z.string(),
  /** The name of the profile's file in messages. */
  name: z.string(),
  /** The profile's file, relative to its folder. */
  file: z.string(),
  version: z.string(),
  endpoints: z.array(endpointSchema),
  sources: z.array(z.strictObject({ name: z.string(), kind: z.enum(['sql', 'http']) })),
  settings: z.array(settingSchema),
  /** Whether the profile extends others. */
  hasBases: z.boolean(),
  /** Whether calls can run over the rows of a fixture: the profile or one of its bases has one. */
  hasFixture: z.boolean(),
  files: z.array(fileSchema),
  /** Kinds of records that `suggest` offers. */
  offered: z.array(z.string()),
});
export type Project = z.infer<typeof projectSchema>;

const lackSchema = z.strictObject({
  subject: z.strictObject({ kind: z.enum(['field', 'read']), name: z.string() }).optional(),
  when: z.string().optional(),
  reason: z.string().optional(),
});

const boardRowSchema = z.strictObject({
  path: z.string(),
  state: z.enum(['provided', 'computed', 'partial', 'unavailable', 'missing', 'service', 'unknown']),
  /** Why it is unavailable. */
  reason: z.string().optional(),
  sources: z.array(z.string()),
  computedBy: z.array(z.string()),
  lacks: z.array(lackSchema),
  findings: countsSchema,
  /** Where the profile defines it; undefined if only a base profile does. */
  place: placeSchema.optional(),
  coverage: z.strictObject({ reached: z.int(), all: z.int() }).optional(),
  /** The last call from this session. `at`: milliseconds since the epoch. */
  lastCall: z.strictObject({ at: z.number(), ms: z.number(), status: z.int() }).optional(),
});
export type BoardRow = z.infer<typeof boardRowSchema>;

const declaredNameSchema = z.strictObject({
  name: z.string(),
  /** The section of the profile that declares it, such as `settings`. */
  section: z.string(),
  place: placeSchema,
});
export type DeclaredName = z.infer<typeof declaredNameSchema>;

export const boardSchema = z.strictObject({
  rows: z.array(boardRowSchema),
  /** What the profile declares beside its endpoints: settings, sources, ids, parts, facts. */
  names: z.array(declaredNameSchema),
  findings: z.array(findingSchema),
});
export type Board = z.infer<typeof boardSchema>;
