/** `engine check`: checks profiles without serving them. */
import { dirname } from 'node:path';
import { type Command, Option } from 'commander';

import { checkDatabases, checkProfile, readBases } from '../../engine/index.ts';
import { displayPath } from '../config/display-path.ts';
import { readText } from '../config/environment.ts';
import { fault } from '../config/fault.ts';
import type { LoadedConfig } from '../config/load.ts';
import { locateBase } from '../config/locate-base.ts';
import { locateProfile } from '../config/locate-profile.ts';
import type { ExitStatus, Host } from '../service/host.ts';
import { loadVerbConfig } from '../service/load-profile.ts';
import { type Checked, formatFlag, showFindings, strictFlag } from './shared/findings.ts';
import { configFlag } from './shared/flags.ts';
import { whileWaiting } from './shared/progress.ts';

interface CheckFlags {
  readonly config?: string;
  readonly connect?: true;
  readonly strict?: true;
  readonly format: string;
}

const examples = `
Examples:
  engine check acme.yaml                 checks the profile without its databases
  engine check --connect acme.yaml       also checks it against its databases, as a start does
  engine check --strict profiles/*       also fails on warnings
  engine check --format json profiles/*  one JSON object, for editors and pipelines; also sarif and junit

Without a profile, checks the configured one. Exit status: 0 without errors (with --strict: without errors and warnings), 1 with errors, 2
for wrong usage. Advice never fails a check.
`;

export function addCheck(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('check')
    .argument('[profile...]', 'names of shipped profiles, or paths')
    .description('check profiles without serving them')
    .addOption(configFlag())
    .addOption(new Option('--connect', 'also check against the databases; changes nothing'))
    .addOption(strictFlag())
    .addOption(formatFlag())
    .addHelpText('after', examples)
    .action(async (given: readonly string[], flags: CheckFlags) => {
      const found = await whileWaiting(host, 'Checking', () => checkAll(host, given, flags));
      end(showFindings(host, found, flags));
    });
}

async function checkAll(host: Host, given: readonly string[], flags: CheckFlags): Promise<readonly Checked[]> {
  const { cwd, packageRoot } = host;
  const [first, ...others] = given;
  const config = loadVerbConfig(host, { profile: first, config: flags.config });
  const files = config.profileFile === undefined ? [] : [config.profileFile];
  const found: Checked[] = [];
  // A missing first profile is one of these findings.
  if (config.diagnostics.length > 0)
    found.push({ name: 'configuration', diagnostics: config.diagnostics, sources: config.sources });
  for (const name of others) {
    const located = locateProfile(name, cwd, packageRoot, undefined);
    if (located.ok) files.push(located.file);
    else found.push({ name, diagnostics: [located.diagnostic], sources: new Map() });
  }
  for (const file of files) found.push(await checkOne(host, file, config, flags.connect === true));
  return found;
}

async function checkOne(host: Host, path: string, config: LoadedConfig, connect: boolean): Promise<Checked> {
  const { contract, now } = host;
  const { environment } = config;
  const name = displayPath(host.cwd, path);
  const text = readText(path);
  if (text === undefined) {
    const hint = 'Check the permissions of the file.';
    const diagnostics = [fault('CFG508', `The profile ${name} cannot be read.`, hint)];
    return { name, diagnostics, sources: new Map() };
  }
  const bases = await readBases(text, path, name, locateBase(host));
  const diagnostics = connect
    ? await checkDatabases({ text, file: name, bases, folder: dirname(path), contract, environment, now })
    : await checkProfile(text, name, contract, environment, { bases });
  return { name, diagnostics, sources: new Map([[name, text], ...bases.texts]) };
}
