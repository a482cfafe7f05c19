/** `engine drift`: what has changed in the ERP since the lock of a profile was written, and which lines that breaks. */
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';

import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import { profileDrift } from '../../engine/index.ts';
import { displayPath } from '../config/display-path.ts';
import { readText } from '../config/environment.ts';
import { loadConfig } from '../config/load.ts';
import { locateBase } from '../config/locate-base.ts';
import type { ExitStatus, Host } from '../service/host.ts';
import { type Checked, formatFlag, showFindings, strictFlag } from './shared/findings.ts';
import { configFlag } from './shared/flags.ts';

interface DriftFlags {
  readonly config?: string;
  readonly lock?: true;
  readonly lockFile?: string;
  readonly format: string;
  readonly strict?: true;
}

const examples = `
Examples:
  engine drift --lock acme.yaml            writes acme.lock.yaml: the tables, columns and answers that the profile rests on
  engine drift acme.yaml                   compares the ERP with it
  engine drift --format sarif acme.yaml    the same for pipelines; also json and junit

The ERP is only read. Without a profile, the configured one is taken. What a lock holds: docs/drift.md.

Exit status: 0 where nothing breaks, 1 where something does or the ERP cannot be asked, 2 for wrong usage.
`;

export function addDrift(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('drift')
    .argument('[profile]', 'name of a shipped profile, or path')
    .description('tell what has changed in the ERP, and which lines of a profile that breaks')
    .addOption(configFlag())
    .addOption(new Option('--lock', 'write down what the ERP is now'))
    .addOption(
      new Option('--lock-file <file>', 'where it is written (default: beside the profile, as <profile>.lock.yaml)'),
    )
    .addOption(strictFlag())
    .addOption(formatFlag())
    .addHelpText('after', examples)
    .action(async (given: string | undefined, flags: DriftFlags) => {
      end(showFindings(host, [await drift(host, given, flags)], flags));
    });
}

/** A finding about the lock's file. */
function lockFault(message: string, hint: string): Diagnostic {
  return { code: 'DRF709', severity: 'error', message, hint, place: undefined };
}

async function drift(host: Host, given: string | undefined, flags: DriftFlags): Promise<Checked> {
  const { env, cwd, packageRoot, contract, now } = host;
  const input = { flags: { profile: given }, configFile: flags.config, env, cwd, packageRoot, now: now() };
  const { profileFile, environment, diagnostics, sources } = loadConfig({ ...input, needsKey: false });
  if (profileFile === undefined) {
    return { name: 'configuration', diagnostics, sources };
  }
  const name = displayPath(cwd, profileFile);
  const lockFile =
    flags.lockFile === undefined
      ? profileFile.replace(/\.ya?ml$/, '').concat('.lock.yaml')
      : resolve(cwd, flags.lockFile);
  const lockName = displayPath(cwd, lockFile);
  const lock = flags.lock === true ? undefined : readText(lockFile);
  if (flags.lock !== true && lock === undefined) {
    const message = existsSync(lockFile) ? `The lock ${lockName} cannot be read.` : `There is no lock ${lockName}.`;
    const fix = 'Write one while the profile works, with --lock; --lock-file names another place.';
    return { name, diagnostics: [lockFault(message, fix)], sources: new Map() };
  }
  const named = { profileFile, profileName: name, locate: locateBase(host), lockName };
  const found = await profileDrift({ ...named, contract, environment, lock, now });
  if (found.lock === undefined) return { name, ...found };
  try {
    writeFileSync(lockFile, found.lock);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const unwritten = lockFault(
      `The lock ${lockName} cannot be written: ${reason}.`,
      'Name another place with --lock-file.',
    );
    return { name, diagnostics: [...found.diagnostics, unwritten], sources: found.sources };
  }
  return { name: lockName, diagnostics: found.diagnostics, sources: found.sources };
}
