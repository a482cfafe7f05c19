/** Command lines that make no sense. */
import type { Command } from 'commander';

import { closest } from '../../../engine/diagnostics/did-you-mean.ts';

/** Thrown by a verb; the message is shown as one line. */
export class UsageError extends Error {}

/** Refuses words that are left over: for the default verb, the first one is a verb that does not exist. */
export function refuseVerb(program: Command, rest: readonly string[]): void {
  const word = rest[0];
  if (word === undefined) return;
  const near = closest(
    word,
    program.commands.map((command) => command.name()),
  );
  // Who names a profile wants it served.
  const meant = /[./]/.test(word) ? ` (did you mean "--profile ${word}"?)` : '';
  throw new UsageError(`there is no verb "${word}"${near === undefined ? meant : ` (did you mean "${near}"?)`}`);
}

/** Refuses a path that the contract does not have. */
export function refuseEndpoint(path: string, endpoints: readonly { readonly path: string }[]): never {
  const near = closest(
    path,
    endpoints.map((endpoint) => endpoint.path),
  );
  throw new UsageError(`there is no endpoint "${path}"${near === undefined ? '' : ` (did you mean ${near}?)`}`);
}

/** Reads the whole number of a flag, from `least` to `most`. */
export function wholeNumber(flag: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new UsageError(`${flag} takes a whole number from ${least} to ${most}, not "${text}"`);
  };
}
