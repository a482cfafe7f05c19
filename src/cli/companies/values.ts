/** Values of flags of `engine companies`. */
import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { pathText } from '../../service/companies/api/reply.ts';
import { type KeyRotation, keyRotation } from '../../service/companies/schema.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import { UsageError } from '../shared/usage.ts';

/** The value, if the schema accepts it. Throws `UsageError` otherwise. */
export function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => `${pathText(path) || 'the company'}: ${message}`);
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

/** Whether the user confirms, with `--yes` or at the terminal. Throws `UsageError` without both. */
export async function requireConfirmed(
  host: Host,
  { yes, format }: { readonly yes?: true; readonly format?: string },
  question: string,
): Promise<boolean> {
  if (yes) return true;
  if (format === 'json') throw new UsageError('--format json asks no questions; add --yes to confirm');
  if (host.ask === undefined)
    throw new UsageError('there is no terminal to ask for a confirmation; add --yes to confirm');
  return /^y(es)?$/i.test(await host.ask(`${question} [y/N] `));
}

/** Milliseconds since the epoch, of a day or a time in UTC. */
export function timeOf(text: string): number {
  const isZoned = /(Z|[+-]\d\d:\d\d)$/.test(text);
  const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text)
    ? Date.parse(text.includes('T') && !isZoned ? `${text}Z` : text)
    : Number.NaN;
  if (Number.isNaN(time))
    throw new InvalidArgumentError('It must be a day or a time in UTC, such as 2026-05-01T12:00.');
  return time;
}
