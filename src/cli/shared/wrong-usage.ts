/** The message about a wrong command line: the error, a suggestion, and where to find help. */

import { type Command, CommanderError } from 'commander';
import { closest } from '../../../engine/host/index.ts';

const suggestion = (word: string, words: readonly string[]): string => {
  const near = closest(word, words);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
};

/** The innermost verb that `argv` names; the program itself if it names none. */
function commandOf(program: Command, argv: readonly string[]): Command {
  const [word] = argv;
  const subcommand = program.commands.find((command) => command.name() === word);
  return subcommand === undefined ? program : commandOf(subcommand, argv.slice(1));
}

function pathOf(command: Command): string {
  const { parent } = command;
  return parent === null ? command.name() : `${pathOf(parent)} ${command.name()}`;
}

/** Rewords an error message of Commander. */
function reword(error: CommanderError, command: Command, argv: readonly string[]): string {
  const message = error.message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ');
  if (error.code === 'commander.help') {
    const verbs = command.commands.map((subcommand) => subcommand.name());
    const word = argv[0] === 'help' ? argv[1] : undefined;
    return word === undefined
      ? `"${pathOf(command)}" needs a verb: ${verbs.join(', ')}`
      : `there is no verb "${word}"${suggestion(word, verbs)}`;
  }
  const choices =
    /^(?:option '(\S+).*' argument|command-argument value) '(.*)' is invalid.* Allowed choices are (.*)\.$/;
  const [, flag, given, allowed] = choices.exec(message) ?? [];
  if (given === undefined || allowed === undefined) return message;
  return `${flag ?? 'the argument'} must be one of ${allowed}, not "${given}"${suggestion(given, allowed.split(', '))}`;
}

/** The message for the user. `error` comes from Commander or is a `UsageError`. */
export function wrongUsage(program: Command, argv: readonly string[], error: Error): string {
  const command = commandOf(program, argv);
  const message = error instanceof CommanderError ? reword(error, command, argv) : error.message;
  return `engine: ${message}\nRun "${pathOf(command)} --help" for help.\n`;
}
