/** docs/commands.md: every verb with its arguments, flags and examples, read from the definition of the command line. */
import type { Argument, Command, Option } from 'commander';
import { createProgram } from '../../cli/verbs.ts';
import { idleHost } from './idle-host.ts';
import { anchorOf, codeCell, markdownTable } from './markdown.ts';

/** docs/commands.md, made from the `--help` texts of all verbs. */
export function commandsPage(): string {
  const program = createProgram(idleHost, () => undefined);
  const verbs = program.commands.flatMap((verb) => [verb, ...verb.commands]);
  const intro = [
    '# The command line',
    'In the folder of the project, put `npx` before every command. `--help` after a command shows the same text as this page. [Settings](settings.md) can be set with flags, environment variables and `engine.yaml`. Exit status: 0 for success, 1 for a failure, 2 for wrong usage; `serve` and `demo` end with 78 if the profile or the configuration has an error.',
    'At a terminal, reports are coloured and long work shows its progress. `NO_COLOR=1` turns the colours off; `FORCE_COLOR=1` turns them on everywhere.',
    markdownTable(
      ['verb', 'purpose'],
      verbs.map((verb) => [`[${codeCell(nameOf(verb))}](#${anchorOf(nameOf(verb))})`, sentence(verb.description())]),
    ),
  ];
  return `${[...intro, ...verbs.flatMap(section)].join('\n\n')}\n`;
}

/** `engine writes list` */
function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}

function section(command: Command): readonly string[] {
  const { examples, prose } = furtherHelp(command);
  const args = command.registeredArguments;
  const options = command.options.filter(({ hidden }) => !hidden);
  return [
    `## ${nameOf(command)}`,
    sentence(command.description()),
    ...(args.length === 0 ? [] : [markdownTable(['argument', 'meaning'], args.map(argumentRow))]),
    ...(options.length === 0 ? [] : [markdownTable(['flag', 'meaning', 'default'], options.map(flagRow))]),
    ...(examples.length === 0 ? [] : [['```sh', ...examples, '```'].join('\n')]),
    ...prose,
  ];
}

function argumentRow(argument: Argument): readonly string[] {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return [codeCell(argument.required ? `<${name}>` : `[${name}]`), sentence(argument.description)];
}

function flagRow({ flags, description, argChoices, defaultValue, defaultValueDescription }: Option): readonly string[] {
  const choices = argChoices === undefined ? '' : ` ${argChoices.map(codeCell).join(', ')}.`;
  const shownDefault: unknown = defaultValueDescription ?? defaultValue;
  return [
    codeCell(flags),
    `${sentence(description)}${choices}`,
    shownDefault === undefined ? '' : String(shownDefault),
  ];
}

/** The help text below the flags: examples as shell lines, and paragraphs. */
function furtherHelp(command: Command): { readonly examples: readonly string[]; readonly prose: readonly string[] } {
  let help = '';
  command.configureOutput({
    writeOut: (more) => {
      help += more;
    },
  });
  command.outputHelp();
  const text = help.slice(command.helpInformation().length);
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
  const shown = paragraphs.filter((paragraph) => /^Examples?:\n/.test(paragraph));
  return {
    examples: shown.flatMap((paragraph) => paragraph.split('\n').slice(1).map(exampleLine)),
    prose: paragraphs.filter((paragraph) => paragraph !== '' && !shown.includes(paragraph)),
  };
}

/** A line of the examples: the command and its explanation, which several spaces separate. */
function exampleLine(line: string): string {
  const [command = '', explanation = ''] = line.trim().split(/ {2,}(?:# )?/);
  return explanation === '' ? command : `${command} # ${explanation}`;
}

/** A description as a sentence: descriptions of verbs and flags begin in lower case and have no full stop. */
function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?)]$/.test(whole) ? whole : `${whole}.`;
}
