/** A case of a call: what would be written, and what was. */
import { z } from 'zod';

/** `title`: undefined: one is proposed. */
export const caseRequestSchema = z.strictObject({
  /** The number of the call. */
  call: z.int(),
  title: z.string().max(150).optional(),
});

export const casePreviewSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ready'),
    title: z.string(),
    /** In the order of importance: the case, its rows, its tables. */
    files: z.array(z.strictObject({ path: z.string(), text: z.string() })),
    /** What was replaced: columns and members with examples. */
    replaced: z.array(z.strictObject({ place: z.string(), what: z.string(), real: z.string(), invented: z.string() })),
    notes: z.array(z.string()),
    /** Why it cannot be written with this title. */
    problem: z.string().optional(),
  }),
  /** `reason`: a sentence. */
  z.strictObject({ kind: z.literal('impossible'), reason: z.string() }),
]);
export type CasePreview = z.infer<typeof casePreviewSchema>;

export const madeCaseSchema = z.strictObject({ files: z.array(z.string()) });

/** The cases of an endpoint, each with its request as JSON. */
export const caseRequestsSchema = z.strictObject({
  cases: z.array(z.strictObject({ title: z.string(), request: z.string() })),
});
export type CaseRequests = z.infer<typeof caseRequestsSchema>;
