/** What can be typed: the verbs with their flags and arguments, read off the command line itself. */
import type { Command } from 'commander';

/** What may stand at a place: words, names of files, or both; nothing that is known where `files` is false and there are no words. */
export interface Values {
  readonly words: readonly string[];
  readonly files: boolean;
}

export interface Flag {
  /** `--format` */
  readonly name: string;
  readonly description: string;
  /** Undefined for a flag without a value. */
  readonly values: Values | undefined;
}

export interface Verb {
  /** `run`, `writes list`; empty for what stands without a verb. */
  readonly name: string;
  readonly description: string;
  readonly flags: readonly Flag[];
  readonly verbs: readonly string[];
  readonly values: Values;
}

/** Words of places that have many. */
export interface Known {
  readonly endpoints: readonly string[];
  readonly profiles: readonly string[];
}

const free: Values = { words: [], files: false };

/** What a value is called in the usage (`<file>`, `[profile...]`) tells what it may be. */
function valuesOf(name: string, choices: readonly string[] | undefined, { endpoints, profiles }: Known): Values {
  if (choices !== undefined) return { words: choices, files: false };
  if (/endpoint/.test(name)) return { words: endpoints, files: false };
  if (/profile/.test(name)) return { words: profiles, files: true };
  return /file|path|folder|cert|key|body|config/.test(name) ? { words: [], files: true } : free;
}

function flagsOf(command: Command, known: Known): readonly Flag[] {
  return command.options.flatMap((option): readonly Flag[] => {
    if (typeof option.long !== 'string') return [];
    const takes = option.required || option.optional;
    const values = takes ? valuesOf(option.flags, option.argChoices, known) : undefined;
    return [{ name: option.long, description: option.description, values }];
  });
}

function verbsBelow(command: Command, name: string, known: Known): readonly Verb[] {
  const below = command.commands;
  const [argument] = command.registeredArguments;
  const values = argument === undefined ? free : valuesOf(argument.name(), argument.argChoices, known);
  const flags = [...flagsOf(command, known), { name: '--help', description: 'show help', values: undefined }];
  const own = { name, description: command.description(), flags, verbs: below.map((one) => one.name()), values };
  return [own, ...below.flatMap((one) => verbsBelow(one, name === '' ? one.name() : `${name} ${one.name()}`, known))];
}

/** All verbs, each before those below it. The flags of the service, which needs no verb, stand at the first one. */
export function verbsOf(program: Command, known: Known): readonly Verb[] {
  const [root, ...verbs] = verbsBelow(program, '', known);
  if (root === undefined) return [];
  const serve = verbs.find(({ name }) => name === 'serve');
  return [
    { ...root, flags: [...root.flags, ...(serve?.flags ?? []).filter(({ name }) => name !== '--help')] },
    ...verbs,
  ];
}
