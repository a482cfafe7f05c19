/** What the verbs of `engine writes` and `engine companies` share: flags, failures, confirmations, and values of flags. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Diagnostic } from '../../../engine/index.ts';
import { renderJson } from '../../../engine/tools/index.ts';
import type { ExitStatus, Host } from '../../service/lifecycle/host.ts';
import { showDiagnostics } from '../../service/lifecycle/show-diagnostics.ts';
import { addSettingFlags } from './flags.ts';
import { UsageError } from './usage.ts';

/** Receives the exit status of a verb. */
export type End = (status: ExitStatus) => void;

export interface VerbTexts {
  readonly name: string;
  readonly description: string;
  /** Arguments of examples, without the verb. */
  readonly examples: readonly string[];
}

/** A verb of `group` with `--config`, the flags of these settings, further options, and `--format`. */
export function formattedVerb(
  group: Command,
  { name, description, examples }: VerbTexts,
  settings: readonly string[],
  options: readonly Option[] = [],
): Command {
  const command = addSettingFlags(group.command(name).description(description), (one) => settings.includes(one));
  for (const option of options) command.addOption(option);
  return command
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      ['', 'Examples:', ...examples.map((args) => `  engine ${group.name()} ${name} ${args}`), ''].join('\n'),
    );
}

/** Shows why a verb cannot work: as JSON on stdout, or as text on stderr. */
export function showFailure(
  host: Host,
  isJson: boolean,
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, string>,
): void {
  if (isJson) host.out(renderJson(diagnostics, sources));
  else showDiagnostics(host, diagnostics, sources);
}

/** JSON, indented by two spaces, with a line break at the end. */
export const documentOf = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** Throws `UsageError` if the verb needs a confirmation but there is no terminal. */
export function requireConfirmable(
  host: Host,
  { yes, format }: { readonly yes?: true; readonly format?: string },
): void {
  if (yes) return;
  if (format === 'json') throw new UsageError('--format json asks no questions; add --yes to confirm');
  if (host.ask === undefined)
    throw new UsageError('there is no terminal to ask for a confirmation; add --yes to confirm');
}

/** Whether the user confirms, with `--yes` or at the terminal. */
export async function confirm(host: Host, yes: true | undefined, question: string): Promise<boolean> {
  return yes === true || /^y(es)?$/i.test((await host.ask?.(`${question} [y/N] `)) ?? '');
}

/** Milliseconds since the epoch, of a day or a time in UTC. Throws `InvalidArgumentError`. */
export function timeOf(text: string): number {
  const isZoned = /(Z|[+-]\d\d:\d\d)$/.test(text);
  const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text)
    ? Date.parse(text.includes('T') && !isZoned ? `${text}Z` : text)
    : Number.NaN;
  if (Number.isNaN(time))
    throw new InvalidArgumentError('It must be a day or a time in UTC, such as 2026-05-01T12:00.');
  return time;
}
