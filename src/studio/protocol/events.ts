/** What the server tells open pages, as server-sent events. */
import { z } from 'zod';

export const studioEventSchema = z.discriminatedUnion('kind', [
  /** Files of the profile's folder have changed on disk: their paths, relative to it. */
  z.strictObject({ kind: z.literal('files'), paths: z.array(z.string()) }),
]);
export type StudioEvent = z.infer<typeof studioEventSchema>;
