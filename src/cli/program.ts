/** The command line: all verbs, and the handling of wrong usage. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import type { ExitStatus, Host } from '../service/host.ts';
import { addAuth } from './auth.ts';
import { addCheck } from './check.ts';
import { addCompletion } from './completion/command.ts';
import { addDemo } from './demo.ts';
import { addDrift } from './drift.ts';
import { addExplain } from './explain.ts';
import { addInit } from './init/command.ts';
import { addKey } from './key.ts';
import { addLineage } from './lineage.ts';
import { addOpenApi } from './openapi.ts';
import { addProfileSettings } from './profile-settings.ts';
import { addRun } from './run/command.ts';
import { addSandbox } from './sandbox/command.ts';
import { addSchema } from './schema.ts';
import { addServe } from './serve.ts';
import { settingsHelp } from './shared/settings-help.ts';
import { UsageError } from './shared/usage.ts';
import { wrongUsage } from './shared/wrong-usage.ts';
import { addShow } from './show.ts';
import { addTest } from './test.ts';
import { addWrites } from './writes/command.ts';

/** The command line with all its verbs. Each passes its exit status to `end`. */
export function createProgram(host: Host, end: (status: ExitStatus) => void): Command {
  const program = new Command('engine')
    .description('Connects the platform to an ERP: serves the ERP contract, mapped to the ERP by a profile.')
    .version(host.version)
    .exitOverride()
    .configureOutput({ writeOut: host.out, writeErr: () => undefined, outputError: () => undefined })
    .addHelpText('after', () => settingsHelp());
  const verbs = [
    addServe,
    addDemo,
    addInit,
    addCheck,
    addRun,
    addTest,
    addShow,
    addSandbox,
    addLineage,
    addDrift,
    addExplain,
    addProfileSettings,
    addSchema,
    addWrites,
    addAuth,
    addKey,
    addOpenApi,
    addCompletion,
  ];
  for (const add of verbs) add(program, host, end);
  return program;
}

/** Whether anything says what to serve. Without it the service could only report what is missing. */
function isConfigured({ env, cwd }: Pick<Host, 'env' | 'cwd'>): boolean {
  const files = ['engine.yaml', '.env'].some((name) => existsSync(join(cwd, name)));
  return files || Object.keys(env).some((name) => name.startsWith('ENGINE_'));
}

/** Runs the verb in `argv` (without the paths of node and the program). Resolves to the exit status when it has finished. */
export async function runCli(argv: readonly string[], host: Host): Promise<ExitStatus> {
  let status: ExitStatus = 0;
  const program = createProgram(host, (code) => {
    status = code;
  });
  if (argv.length === 0 && !isConfigured(host)) {
    host.err(program.helpInformation());
    return 2;
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (!(error instanceof CommanderError || error instanceof UsageError)) throw error;
    host.err(wrongUsage(program, argv, error));
    return 2;
  }
}
