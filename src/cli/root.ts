/** The command line without its verbs. */
import { Command, CommanderError } from 'commander';
import type { StoredEntry } from '../service/config/stored-entries.ts';
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';
import type { GrantedSettings } from '../service/state/granted-settings.ts';
import { settingsHelp } from './shared/settings-help.ts';
import { UsageError } from './shared/usage.ts';
import { wrongUsage } from './shared/wrong-usage.ts';

/** Receives the exit status of a verb. */
export type End = (status: ExitStatus) => void;

/** Adds a verb to a program. */
type AddVerb = (program: Command, host: Host, end: End) => void;

/** Runs the verb in `argv` (without the paths of node and the program). Resolves to the exit status when it has finished. */
export type RunCommandLine = (argv: readonly string[], host: Host) => Promise<ExitStatus>;

/** Whether a command works on services: it has `--service`. */
const worksOnServices = ({ options }: Command): boolean => options.some(({ long }) => long === '--service');

/** The command line with some of its verbs. `name`: the executable. */
export function programWith(name: string, verbs: readonly AddVerb[], host: Host, end: End): Command {
  const program = new Command(name)
    .description('Connects the platform to an ERP: serves the ERP contract, mapped to the ERP by a profile.')
    .version(host.version)
    .exitOverride()
    .configureOutput({ writeOut: host.out, writeErr: () => undefined, outputError: () => undefined })
    .addHelpText('after', () => settingsHelp());
  let stored: readonly StoredEntry[] | undefined;
  let granted: GrantedSettings = {};
  const verbHost: Host = { ...host, storedEntries: () => stored, granted: () => granted };
  for (const add of verbs) add(program, verbHost, end);
  program.hook('preAction', async (_program, action) => {
    if (!worksOnServices(action)) return;
    const { readGrantedSettings, readStoredEntries } = await import('./shared/read-stored-entries.ts');
    const flags = action.opts<Record<string, string | undefined>>();
    stored = await readStoredEntries(host, flags);
    granted = await readGrantedSettings(verbHost, flags);
  });
  return program;
}

/** True for an error whose cause is the command line. */
export const isWrongUsage = (error: unknown): error is CommanderError | UsageError =>
  error instanceof CommanderError || error instanceof UsageError;

/** Runs the verb in `argv`. Wrong usage ends with a message and the status 2, help with 0; otherwise the verb has called `end`. Throws every other error. */
export async function runProgram(program: Command, argv: readonly string[], host: Host, end: End): Promise<void> {
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return end(0);
    if (!isWrongUsage(error)) throw error;
    host.err(wrongUsage(program, argv, error));
    end(2);
  }
}
