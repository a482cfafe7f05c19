/** The command line without its verbs. */
import { Command } from 'commander';
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';
import { settingsHelp } from './shared/settings-help.ts';

/** Receives the exit status of a verb. */
export type End = (status: ExitStatus) => void;

/** Adds a verb to a program. */
export type AddVerb = (program: Command, host: Host, end: End) => void;

/** The command line with some of its verbs. */
export function programWith(verbs: readonly AddVerb[], host: Host, end: End): Command {
  const program = new Command('engine')
    .description('Connects the platform to an ERP: serves the ERP contract, mapped to the ERP by a profile.')
    .version(host.version)
    .exitOverride()
    .configureOutput({ writeOut: host.out, writeErr: () => undefined, outputError: () => undefined })
    .addHelpText('after', () => settingsHelp());
  for (const add of verbs) add(program, host, end);
  return program;
}
