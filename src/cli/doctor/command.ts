/** `engine doctor`: examines an installation, and names a fix for each finding. Only reads. */
import { type Command, Option } from 'commander';
import { type Configuration, type LoadedConfig, loadConfig } from '../../service/config/load.ts';
import type { ExitStatus, Host } from '../../service/lifecycle/host.ts';
import { profileInput } from '../../service/lifecycle/load-profile.ts';
import { withStoredConsent } from '../../service/lifecycle/stored-consent.ts';
import { addSettingFlags, givenFlags, serviceFlag } from '../shared/flags.ts';
import { whileWaiting } from '../shared/progress.ts';
import { configurationChecks, secretFiles } from './configuration.ts';
import type { CheckGroup } from './groups.ts';
import { certificateChecks, keyChecks } from './keys.ts';
import { machineChecks } from './machine.ts';
import { type ExaminedProfile, examineProfile } from './profile.ts';
import { countOf, doctorJson, doctorText } from './render.ts';
import { storeChecks } from './store.ts';

const examples = `
Examples:
  engine doctor                 the service that is configured here; run it as the user of the service
  engine doctor --format json   for monitoring
  engine doctor --service acme  one of several services; all without it

Examines configuration, store, sources, keys, certificates and machine, and names a fix for each finding. Only reads: docs/doctor.md.

Exit status: 0 without errors, 1 with errors, 78 for an error in the configuration itself, 2 for wrong usage. Warnings do not fail.
`;

const flagSettings = ['profile', 'store', 'keyFile', 'tlsCert', 'tlsKey', 'installation'];

/** `engine doctor`: ends with 78 where the configuration has errors, else with 1 where a check has one. */
export function addDoctor(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  const command = program.command('doctor').description('examine an installation, and name a fix for each finding');
  addSettingFlags(command, (setting) => flagSettings.includes(setting))
    .addOption(serviceFlag())
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .addHelpText('after', examples)
    .action(async () => {
      const { config: configFile, service, format, ...flags } = givenFlags(command);
      const { env, cwd, packageRoot, now } = host;
      const stored = host.storedEntries?.();
      const places = { configFile, env, cwd, packageRoot };
      const config = loadConfig({ flags, service, stored, ...places, now: now(), needsKey: true });
      const groups = await whileWaiting(host, 'Examining', () => examine(host, config));
      host.out(format === 'json' ? doctorJson(groups) : doctorText(groups, host.color.out));
      const isFaulty = config.diagnostics.some(({ severity }) => severity === 'error');
      if (isFaulty) end(78);
      else end(countOf(groups, 'error') > 0 ? 1 : 0);
    });
}

const noProfile: ExaminedProfile = {
  groups: [
    { name: 'profile', checks: [{ name: 'profile', status: 'unchecked', what: 'No profile: see configuration.' }] },
  ],
  variables: new Set(),
};

async function examine(host: Host, configuration: Configuration): Promise<readonly CheckGroup[]> {
  const now = host.now();
  const examined = await Promise.all(configuration.services.map((config) => examineService(host, config, now)));
  return [
    {
      name: 'configuration',
      checks: configurationChecks(
        configuration,
        examined.flatMap(({ secrets }) => secrets),
      ),
    },
    { name: 'store', checks: await storeChecks(configuration.settings.store) },
    ...examined.flatMap(({ groups }) => groups),
    { name: 'certificate of the service', checks: certificateChecks(configuration, now) },
    { name: 'machine', checks: machineChecks(host) },
  ];
}

interface ExaminedService {
  readonly groups: readonly CheckGroup[];
  /** Files that may contain its secrets. */
  readonly secrets: readonly string[];
}

/** The groups of a service begin with its name, if there are several. */
async function examineService(host: Host, config: LoadedConfig, now: number): Promise<ExaminedService> {
  const { profileFile, name } = config;
  const profile =
    profileFile === undefined
      ? noProfile
      : await examineProfile(await withStoredConsent(profileInput(host, config, profileFile), config.settings));
  const groups: readonly CheckGroup[] = [...profile.groups, { name: 'API keys', checks: keyChecks(config, now) }];
  return {
    groups: name === undefined ? groups : groups.map((group) => ({ ...group, name: `${name}: ${group.name}` })),
    secrets: secretFiles(config, profile.variables),
  };
}
