/** `engine doctor`: examines an installation, and names a fix for each finding. Only reads. */
import { type Command, Option } from 'commander';
import { type LoadedConfig, loadConfig } from '../../config/load.ts';
import type { ExitStatus, Host } from '../../service/host.ts';
import { profileInput } from '../../service/load-profile.ts';
import { addSettingFlags, givenFlags } from '../shared/flags.ts';
import { whileWaiting } from '../shared/progress.ts';
import { configurationChecks } from './configuration.ts';
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

Examines configuration, store, sources, keys, certificates and machine, and names a fix for each finding. Only reads: docs/doctor.md.

Exit status: 0 without errors, 1 with errors, 78 for an error in the configuration itself, 2 for wrong usage. Warnings do not fail.
`;

const flagSettings = ['profile', 'store', 'keyFile', 'tlsCert', 'tlsKey', 'installation'];

export function addDoctor(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  const command = program.command('doctor').description('examine an installation, and name a fix for each finding');
  addSettingFlags(command, (setting) => flagSettings.includes(setting))
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .addHelpText('after', examples)
    .action(async () => {
      const { config: configFile, format, ...flags } = givenFlags(command);
      const { env, cwd, packageRoot, now } = host;
      const config = loadConfig({ flags, configFile, env, cwd, packageRoot, now: now(), needsKey: true });
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

async function examine(host: Host, config: LoadedConfig): Promise<readonly CheckGroup[]> {
  const { profileFile, settings } = config;
  const now = host.now();
  const profile = profileFile === undefined ? noProfile : await examineProfile(profileInput(host, config, profileFile));
  return [
    { name: 'configuration', checks: configurationChecks(config, profile.variables) },
    { name: 'store', checks: await storeChecks(settings.store) },
    ...profile.groups,
    { name: 'API keys', checks: keyChecks(config, now) },
    { name: 'certificate of the service', checks: certificateChecks(config, now) },
    { name: 'machine', checks: machineChecks(host) },
  ];
}
