/** What the server sends to open pages, as server-sent events. */
import { z } from 'zod';
import { knownTablesSchema } from './language.ts';
import { proofUpdateSchema } from './proof.ts';
import { writeLockSchema } from './write-lock.ts';

export const studioEventSchema = z.discriminatedUnion('kind', [
  /** Files of the profile's folder have changed on disk: their paths, relative to it. */
  z.strictObject({ kind: z.literal('files'), paths: z.array(z.string()) }),
  /** Writes have been unlocked or locked. */
  z.strictObject({ kind: z.literal('writes'), lock: writeLockSchema }),
  /** The tables of the ERP have been read for completion, or cannot be. */
  z.strictObject({ kind: z.literal('tables'), tables: knownTablesSchema }),
  /** Sources are being opened for a call, or have been: the first call connects. */
  z.strictObject({ kind: z.literal('sources'), isOpening: z.boolean() }),
  proofUpdateSchema,
]);
export type StudioEvent = z.infer<typeof studioEventSchema>;
