/** The page on the command line in Markdown: every verb with its arguments, flags and examples, read off the command line itself. */
import type { Argument, Command, Option } from 'commander';
import { createProgram } from '../../cli/program.ts';
import { contract } from '../../contract/index.ts';
import { openApi } from '../../contract/openapi.ts';
import { anchorOf, codeCell, markdownTable } from './markdown.ts';

export function commandsPage(): string {
  const program = commandLine();
  const verbs = program.commands.flatMap((verb) => [verb, ...verb.commands]);
  const intro = [
    '# The command line',
    'In the folder of the project every command begins with `npx`. `--help` behind any of them shows what is here. [Settings](settings.md) may be flags of every verb that serves or reads a profile, or come from the environment and `engine.yaml`. Exit status: 0 when all is well, 1 when something is at fault, 2 for wrong usage; of `serve` and `demo` 78 when that is the profile or the configuration.',
    markdownTable(
      ['verb', 'what it does'],
      verbs.map((verb) => [`[${codeCell(nameOf(verb))}](#${anchorOf(nameOf(verb))})`, sentence(verb.description())]),
    ),
  ];
  return `${[...intro, ...verbs.flatMap(section)].join('\n\n')}\n`;
}

/** The verbs, on a machine that does nothing. */
function commandLine(): Command {
  return createProgram(
    {
      out: () => undefined,
      err: () => undefined,
      ask: undefined,
      input: undefined,
      color: false,
      width: undefined,
      env: {},
      cwd: '',
      packageRoot: '',
      version: '',
      now: () => 0,
      clock: () => 0,
      onStop: () => undefined,
      onCrash: () => undefined,
      contract,
      openEngine: () => Promise.reject(new Error('Documents run no engine.')),
      openApi: () => openApi(contract),
    },
    () => undefined,
  );
}

/** `engine writes list` */
function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}

function section(command: Command): readonly string[] {
  const { examples, prose } = furtherHelp(command);
  const args = command.registeredArguments;
  return [
    `## ${nameOf(command)}`,
    sentence(command.description()),
    ...(args.length === 0 ? [] : [markdownTable(['argument', 'what for'], args.map(argumentRow))]),
    ...(command.options.length === 0
      ? []
      : [markdownTable(['flag', 'what for', 'default'], command.options.map(flagRow))]),
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
  const standIn: unknown = defaultValueDescription ?? defaultValue;
  return [codeCell(flags), `${sentence(description)}${choices}`, standIn === undefined ? '' : String(standIn)];
}

/** What stands below the flags: the examples as lines of a shell, and paragraphs. */
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

/** An example and what is said of it, which the help tells apart by several spaces. */
function exampleLine(line: string): string {
  const [command = '', said = ''] = line.trim().split(/ {2,}(?:# )?/);
  return said === '' ? command : `${command} # ${said}`;
}

/** Descriptions of verbs and flags begin small and end without a full stop. */
function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?)]$/.test(whole) ? whole : `${whole}.`;
}
