/** `engine settings`: lists the settings of a profile, and whether they are set. */
import { type Command, Option } from 'commander';
import { checkProfile, readBases } from '../../engine/index.ts';
import { type DeclaredSetting, declaredSettings } from '../../engine/tools/index.ts';

import { readText } from '../service/config/environment.ts';

import type { ExitStatus, Host } from '../service/lifecycle/host.ts';
import { loadProfile } from '../service/lifecycle/load-profile.ts';
import { showDiagnostics } from '../service/lifecycle/show-diagnostics.ts';
import { configFlag, serviceFlag } from './shared/flags.ts';
import { columns } from './shared/text-table.ts';

interface SettingsFlags {
  readonly config?: string;
  readonly service?: string;
  readonly format: 'text' | 'json' | 'env';
}

const examples = `
Examples:
  engine settings acme.yaml                 settings of the profile, and whether they are set
  engine settings --format json acme.yaml   for tools
  engine settings --format env acme.yaml > acme.env   a file of environment variables to fill in

Values from the environment are never shown. A shell and the EnvironmentFile of systemd read the file of variables; those with a default are comments.

Exit status: 0 if every setting has a value, or for the file of variables; 1 if one has none or the profile cannot be read, 2 for wrong usage.
`;

/** `engine settings`: ends with 1 where a setting has no value. */
export function addProfileSettings(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('settings')
    .argument('[profile]', 'name of a shipped profile, or path (default: the configured profile)')
    .description("list a profile's settings, and whether they are set")
    .addOption(configFlag())
    .addOption(serviceFlag())
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json', 'env']).default('text'))
    .addHelpText('after', examples)
    .action(async (profile: string | undefined, flags: SettingsFlags) => end(await show(host, profile, flags)));
}

async function show(host: Host, profile: string | undefined, { config, service, format }: SettingsFlags) {
  const loaded = loadProfile(host, { profile, config, service });
  if (!loaded.ok) {
    showDiagnostics(host, loaded.diagnostics, loaded.sources);
    return 1;
  }
  const { profileFile, profileName: name, locate, environment, contract } = loaded.profile;
  const text = readText(profileFile) ?? '';
  const bases = await readBases(text, profileFile, name, locate);
  const settings = declaredSettings(text, environment, bases);
  if (settings === undefined) {
    const diagnostics = await checkProfile(text, name, contract, environment, { bases });
    showDiagnostics(host, diagnostics, new Map([[name, text], ...bases.texts]));
    return 1;
  }
  if (format === 'env') {
    host.out(settings.flatMap(variableLines).join('\n'));
    return 0;
  }
  if (format === 'json') host.out(`${JSON.stringify(settings, null, 2)}\n`);
  else host.out(settings.length === 0 ? 'The profile has no settings.\n' : settingsText(settings));
  return settings.some(({ from }) => from === 'nowhere') ? 1 : 0;
}

/** The lines of a setting in a file of environment variables: its description, and an assignment without a value. Settings without a variable have none. */
function variableLines(setting: DeclaredSetting): readonly string[] {
  const { env, default: value } = setting;
  if (env === undefined) return [];
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  const quoted = `'${(shown ?? '').replaceAll("'", "'\\''")}'`;
  return [
    `# ${descriptionOf(setting).replaceAll('\n', ' ')}`,
    value === undefined ? `${env}=` : `# ${env}=${quoted}`,
    '',
  ];
}

const originTexts: Readonly<Record<DeclaredSetting['from'], string>> = {
  environment: 'set',
  default: 'default',
  nowhere: 'NOT SET',
};

/** Cells are not cut, so that names can be copied. */
const unlimited = Number.MAX_SAFE_INTEGER;

function settingsText(settings: readonly DeclaredSetting[]): string {
  const head = ['setting', 'environment', 'value', 'default', 'description'];
  const lines = settings.map((setting) => [
    setting.name,
    setting.env ?? '',
    originTexts[setting.from],
    setting.default === undefined ? '' : JSON.stringify(setting.default),
    descriptionOf(setting),
  ]);
  return `${columns([head, ...lines], unlimited, unlimited).join('\n')}\n`;
}

function descriptionOf({ description, type, pattern, secret }: DeclaredSetting): string {
  const marks = [
    ...(secret ? ['secret'] : []),
    ...(type === 'text' ? [] : [type]),
    ...(pattern === undefined ? [] : [pattern]),
  ];
  return [description, marks.length === 0 ? undefined : `(${marks.join(', ')})`]
    .filter((part) => part !== undefined)
    .join(' ');
}
