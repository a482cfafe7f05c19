/** What the language service knows about the text of the profile. Offsets are UTF-16 code units of the text that was sent. */
import { z } from 'zod';
import { findingSchema, placeSchema } from './findings.ts';

/** The text of the profile, which may not be saved yet, and an offset in it. */
export const cursorSchema = z.strictObject({ text: z.string(), at: z.int().nonnegative() });

const span = { from: z.int(), to: z.int() };

/** Replaces characters of the text. */
export const editSchema = z.strictObject({ ...span, insert: z.string() });

/** The changes that give the text the house style, in its order. */
export const formattedSchema = z.strictObject({ edits: z.array(editSchema) });

const proposalSchema = z.strictObject({
  ...span,
  label: z.string(),
  /** `key`, `column`, `function`. */
  kind: z.string(),
  /** One line: a type, a signature. */
  detail: z.string().optional(),
  /** Markdown. */
  documentation: z.string().optional(),
  insert: z.string(),
  /** Whether `insert` is a template of CodeMirror, with places of the cursor. */
  isSnippet: z.boolean(),
  /** Whether the label is compared with what is written in its place. */
  isFiltered: z.boolean(),
});
export type Proposal = z.infer<typeof proposalSchema>;

/** The best one first. `isIncomplete`: more letters need another request. */
export const proposalsSchema = z.strictObject({ items: z.array(proposalSchema), isIncomplete: z.boolean() });

/** `insert`: a template of CodeMirror, after a line break. Without `begun` the text has the endpoint. */
export const begunEndpointSchema = z.strictObject({ begun: editSchema.optional() });

/** `text`: Markdown. */
export const hoverSchema = z.strictObject({ hover: z.strictObject({ ...span, text: z.string() }).optional() });

/** `isOpen`: the page can open the file; otherwise it is a base of the profile, which the merged profile shows. */
export const definitionsSchema = z.strictObject({
  places: z.array(z.strictObject({ place: placeSchema, isOpen: z.boolean() })),
});

/** A change of the text that cures a finding. */
const fixSchema = z.strictObject({ title: z.string(), isPreferred: z.boolean(), edits: z.array(editSchema) });
export type Fix = z.infer<typeof fixSchema>;

const checkedFindingSchema = z.strictObject({ ...findingSchema.shape, fixes: z.array(fixSchema) });
export type CheckedFinding = z.infer<typeof checkedFindingSchema>;

/** SQL and expressions inside of the YAML. */
const tokenSchema = z.strictObject({ ...span, type: z.string() });
export type TextToken = z.infer<typeof tokenSchema>;

/** What is known of the tables of the ERP. `saved`: from a file beside the profile. */
export const knownTablesSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('known'), count: z.int(), from: z.enum(['database', 'saved']) }),
  z.strictObject({ kind: z.literal('reading') }),
  z.strictObject({ kind: z.literal('unknown'), reason: z.string() }),
]);
export type KnownTables = z.infer<typeof knownTablesSchema>;

export const checkedSchema = z.strictObject({
  findings: z.array(checkedFindingSchema),
  tokens: z.array(tokenSchema),
  tables: knownTablesSchema,
});
export type Checked = z.infer<typeof checkedSchema>;
