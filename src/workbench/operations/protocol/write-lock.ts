/** Whether the studio may write into the ERP. The server keeps this state: a page cannot unlock it by itself, and it ends with the studio. */
import { z } from 'zod';

export const writeLockSchema = z.strictObject({
  isUnlocked: z.boolean(),
  /** What has to be typed to unlock: the name of the profile. */
  name: z.string(),
  /** What writes would change: the sources with their addresses. */
  targets: z.array(z.strictObject({ source: z.string(), address: z.string() })),
});
export type WriteLock = z.infer<typeof writeLockSchema>;
