/** A running service that the sandbox checks. The server keeps its keys until it ends: no answer contains them. */
import { z } from 'zod';

export const useServiceSchema = z.strictObject({
  /** Its base URL; undefined: none is used any more. */
  address: z.string().optional(),
  /** The key of both apps, or of the ordering app. Undefined: those of the environment. */
  key: z.string().optional(),
  /** The key of the receivables app where it has another one. */
  receivablesKey: z.string().optional(),
});
export type GivenService = z.infer<typeof useServiceSchema>;

export const runningServiceSchema = z.strictObject({
  service: z.strictObject({ address: z.string(), apps: z.array(z.enum(['ordering', 'receivables'])) }).optional(),
});
export type RunningService = z.infer<typeof runningServiceSchema>;
