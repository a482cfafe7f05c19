/** Errors about wrong usage of the command line. */

import type { Command } from 'commander';
import { closest } from '../../../engine/host/index.ts';

/** Thrown by a verb for wrong usage. The message is shown on one line; the exit status is 2. */
export class UsageError extends Error {}

/** The executable for services has two verbs. */
const hintOfService = (program: Command): string =>
  program.name() === 'engine-service'
    ? ' (engine-service only serves; the executable engine of the same package has all verbs)'
    : '';

/** Throws `UsageError` if the default verb has arguments: the first one is then an unknown verb. */
export function refuseVerb(program: Command, args: readonly string[]): void {
  const word = args[0];
  if (word === undefined) return;
  if (program.args[0] === 'serve')
    throw new UsageError(`serve takes the profile with a flag: ${program.name()} serve --profile ${word}`);
  const near = closest(
    word,
    program.commands.map((command) => command.name()),
  );
  const profileHint = /[./]/.test(word) ? ` (did you mean "--profile ${word}"?)` : hintOfService(program);
  throw new UsageError(`there is no verb "${word}"${near === undefined ? profileHint : ` (did you mean "${near}"?)`}`);
}

/** Throws `UsageError` for a path that the contract does not have. */
export function refuseEndpoint(path: string, endpoints: readonly { readonly path: string }[]): never {
  const near = closest(
    path,
    endpoints.map((endpoint) => endpoint.path),
  );
  throw new UsageError(`there is no endpoint "${path}"${near === undefined ? '' : ` (did you mean ${near}?)`}`);
}

/** A parser for a flag whose value is a whole number from `least` to `most`. */
export function wholeNumber(flag: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new UsageError(`${flag} takes a whole number from ${least} to ${most}, not "${text}"`);
  };
}
