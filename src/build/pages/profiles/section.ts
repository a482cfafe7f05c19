/** The section of docs/profiles.md on one profile. */
import type { Provided, Provision } from '../../../../engine/tools/index.ts';
import { codeCell } from '../markdown.ts';
import type { Figures } from './figures.ts';
import type { Runs } from './runs.ts';
import type { Unchecked } from './unchecked.ts';

export interface Shipped {
  readonly name: string;
  readonly provided: Provided;
  readonly unchecked: readonly Unchecked[];
  readonly figures: Figures;
  readonly runs: Runs;
}

const lines = (
  provided: Provided,
  textsFor: (path: string, provision: Provision) => readonly string[],
): readonly string[] =>
  [...provided.endpoints].flatMap(([path, provision]) =>
    textsFor(path, provision).map((text) => `- ${codeCell(path)}${text}`),
  );

const unavailable = (provided: Provided): readonly string[] =>
  lines(provided, (_, one) =>
    one.kind === 'unavailable' ? [`${one.answersEmpty ? ', an empty list' : ''}: ${one.reason}`] : [],
  );

const partial = (provided: Provided): readonly string[] =>
  lines(provided, (_, one) =>
    one.kind === 'unavailable'
      ? []
      : one.lacks.map(({ subject, when, reason }) => {
          const what = subject === undefined ? '' : ` without ${codeCell(subject.name)}`;
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

/** Where the profile has run, as a paragraph. */
function ranOn({ real, double, doubleOnly, notRun }: Runs): string {
  const except = [...Object.entries(doubleOnly), ...Object.entries(notRun)].map(
    ([path, reason]) => ` ${codeCell(path)}: ${reason}.`,
  );
  const places = [real === undefined ? 'It has not run on a real ERP' : `Run on: ${real.on}`];
  if (double !== undefined) places.push(`${real === undefined ? 'Run on' : 'In tests'}: ${double}`);
  return `${places.join('. ')}.${except.join('')}`;
}

/** The checks that only read on the real ERP, as a paragraph. */
const ranLive = ({ live }: Figures): readonly string[] =>
  live === undefined
    ? []
    : [
        `\`engine test --conformance --live\` on the real ERP, without \`--writes\`: ${live.passed} checks pass, none fails, ${live.notTested} not tested, ${live.notApplicable} not applicable.`,
      ];

/** The heading, paragraphs and lists. */
export function profileSection({ name, provided, unchecked, figures, runs }: Shipped): readonly string[] {
  const { title, required, facts } = provided;
  const folder = `../profiles/${name}`;
  const notes = unchecked.map(
    ({ line, section, text }) => `- [line ${line}](${folder}/profile.yaml#L${line}), ${codeCell(section)}: ${text}`,
  );
  return [
    `## ${name}`,
    `${title}. Requirements, limits and instructions: [README](${folder}/README.md).`,
    ranOn(runs),
    ...ranLive(figures),
    ...(required.length === 0 ? [] : [`Settings without a default: ${names(required)}.`]),
    ...(facts.length === 0 ? [] : [`Facts that it reads at the start: ${names(facts)}.`]),
    ...listed('Unavailable:', unavailable(provided)),
    ...listed('Partial:', partial(provided)),
    ...listed('Computed by:', computed(provided)),
    ...listed(
      'Assumptions that have not been checked on a real ERP, with the lines of the profile that depend on them:',
      notes,
    ),
  ];
}
