/** Names that the profile declares: where they are used, and their change. */
import { z } from 'zod';
import { placeSchema } from './findings.ts';
import { cursorSchema, editSchema } from './language.ts';

export const referencesSchema = z.strictObject({
  /** The name at the cursor, with its offsets; undefined if there is none. */
  name: z.strictObject({ from: z.int(), to: z.int(), text: z.string() }).optional(),
  /** Why it cannot be changed. */
  fixed: z.string().optional(),
  /** Declarations and uses. `isOpen`: the page can open the file; otherwise it is a base, which the merged profile shows. */
  places: z.array(z.strictObject({ place: placeSchema, isOpen: z.boolean(), line: z.string() })),
});
export type References = z.infer<typeof referencesSchema>;

/** `version`: that of the profile on disk which the text has been made from. */
export const renameSchema = z.strictObject({ ...cursorSchema.shape, name: z.string(), version: z.string() });

export const renamedSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('refused'), reason: z.string() }),
  z.strictObject({
    kind: z.literal('renamed'),
    /** Of the text that was sent. */
    edits: z.array(editSchema),
    /** The version of the profile on disk, which has been saved together with the other files; undefined if only the text changes. */
    saved: z.string().optional(),
    /** Other files that have been changed and saved, with the number of changes. */
    others: z.array(z.strictObject({ path: z.string(), count: z.int() })),
  }),
]);
