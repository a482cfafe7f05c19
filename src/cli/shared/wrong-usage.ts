/** What is said of a command line that makes no sense: what is wrong, what was meant, and where to read on. */
import { type Command, CommanderError } from 'commander';
import { closest } from '../../../engine/diagnostics/did-you-mean.ts';

const meant = (word: string, words: readonly string[]): string => {
  const near = closest(word, words);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
};

/** The verbs that `argv` names, one below the other; the program itself where it names none. */
function commandOf(program: Command, argv: readonly string[]): Command {
  const [word] = argv;
  const below = program.commands.find((command) => command.name() === word);
  return below === undefined ? program : commandOf(below, argv.slice(1));
}

function pathOf(command: Command): string {
  const { parent } = command;
  return parent === null ? command.name() : `${pathOf(parent)} ${command.name()}`;
}

/** The message of the library in the words of this program. */
function inWords(error: CommanderError, command: Command, argv: readonly string[]): string {
  const message = error.message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ');
  if (error.code === 'commander.help') {
    const verbs = command.commands.map((below) => below.name());
    const word = argv[0] === 'help' ? argv[1] : undefined;
    return word === undefined
      ? `"${pathOf(command)}" needs a verb: ${verbs.join(', ')}`
      : `there is no verb "${word}"${meant(word, verbs)}`;
  }
  const choices =
    /^(?:option '(\S+).*' argument|command-argument value) '(.*)' is invalid.* Allowed choices are (.*)\.$/;
  const [, flag, given, allowed] = choices.exec(message) ?? [];
  if (given === undefined || allowed === undefined) return message;
  const takes = flag === undefined ? 'what is wanted' : flag;
  return `${takes} is one of ${allowed}, not "${given}"${meant(given, allowed.split(', '))}`;
}

/** The text for people about wrong usage, of which the verbs themselves say theirs in an `Error`. */
export function wrongUsage(program: Command, argv: readonly string[], error: Error): string {
  const command = commandOf(program, argv);
  const message = error instanceof CommanderError ? inWords(error, command, argv) : error.message;
  return `engine: ${message}\nRun "${pathOf(command)} --help" to see what there is.\n`;
}
