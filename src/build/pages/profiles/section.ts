/** What the page on the shipped profiles says of one of them. */
import type { Provided, Provision } from '../../../../engine/index.ts';
import { codeCell } from '../markdown.ts';
import type { Figures } from './figures.ts';
import type { Unchecked } from './unchecked.ts';

export interface Shipped {
  readonly name: string;
  readonly provided: Provided;
  readonly unchecked: readonly Unchecked[];
  readonly figures: Figures;
}

const lines = (provided: Provided, of: (path: string, provision: Provision) => readonly string[]): readonly string[] =>
  [...provided.endpoints].flatMap(([path, provision]) =>
    of(path, provision).map((text) => `- ${codeCell(path)}${text}`),
  );

const unavailable = (provided: Provided): readonly string[] =>
  lines(provided, (_, one) =>
    one.kind === 'unavailable' ? [`${one.answersEmpty ? ', an empty list' : ''}: ${one.reason}`] : [],
  );

const partial = (provided: Provided): readonly string[] =>
  lines(provided, (_, one) =>
    one.kind === 'unavailable'
      ? []
      : one.lacks.map(({ of, when, reason }) => {
          const what = of === undefined ? '' : ` without ${codeCell(of.name)}`;
          const where = when === undefined ? '' : `, ${codeCell(`when ${when}`)}`;
          return `${what}${where}${reason === undefined ? '' : `: ${reason}`}`;
        }),
  );

const computed = (provided: Provided): readonly string[] =>
  lines(provided, (_, one) =>
    one.kind === 'unavailable' || one.computedBy.length === 0 ? [] : [`: ${one.computedBy.join(', ')}`],
  );

const listed = (title: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [] : [title, items.join('\n')];

const names = (all: readonly string[]): string => all.map(codeCell).join(', ');

/** Paragraphs and lists, under a heading with the profile's name. */
export function profileSection({ name, provided, unchecked }: Shipped): readonly string[] {
  const { title, required, facts } = provided;
  const room = `../profiles/${name}`;
  const notes = unchecked.map(
    ({ line, under, text }) => `- [line ${line}](${room}/profile.yaml#L${line}), ${codeCell(under)}: ${text}`,
  );
  return [
    `## ${name}`,
    `${title}. What it needs, what it does not do, and how to try it: [its README](${room}/README.md).`,
    ...(required.length === 0 ? [] : [`Settings that have no default: ${names(required)}.`]),
    ...(facts.length === 0 ? [] : [`Facts that it asks for at start: ${names(facts)}.`]),
    ...listed('Unavailable:', unavailable(provided)),
    ...listed('Partial:', partial(provided)),
    ...listed('Computed by:', computed(provided)),
    ...listed('Not seen on a real ERP yet, each said at the line that rests on it:', notes),
  ];
}
