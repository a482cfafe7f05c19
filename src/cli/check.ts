/** `engine check`: says what is wrong with profiles, without serving them. */
import { dirname } from 'node:path';
import { type Command, Option } from 'commander';

import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import { countText, renderJson, sortDiagnostics } from '../../engine/diagnostics/render.ts';
import { renderSarif } from '../../engine/diagnostics/sarif.ts';
import { checkDatabases, checkProfile, readBases } from '../../engine/index.ts';
import { readText } from '../config/environment.ts';
import { fault } from '../config/fault.ts';
import { type LoadedConfig, loadConfig } from '../config/load.ts';
import { locateProfile } from '../config/locate-profile.ts';
import { junitText } from '../testing/junit.ts';
import { configFlag } from './flags.ts';
import type { ExitStatus, Host } from './host.ts';
import { locateBase } from './locate-base.ts';
import { nearName } from './near-name.ts';
import { whileWaiting } from './progress.ts';
import { showDiagnostics } from './show-diagnostics.ts';

interface CheckFlags {
  readonly config?: string;
  readonly connect?: true;
  readonly strict?: true;
  readonly format: string;
}

/** What was found under one name: a profile's, or that of the configuration. */
interface Checked {
  readonly name: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Texts that the diagnostics point into. */
  readonly sources: ReadonlyMap<string, string>;
}

const examples = `
Examples:
  engine check acme.yaml                 what can be found without the databases
  engine check --connect acme.yaml       asks the databases, as a start does
  engine check --strict profiles/*       fails on warnings, too: nothing is left without a word
  engine check --format json profiles/*  one JSON object, for editors and pipelines; also sarif and junit

Without a profile, the configured one is checked. Exit status: 0 without errors (with --strict: without
findings), 1 with them, 2 for wrong usage.
`;

export function addCheck(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('check')
    .argument('[profile...]', 'names of shipped profiles, or paths')
    .description('check profiles without serving them')
    .addOption(configFlag())
    .addOption(new Option('--connect', 'ask the databases too, which are not changed'))
    .addOption(new Option('--strict', 'warnings count as errors do'))
    .addOption(
      new Option('--format <format>', 'how findings are shown')
        .choices(['text', 'json', 'sarif', 'junit'])
        .default('text'),
    )
    .addHelpText('after', examples)
    .action(async (given: readonly string[], flags: CheckFlags) => {
      const found = await whileWaiting(host, 'Checking', () => checkAll(host, given, flags));
      const document = documentOf(found, flags.format, host.version);
      if (document === undefined) for (const checked of found) show(host, checked);
      else host.out(document);
      const fails = ({ severity }: Diagnostic): boolean => severity === 'error' || flags.strict === true;
      end(found.some(({ diagnostics }) => diagnostics.some(fails)) ? 1 : 0);
    });
}

/** All findings as one document; undefined for the form that people read. */
function documentOf(found: readonly Checked[], format: string, version: string): string | undefined {
  const all = found.flatMap(({ diagnostics }) => diagnostics);
  switch (format) {
    case 'json':
      return renderJson(all);
    case 'sarif':
      return renderSarif(all, version);
    case 'junit':
      return renderJunit(found);
    default:
      return undefined;
  }
}

/** A file is a suite; each finding is a failed case of it, and a file without any has one case that holds. */
function renderJunit(found: readonly Checked[]): string {
  return junitText(
    found.map(({ name, diagnostics }) => {
      const failed = sortDiagnostics(diagnostics).map(({ code, message, hint, place, coordinate }) => {
        const where = place === undefined ? name : `${place.file}:${place.line}:${place.column}`;
        return {
          group: code,
          name: where,
          ms: 0,
          failure: {
            message,
            text: [message, hint, where, ...(coordinate === undefined ? [] : [`contract: ${coordinate}`])].join('\n'),
          },
        };
      });
      return { name, cases: failed.length > 0 ? failed : [{ group: 'check', name, ms: 0, failure: undefined }] };
    }),
  );
}

function show(host: Host, { name, diagnostics, sources }: Checked): void {
  if (diagnostics.length > 0) showDiagnostics(host, diagnostics, sources);
  host.out(`${name}: ${countText(diagnostics)}\n`);
}

async function checkAll(host: Host, given: readonly string[], flags: CheckFlags): Promise<readonly Checked[]> {
  const { env, cwd, packageRoot } = host;
  const [first, ...others] = given;
  const now = host.now();
  const input = { flags: { profile: first }, configFile: flags.config, env, cwd, packageRoot, now, needsKey: false };
  const config = loadConfig(input);
  const files = config.profileFile === undefined ? [] : [config.profileFile];
  const found: Checked[] = [];
  // That the first profile is not there stands among these.
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
  const name = nearName(host.cwd, path);
  const text = readText(path);
  if (text === undefined) {
    const hint = 'Check that this user may read the file.';
    const diagnostics = [fault('CFG508', `The profile ${name} cannot be read.`, hint)];
    return { name, diagnostics, sources: new Map() };
  }
  const bases = await readBases(text, path, name, locateBase(host));
  const diagnostics = connect
    ? await checkDatabases({ text, file: name, bases, folder: dirname(path), contract, environment, now })
    : await checkProfile(text, name, contract, environment, bases);
  return { name, diagnostics, sources: new Map([[name, text], ...bases.texts]) };
}
