/** The verbs with their flags and possible values, read from the definition of the command line. */
import type { Command } from 'commander';

/** The possible values of an argument: words, file names, or both. Without words and files, the values are not known. */
export interface Values {
  readonly words: readonly string[];
  readonly files: boolean;
  /** Names to which `=` and a value are added. They depend on another word of the command line: an endpoint or a profile. */
  readonly names?: NamesByWord;
}

export type NamesByWord = ReadonlyMap<string, readonly string[]>;

export interface Flag {
  /** `--format` */
  readonly name: string;
  readonly description: string;
  /** Undefined for a flag without a value. */
  readonly values: Values | undefined;
}

export interface Verb {
  /** `run`, `writes list`; empty for the program itself. */
  readonly name: string;
  readonly description: string;
  readonly flags: readonly Flag[];
  readonly verbs: readonly string[];
  readonly values: Values;
}

/** Words for arguments. */
export interface KnownWords {
  readonly endpoints: readonly string[];
  /** Endpoints, and the fields of their answers: `/debtors/list.email`. */
  readonly answerFields: readonly string[];
  readonly requestFields: NamesByWord;
  readonly profiles: readonly string[];
  readonly settings: NamesByWord;
  /** Codes of findings. */
  readonly codes: readonly string[];
}

const noValues: Values = { words: [], files: false };

/** The possible values of an argument, by its name in the usage (`code`), or of a flag by its usage (`--set <name=value>`). */
function valuesOf(name: string, choices: readonly string[] | undefined, known: KnownWords): Values {
  if (choices !== undefined) return { words: choices, files: false };
  if (name === 'code') return { words: known.codes, files: false };
  if (name === 'endpoint.field') return { words: known.answerFields, files: false };
  if (/<field=value/.test(name)) return { ...noValues, names: known.requestFields };
  if (/<name=value/.test(name)) return { ...noValues, names: known.settings };
  if (/endpoint/.test(name)) return { words: known.endpoints, files: false };
  if (/profile/.test(name)) return { words: known.profiles, files: true };
  return /file|path|folder|cert|key|body|config/.test(name) ? { words: [], files: true } : noValues;
}

function flagsOf(command: Command, known: KnownWords): readonly Flag[] {
  return command.options.flatMap((option): readonly Flag[] => {
    if (typeof option.long !== 'string') return [];
    const hasValue = option.required || option.optional;
    const values = hasValue ? valuesOf(option.flags, option.argChoices, known) : undefined;
    return [{ name: option.long, description: option.description, values }];
  });
}

/** A verb and its subverbs, each before its own subverbs. */
function verbTree(command: Command, name: string, known: KnownWords): readonly Verb[] {
  const subverbs = command.commands;
  const [argument] = command.registeredArguments;
  const values = argument === undefined ? noValues : valuesOf(argument.name(), argument.argChoices, known);
  const flags = [...flagsOf(command, known), { name: '--help', description: 'show help', values: undefined }];
  const own = { name, description: command.description(), flags, verbs: subverbs.map((one) => one.name()), values };
  return [own, ...subverbs.flatMap((one) => verbTree(one, name === '' ? one.name() : `${name} ${one.name()}`, known))];
}

/** All verbs. The first one is the program itself: it also has the flags of `serve`, the default verb. */
export function verbsOf(program: Command, known: KnownWords): readonly Verb[] {
  const [root, ...verbs] = verbTree(program, '', known);
  if (root === undefined) return [];
  const serve = verbs.find(({ name }) => name === 'serve');
  return [
    { ...root, flags: [...root.flags, ...(serve?.flags ?? []).filter(({ name }) => name !== '--help')] },
    ...verbs,
  ];
}
