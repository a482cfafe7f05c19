/** The completion script for fish. */
import type { Values, Verb } from './model.ts';

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** A fish condition: the command line has the verb, and none of its subverbs. */
function condition({ name, verbs }: Verb, all: readonly Verb[]): string {
  if (name === '') return quoted('__fish_use_subcommand');
  const seen = name.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
  // Subverbs have names that no verb of the first level has.
  const others = all.some((one) => one.name.startsWith(`${name} `))
    ? [`not __fish_seen_subcommand_from ${verbs.join(' ')}`]
    : [];
  return quoted([...seen, ...others].join('; and '));
}

const filesOf = ({ files }: Values): string => (files ? ' -F' : '');

/** A script to be sourced. */
export function fishScript(verbs: readonly Verb[]): string {
  const lines = verbs.flatMap((verb) => {
    const head = `complete -c engine -n ${condition(verb, verbs)}`;
    const subverbs = verb.verbs.map((name) => {
      const path = verb.name === '' ? name : `${verb.name} ${name}`;
      return `${head} -a ${name} -d ${quoted(verbs.find((one) => one.name === path)?.description ?? '')}`;
    });
    const words =
      verb.values.words.length > 0 || verb.values.files
        ? [`${head}${filesOf(verb.values)} -a ${quoted(verb.values.words.join(' '))}`]
        : [];
    const flags = verb.flags.flatMap(({ name, description, values }) => {
      const takes = values === undefined ? '' : ` -x${filesOf(values)} -a ${quoted(values.words.join(' '))}`;
      const names = [...(values?.names ?? [])].map(([word, own]) => {
        const seen = `complete -c engine -n ${condition(verb, verbs)} -n ${quoted(`__fish_seen_subcommand_from ${word}`)}`;
        return `${seen} -l ${name.slice(2)} -x -a ${quoted(own.map((each) => `${each}=`).join(' '))}`;
      });
      return [`${head} -l ${name.slice(2)}${takes} -d ${quoted(description)}`, ...names];
    });
    return [...subverbs, ...words, ...flags];
  });
  return `# Completion of engine for fish: engine completion fish | source\ncomplete -c engine -f\n${lines.join('\n')}\n`;
}
