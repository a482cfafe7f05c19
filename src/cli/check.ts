/** `engine check`: checks profiles without serving them. */
import { dirname } from 'node:path';
import { type Command, Option } from 'commander';

import { checkProfile, readBases } from '../../engine/index.ts';
import { displayPath } from '../service/config/display-path.ts';
import { readText, type Variables } from '../service/config/environment.ts';
import { fault } from '../service/config/fault.ts';
import { locateBase } from '../service/config/locate-base.ts';
import { locateProfile } from '../service/config/locate-profile.ts';
import { checkConnected, type TokenConfig } from '../service/lifecycle/command-tokens.ts';
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';
import { loadVerbConfig } from '../service/lifecycle/load-profile.ts';
import { withStoredConsent } from '../service/lifecycle/stored-consent.ts';
import { type Checked, formatFlag, showFindings, strictFlag } from './shared/findings.ts';
import { addSettingFlags, serviceFlag } from './shared/flags.ts';
import { whileWaiting } from './shared/progress.ts';

interface CheckFlags {
  readonly config?: string;
  readonly service?: string;
  readonly installation?: string;
  readonly store?: string;
  readonly connect?: true;
  readonly strict?: true;
  readonly format: string;
}

const examples = `
Examples:
  engine check acme.yaml                 checks the profile without its databases
  engine check --connect acme.yaml       also checks it against its databases, as a start does, and against the description that an ERP by HTTP serves
  engine check --strict profiles/*       also fails on warnings
  engine check --format json profiles/*  one JSON object, for editors and pipelines; also sarif and junit

Without a profile, checks the configured one. If the configuration has several services, checks all of them, or that of --service.

Exit status: 0 without errors (with --strict: without errors and warnings), 1 with errors, 2 for wrong usage. Advice never fails a check.
`;

/** `engine check`: ends with 1 where a profile has errors, with `--strict` also warnings. */
export function addCheck(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  const command = program
    .command('check')
    .argument('[profile...]', 'names of shipped profiles, or paths')
    .description('check profiles without serving them')
    .addOption(serviceFlag())
    .addOption(
      new Option(
        '--connect',
        'also check against the databases, and the descriptions that ERPs by HTTP serve; changes nothing',
      ),
    )
    .addOption(strictFlag())
    .addOption(formatFlag())
    .addHelpText('after', examples);
  addSettingFlags(command, (setting) => ['installation', 'store'].includes(setting)).action(
    async (given: readonly string[], flags: CheckFlags) => {
      const checkedProfiles = await whileWaiting(host, 'Checking', () => checkAll(host, given, flags));
      end(showFindings(host, checkedProfiles, flags));
    },
  );
}

async function checkAll(host: Host, profiles: readonly string[], flags: CheckFlags): Promise<readonly Checked[]> {
  const { cwd, packageRoot } = host;
  const [first, ...more] = profiles;
  const { config, service, store } = flags;
  const given = { profile: first, config, service, installation: flags.installation, store };
  const { services, settings, diagnostics, sources, environment } = loadVerbConfig(host, given);
  const files: ProfileToCheck[] = services.flatMap(
    ({ profileFile: file, name, settings: { installation }, ...others }) =>
      file === undefined ? [] : [{ file, service: name, environment: others.environment, installation }],
  );
  const checkedProfiles: Checked[] = [];
  // A missing first profile is one of these findings.
  if (diagnostics.length > 0) checkedProfiles.push({ name: 'configuration', diagnostics, sources });
  for (const name of more) {
    const located = locateProfile(name, cwd, packageRoot, undefined);
    if (located.ok)
      files.push({
        ...{ file: located.file, service: undefined, environment: services[0]?.environment ?? environment },
        installation: services[0]?.settings.installation,
      });
    else checkedProfiles.push({ name, diagnostics: [located.diagnostic], sources: new Map() });
  }
  for (const file of files)
    checkedProfiles.push(
      await checkOne(host, file, flags.connect === true ? { settings, diagnostics: [] } : undefined),
    );
  return checkedProfiles;
}

interface ProfileToCheck {
  readonly file: string;
  /** The name of its service, if there are several. */
  readonly service: string | undefined;
  readonly environment: Variables;
  readonly installation: string | undefined;
}

/** `connected`: where the tokens of the service are; undefined to call no ERP. */
async function checkOne(
  host: Host,
  { file: path, service, environment, installation }: ProfileToCheck,
  connected: TokenConfig | undefined,
): Promise<Checked> {
  const { contract, now } = host;
  const file = displayPath(host.cwd, path);
  const name = service === undefined ? file : `${service}: ${file}`;
  const text = readText(path);
  if (text === undefined) {
    const hint = 'Check the permissions of the file.';
    const diagnostics = [fault('CFG508', `The profile ${file} cannot be read.`, hint)];
    return { name, diagnostics, sources: new Map() };
  }
  const locate = locateBase(host);
  const bases = await readBases(text, path, file, locate);
  const folder = dirname(path);
  const given = { profileFile: path, profileName: file, locate, contract, environment, installation };
  const profile = connected === undefined ? given : await withStoredConsent(given, connected.settings);
  const diagnostics = connected
    ? await checkConnected(host, profile, connected, { ...profile, text, file, bases, folder, now })
    : await checkProfile(text, file, contract, environment, { bases, folder });
  return { name, diagnostics, sources: new Map([[file, text], ...bases.texts]) };
}
