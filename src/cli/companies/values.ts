/** Values of flags of `engine companies`. */
import type { z } from 'zod';
import { type KeyRotation, keyRotation } from '../../service/companies/schema.ts';
import { issueText } from '../../service/config/issue-text.ts';
import { pathText } from '../../service/config/path-text.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import { UsageError } from '../shared/usage.ts';

/** The value, if the schema accepts it. Throws `UsageError` otherwise. */
export function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const faults = result.error.issues.map(
    (issue) => `${pathText(issue.path) || 'the company'}: ${issueText(issue, value)}`,
  );
  throw new UsageError(faults.join('; '));
}

interface RotateFlags {
  readonly name?: string;
  readonly app?: string;
  readonly expireOthers?: string;
  readonly stdin?: true;
}

/** The new key that the flags describe. With `--stdin` it is read, so that it is neither in the shell's history nor in the list of processes. */
export async function keyRotationOf(host: Host, { name, app, expireOthers, stdin }: RotateFlags): Promise<KeyRotation> {
  const given = { name, app, ...(expireOthers === undefined ? {} : { expireOthers }) };
  if (stdin !== true) return checked(keyRotation, given);
  if (host.input === undefined) throw new UsageError('--stdin reads the key from standard input: ... --stdin < file');
  return checked(keyRotation, { ...given, key: (await host.input()).trim() });
}
