/** Writes into the ERP by their keys, and what an operator decides about them. */
import { z } from 'zod';
import { findingSchema } from './findings.ts';

const writeActions = ['look again', 'written', 'not written', 'release'] as const;
export type WriteActionName = (typeof writeActions)[number];

/** Times are ISO 8601, UTC. */
const writeSchema = z.strictObject({
  /** The id of its claim. */
  id: z.string(),
  endpoint: z.string(),
  key: z.string(),
  /** The database that has the claim; undefined: the store of the service. */
  source: z.string().optional(),
  installation: z.string().optional(),
  createdAt: z.string(),
  state: z.enum(['done', 'free', 'being written', 'interrupted', 'unknown', 'undoing', 'begun', 'held', 'half done']),
  /** Whether an operator has to decide, or can: it is not known what the ERP has. */
  isOpen: z.boolean(),
  /** The answer to requests with the key, or why there is none. */
  about: z.string(),
  /** SHA-256 of the request, in hexadecimal digits. */
  payload: z.string(),
  /** Answers before the key was released, oldest first. */
  released: z.array(z.strictObject({ createdAt: z.string(), releasedAt: z.string(), answer: z.string() })),
  actions: z.array(z.enum(writeActions)),
  /** Changes with each change of the write. */
  version: z.string(),
});
export type ShownWrite = z.infer<typeof writeSchema>;

export const writeListSchema = z.strictObject({
  /** Open ones first, each part newest first. */
  writes: z.array(writeSchema),
  /** Whether there are older ones. */
  more: z.boolean(),
  /** Sentences about the store, and about places that cannot be read. */
  notices: z.array(z.strictObject({ tone: z.enum(['', 'warn']), text: z.string() })),
  findings: z.array(findingSchema),
  /** Fields of the answer of each endpoint, which an operator gives for a document that the ERP has. */
  answers: z.array(
    z.strictObject({
      endpoint: z.string(),
      fields: z.array(z.strictObject({ name: z.string(), description: z.string(), required: z.boolean() })),
    }),
  ),
});
export type WriteList = z.infer<typeof writeListSchema>;

export const decisionSchema = z.strictObject({
  endpoint: z.string(),
  id: z.string(),
  /** Of the write that the person has seen. */
  version: z.string(),
  action: z.enum(writeActions),
  /** For `written`: the values of the answer's fields. */
  answer: z.record(z.string(), z.string()).optional(),
  /** False: nothing is changed, and the answer says what would follow. */
  confirmed: z.boolean(),
});

export const decidedSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('confirm'), consequence: z.string() }),
  /** `isDone`: false if the action was refused, and nothing was changed. */
  z.strictObject({ kind: z.literal('decided'), isDone: z.boolean(), message: z.string() }),
]);
