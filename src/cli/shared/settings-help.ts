/** Documentation of the settings, generated from their table. */
import { keyVariables, serviceSettings, settingList } from '../../service/config/settings.ts';

const files = [
  'Instead of every environment variable NAME, NAME_FILE can be set to the path of a file that contains the value.',
  'Variables can also be set in files named .env in the working directory and in the folder of the configuration file.',
];

/** For `engine --help`: every setting with its flag, environment variable, key and default. */
export function settingsHelp(): string {
  const lines = settingList.flatMap(([name, spec]) => {
    const ways = [spec.flag, spec.env, `${name}:`].filter((way) => way !== undefined).join('  ');
    const fallback = spec.default === undefined ? '' : ` Default: ${spec.default}.`;
    return [`  ${ways}`, `      ${spec.description}${fallback}`];
  });
  const keys = keyVariables.map(({ env, app }) => `  ${env}  (${app})`);
  return [
    '',
    'Settings: flag, environment variable and key of engine.yaml, in the order of their precedence:',
    ...lines,
    '',
    'Environment variables for API keys (engine.yaml has their digests under "keys"):',
    ...keys,
    '',
    ...files,
    '',
  ].join('\n');
}

/** docs/settings.md without its heading. */
export function settingsTable(): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  const code = (text: string | undefined): string => (text === undefined ? '' : `\`${cell(text)}\``);
  const rows = settingList.map(
    ([name, spec]) =>
      `| ${code(name)} | ${code(spec.flag)} | ${code(spec.env)} | ${cell(spec.kind)} | ${code(spec.default)} | ${cell(spec.description)} |`,
  );
  return [
    '| engine.yaml | flag | environment | type | default | description |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    'Environment variables for API keys. Their digests can be listed under `keys` in engine.yaml or in the file of `keyFile` instead:',
    '',
    ...keyVariables.map(({ env, app }) => `- ${code(env)} (${app})`),
    '',
    ...files,
    `With \`services\`, an entry can have ${serviceSettings.map((name) => `\`${name}\``).join(', ')} and \`keys\` of its own: [several-companies.md](howto/several-companies.md#in-one-process).`,
    'Settings of a profile have their own variables: `engine settings <profile>` lists them. Installation and maintenance: [operations.md](operations.md).',
    '',
  ].join('\n');
}
