/** `engine drift`: compares the ERP with a profile's lock, and reports the lines of the profile that changes break. */

import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Diagnostic } from '../../engine/index.ts';

import { displayPath } from '../service/config/display-path.ts';
import { readText } from '../service/config/environment.ts';

import { connectedDrift } from '../service/lifecycle/command-tokens.ts';
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';
import { loadProfile } from '../service/lifecycle/load-profile.ts';
import { type Checked, formatFlag, showFindings, strictFlag } from './shared/findings.ts';
import { addSettingFlags, serviceFlag } from './shared/flags.ts';

interface DriftFlags {
  readonly config?: string;
  readonly service?: string;
  readonly installation?: string;
  readonly store?: string;
  readonly lock?: true;
  readonly lockFile?: string;
  readonly format: string;
  readonly strict?: true;
}

const examples = `
Examples:
  engine drift --lock acme.yaml            writes acme.lock.yaml: the tables, columns and answers that the profile uses
  engine drift acme.yaml                   compares the ERP with the lock
  engine drift --format sarif acme.yaml    the same for pipelines; also json and junit

Only reads the ERP. Without a profile, uses the configured one. The content of a lock: docs/drift.md.

Exit status: 0 if nothing breaks, 1 if something breaks or the ERP cannot be reached, 2 for wrong usage.
`;

/** `engine drift`: ends with 1 where a change breaks the profile, with `--strict` also for warnings. */
export function addDrift(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  const command = program
    .command('drift')
    .argument('[profile]', 'name of a shipped profile, or path')
    .description('report changes of the ERP, and the lines of a profile that they break')
    .addOption(serviceFlag())
    .addOption(new Option('--lock', 'write a lock with the current state of the ERP'))
    .addOption(new Option('--lock-file <file>', 'file of the lock (default: <profile>.lock.yaml next to the profile)'))
    .addOption(strictFlag())
    .addOption(formatFlag())
    .addHelpText('after', examples);
  addSettingFlags(command, (setting) => ['installation', 'store'].includes(setting)).action(
    async (given: string | undefined, flags: DriftFlags) => {
      end(showFindings(host, [await drift(host, given, flags)], flags));
    },
  );
}

/** A finding about the file of the lock. */
function lockFault(message: string, hint: string): Diagnostic {
  return { code: 'DRF709', severity: 'error', message, hint, place: undefined };
}

async function drift(host: Host, given: string | undefined, flags: DriftFlags): Promise<Checked> {
  const { config: configFile, service, installation, store } = flags;
  const loaded = loadProfile(host, { profile: given, config: configFile, service, installation, store });
  if (!loaded.ok) return { name: 'configuration', ...loaded };
  const { config, profile } = loaded;
  const { profileFile, profileName: name } = profile;
  const { cwd } = host;
  const lockFile =
    flags.lockFile === undefined
      ? profileFile.replace(/\.ya?ml$/, '').concat('.lock.yaml')
      : resolve(cwd, flags.lockFile);
  const lockName = displayPath(cwd, lockFile);
  const lock = flags.lock === true ? undefined : readText(lockFile);
  if (flags.lock !== true && lock === undefined) {
    const message = existsSync(lockFile)
      ? `The lock ${lockName} cannot be read.`
      : `The lock ${lockName} does not exist.`;
    const hint = 'Write one with --lock while the profile works, or set another file with --lock-file.';
    return { name, diagnostics: [lockFault(message, hint)], sources: new Map() };
  }
  const driftResult = await connectedDrift(host, config, { ...profile, lockName, lock });
  if (driftResult.lock === undefined) return { name, ...driftResult };
  try {
    writeFileSync(lockFile, driftResult.lock);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const notWritten = lockFault(
      `The lock ${lockName} cannot be written: ${reason}.`,
      'Set another file with --lock-file.',
    );
    return { name, diagnostics: [...driftResult.diagnostics, notWritten], sources: driftResult.sources };
  }
  return { name: lockName, diagnostics: driftResult.diagnostics, sources: driftResult.sources, success: 'written' };
}
