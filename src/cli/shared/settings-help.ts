/** Documentation of the settings, from their table. */
import { keyVariables, settingList } from '../../config/settings.ts';

const files = [
  'Every environment variable NAME can be given as NAME_FILE, the path of a file that holds the value.',
  'Files named .env, in the working directory and beside the configuration file, are read too.',
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
    'Settings, as a flag, an environment variable and a key of engine.yaml; the earlier wins:',
    ...lines,
    '',
    'API keys, as environment variables (digests of keys go under "keys" in engine.yaml):',
    ...keys,
    '',
    ...files,
    '',
  ].join('\n');
}

/** The same as a table of Markdown, for the documentation. */
export function settingsTable(): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  const code = (text: string | undefined): string => (text === undefined ? '' : `\`${cell(text)}\``);
  const rows = settingList.map(
    ([name, spec]) =>
      `| ${code(name)} | ${code(spec.flag)} | ${code(spec.env)} | ${cell(spec.kind)} | ${code(spec.default)} | ${cell(spec.description)} |`,
  );
  return [
    '| engine.yaml | flag | environment | type | default | what for |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    'API keys, as environment variables; digests of keys go under `keys` in engine.yaml, or into the file that `keyFile` names:',
    '',
    ...keyVariables.map(({ env, app }) => `- ${code(env)} (${app})`),
    '',
    ...files,
    'The settings of a profile have variables of their own: `engine settings <profile>` lists them. What the service needs over the years: [operations.md](operations.md).',
    '',
  ].join('\n');
}
