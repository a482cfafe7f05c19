/** `engine settings`: the settings that a profile has, and where their values come from here. */
import { type Command, Option } from 'commander';
import { checkProfile, type DeclaredSetting, declaredSettings, readBases } from '../../engine/index.ts';
import { displayPath } from '../config/display-path.ts';
import { readText } from '../config/environment.ts';
import { loadConfig } from '../config/load.ts';
import { locateBase } from '../config/locate-base.ts';
import type { ExitStatus, Host } from '../service/host.ts';
import { showDiagnostics } from '../service/show-diagnostics.ts';
import { configFlag } from './shared/flags.ts';
import { columns } from './shared/text-table.ts';

interface SettingsFlags {
  readonly config?: string;
  readonly format: 'text' | 'json';
}

const examples = `
Examples:
  engine settings acme.yaml                 what an installation has to set, and what is set here
  engine settings --format json acme.yaml   for tools

Values from the environment are never shown. Exit status: 0 when every setting has a value, 1 when one has none or the profile cannot be
read, 2 for wrong usage.
`;

export function addProfileSettings(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('settings')
    .argument('[profile]', 'name of a shipped profile, or a path; the configured one when it is not given')
    .description("list a profile's settings, and whether they are set")
    .addOption(configFlag())
    .addOption(new Option('--format <format>', 'how they are shown').choices(['text', 'json']).default('text'))
    .addHelpText('after', examples)
    .action(async (profile: string | undefined, flags: SettingsFlags) => end(await show(host, profile, flags)));
}

async function show(host: Host, profile: string | undefined, { config: configFile, format }: SettingsFlags) {
  const { env, cwd, packageRoot, contract, now } = host;
  const input = { flags: { profile }, configFile, env, cwd, packageRoot, now: now(), needsKey: false };
  const { profileFile, environment, diagnostics, sources } = loadConfig(input);
  if (profileFile === undefined) {
    showDiagnostics(host, diagnostics, sources);
    return 1;
  }
  const text = readText(profileFile) ?? '';
  const name = displayPath(cwd, profileFile);
  const bases = await readBases(text, profileFile, name, locateBase(host));
  const settings = declaredSettings(text, environment, bases);
  if (settings === undefined) {
    const found = await checkProfile(text, name, contract, environment, bases);
    showDiagnostics(host, found, new Map([[name, text], ...bases.texts]));
    return 1;
  }
  if (format === 'json') host.out(`${JSON.stringify(settings, null, 2)}\n`);
  else host.out(settings.length === 0 ? 'The profile has no settings.\n' : settingsText(settings));
  return settings.some(({ from }) => from === 'nowhere') ? 1 : 0;
}

const froms: Readonly<Record<DeclaredSetting['from'], string>> = {
  environment: 'set',
  default: 'default',
  nowhere: 'NOT SET',
};

/** Nothing is cut: names are for copying. */
const endless = Number.MAX_SAFE_INTEGER;

function settingsText(settings: readonly DeclaredSetting[]): string {
  const head = ['setting', 'environment', 'here', 'default', 'what for'];
  const lines = settings.map((setting) => [
    setting.name,
    setting.env ?? '',
    froms[setting.from],
    setting.default === undefined ? '' : JSON.stringify(setting.default),
    aboutOf(setting),
  ]);
  return `${columns([head, ...lines], endless, endless).join('\n')}\n`;
}

function aboutOf({ description, type, pattern, secret }: DeclaredSetting): string {
  const marks = [
    ...(secret ? ['secret'] : []),
    ...(type === 'text' ? [] : [type]),
    ...(pattern === undefined ? [] : [pattern]),
  ];
  return [description, marks.length === 0 ? undefined : `(${marks.join(', ')})`]
    .filter((part) => part !== undefined)
    .join(' ');
}
