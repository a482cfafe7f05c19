/** Proofs of a profile: its cases, the checks of the contract, mutants, the sandbox and drift. */
import { z } from 'zod';
import { findingSchema } from './findings.ts';

/** `sandbox`: the checks that need only requests of the platform, over the ERP of the settings or a running service. */
export const proofKinds = ['cases', 'conformance', 'mutation', 'sandbox', 'drift'] as const;
export type ProofKind = (typeof proofKinds)[number];

export const proofRequestSchema = z.strictObject({
  kind: z.enum(proofKinds),
  /** A part of the titles of cases or checks. */
  filter: z.string().optional(),
  /** For mutation: the endpoint that the mutants affect, and their number at most. */
  endpoint: z.string().optional(),
  sample: z.int().positive().optional(),
  /** For the sandbox: documents are created, which has to be unlocked. */
  writes: z.boolean().optional(),
  /** For the sandbox: the running service instead of one that is started over the ERP of the settings. */
  service: z.boolean().optional(),
  /** For drift: write the lock instead of comparing with it. */
  lock: z.boolean().optional(),
});
export type ProofRequest = z.infer<typeof proofRequestSchema>;

const comparedLineSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('same'), text: z.string() }),
  /** A side that is missing does not have the line. */
  z.strictObject({ kind: z.literal('different'), expected: z.string().optional(), received: z.string().optional() }),
  z.strictObject({ kind: z.literal('omitted'), line: z.int() }),
]);
export type ShownComparedLine = z.infer<typeof comparedLineSchema>;

/** In the order of their importance. */
export const verdictNames = ['failed', 'not tested', 'passed', 'not applicable'] as const;
export type VerdictName = (typeof verdictNames)[number];

const proofEntrySchema = z.strictObject({
  verdict: z.enum(verdictNames),
  title: z.string(),
  endpoint: z.string().optional(),
  /** `file`: relative to the profile's folder, or the name of a file outside of it. */
  place: z.strictObject({ file: z.string(), line: z.int() }).optional(),
  reasons: z.array(z.string()),
  comparison: z.array(comparedLineSchema),
  details: z.array(z.strictObject({ label: z.string(), text: z.string() })),
  /** Of a case: its request as JSON. */
  request: z.string().optional(),
  ms: z.number().optional(),
});
export type ProofEntry = z.infer<typeof proofEntrySchema>;

/** A run of a proof. A run that has ended without entries and findings has found nothing. */
const proofSchema = z.strictObject({
  kind: z.enum(proofKinds),
  /** Counts the runs of the session. */
  run: z.int(),
  status: z.enum(['running', 'ended', 'cancelled']),
  /** How far it is: `Running cases`, the number of results, and the current one. */
  progress: z.strictObject({ what: z.string(), done: z.int(), total: z.int(), current: z.string() }),
  entries: z.array(proofEntrySchema),
  /** What prevents the run, or what drift has found. */
  findings: z.array(findingSchema),
  /** Sentences, such as why a file is not run. */
  notes: z.array(z.string()),
  /** Milliseconds so far. */
  ms: z.number(),
});
export type Proof = z.infer<typeof proofSchema>;

export const proofsSchema = z.strictObject({
  /** The last run of each kind. */
  proofs: z.array(proofSchema),
  /** Whether a saved file starts the last run of cases or conformance again. */
  rerun: z.boolean(),
});

/** A run with the entries from an index on. */
export const proofUpdateSchema = z.strictObject({ kind: z.literal('proof'), from: z.int(), proof: proofSchema });
