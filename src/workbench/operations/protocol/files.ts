/** Texts of the profile's folder. */
import { z } from 'zod';
import { findingSchema } from './findings.ts';

export const openedFileSchema = z.strictObject({
  text: z.string(),
  /** Changes with each change of the text. */
  version: z.string(),
  /** Why the file cannot be saved from here. */
  readOnly: z.string().optional(),
});
export type OpenedFile = z.infer<typeof openedFileSchema>;

export const savedFileSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('saved'), version: z.string() }),
  /** The file on disk has changed since `version`. */
  z.strictObject({ kind: z.literal('conflict'), text: z.string(), version: z.string() }),
]);

export const overlaySchema = z.strictObject({
  /** `origin`: file and line that a line of the merged profile comes from. */
  lines: z.array(z.strictObject({ text: z.string(), origin: z.string().optional() })),
  findings: z.array(findingSchema),
});
