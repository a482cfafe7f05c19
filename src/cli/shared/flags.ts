/** Flags of the settings, for the verbs that need them. */
import { type Command, InvalidArgumentError, Option } from 'commander';

import { settingList } from '../../config/settings.ts';

/** `--config`, for every verb that reads the configuration. */
export const configFlag = (): Option =>
  new Option('--config <file>', 'configuration file (default: engine.yaml, where there is one)');

/**
 * Gives `command` a flag for each setting of `wanted` that has one, and `--config`. A value that a setting refuses is
 * wrong usage.
 */
export function addSettingFlags(command: Command, wanted: (setting: string) => boolean = () => true): Command {
  command.addOption(configFlag());
  for (const [name, spec] of settingList) {
    if (spec.flag === undefined || !wanted(name)) continue;
    const shown = spec.default === undefined ? '' : ` (default: ${spec.default})`;
    const option = new Option(`${spec.flag} <${spec.kind.replaceAll(/\W+/g, '-')}>`, `${spec.description}${shown}`);
    // The refusal of a flag quotes its text; one that may hold a password is checked with the rest of the configuration.
    const parse = (text: string): string => {
      const parsed = spec.parse(text, '.');
      if (!parsed.ok) throw new InvalidArgumentError(`It must be ${parsed.expected}.`);
      return text;
    };
    command.addOption(spec.secret ? option : option.argParser(parse));
  }
  return command;
}

/** The texts of the flags that were given, by the names of their settings; `config` is the file of `--config`. */
export function givenFlags(command: Command): Readonly<Record<string, string | undefined>> {
  return command.opts<Record<string, string | undefined>>();
}
