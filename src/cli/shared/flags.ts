/** Command-line flags of the service's settings. */
import { type Command, InvalidArgumentError, Option } from 'commander';

import { settingList } from '../../service/config/settings.ts';

/** `--config`, for the verbs that read the configuration. */
export const configFlag = (): Option =>
  new Option('--config <file>', 'configuration file (default: engine.yaml, if it exists)');

/** `--service`, for the verbs that work on a profile of the configuration. */
export const serviceFlag = (): Option =>
  new Option('--service <name>', 'the entry of `services` in the configuration to work on');

/** A flag that may be given several times: a list of texts, empty by default. */
export const repeatable = (flag: string, description: string): Option =>
  new Option(flag, `${description}; can be repeated`)
    .argParser((text: string, before: readonly string[]) => [...before, text])
    .default([], 'none');

/** `--bank`, for the verbs that send payments. `when`: the mode that it needs, such as `with --conformance: `. */
export const bankFlag = (when = ''): Option =>
  repeatable(
    '--bank <code>',
    `${when}code of a bank account for payments; two test that the account is a part of the idempotency key`,
  );

/**
 * Adds `--config` and the flags of the settings that `includes` selects to a command. An invalid value is wrong usage.
 */
export function addSettingFlags(command: Command, includes: (setting: string) => boolean = () => true): Command {
  command.addOption(configFlag());
  for (const [name, spec] of settingList) {
    if (spec.flag === undefined || !includes(name)) continue;
    const shown = spec.default === undefined ? '' : ` (default: ${spec.default})`;
    const kind = spec.kind.replaceAll(/\W+/g, '-');
    // A boolean without a value is true.
    const isBoolean = spec.default === 'true' || spec.default === 'false';
    const option = isBoolean
      ? new Option(`${spec.flag} [${kind}]`, `${spec.description}${shown}`).preset('true')
      : new Option(`${spec.flag} <${kind}>`, `${spec.description}${shown}`);
    // The error message of an argument parser quotes the value. Values that may contain a password are checked when the configuration is loaded.
    const parse = (text: string): string => {
      const parsed = spec.parse(text, '.');
      if (!parsed.ok) throw new InvalidArgumentError(`It must be ${parsed.expected}.`);
      return text;
    };
    command.addOption(spec.secret ? option : option.argParser(parse));
  }
  return command;
}

/** The given flags by the names of their settings, unparsed; `config` is the path of `--config`. */
export function givenFlags(command: Command): Readonly<Record<string, string | undefined>> {
  return command.opts<Record<string, string | undefined>>();
}
