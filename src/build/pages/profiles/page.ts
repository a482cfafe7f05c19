/** The page on the shipped profiles: which of them answers which endpoint, and how, as their files say. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Provision, providedBy, readBases } from '../../../../engine/index.ts';
import { locateBase } from '../../../config/locate-base.ts';
import { contract } from '../../../contract/index.ts';
import { codeCell, markdownTable } from '../markdown.ts';
import { readFigures } from './figures.ts';
import { profileSection, type Shipped } from './section.ts';
import { uncheckedIn } from './unchecked.ts';

/** The profiles in a folder, by name, each with what it extends. Throws for one whose grammar does not hold. */
async function shippedIn(folder: string): Promise<readonly Shipped[]> {
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'profile.yaml')));
  const locate = locateBase({ cwd: folder, packageRoot: dirname(folder) });
  const found = names.sort().map(async (name) => {
    const file = join(folder, name, 'profile.yaml');
    const text = readFileSync(file, 'utf8');
    const provided = providedBy(text, await readBases(text, file, name, locate), contract);
    if (provided === undefined)
      throw new Error(`The profile ${name} does not hold to the grammar: engine check ${name}`);
    return { name, provided, unchecked: uncheckedIn(text), figures: readFigures(join(folder, name)) };
  });
  return Promise.all(found);
}

/** How an endpoint is answered, in the words that the page defines. */
function wordsOf(provision: Provision | undefined): string {
  if (provision === undefined) return 'missing';
  if (provision.kind === 'unavailable') return provision.answersEmpty ? 'unavailable: an empty list' : 'unavailable';
  const { computedBy, lacks, sources } = provision;
  const words = [computedBy.length > 0 ? 'computed' : 'native', ...(lacks.length > 0 ? ['partial'] : [])];
  return `${words.join(', ')} (${sources.join(' + ')})`;
}

const meanings = `- **native**: the answer is the ERP's own. It has columns and documents as the ERP keeps them, with signs, formats and words changed at most; what is
  written goes through an API or a procedure of the ERP.
- **computed**: the profile or the engine makes its numbers. The engine adds up the entries of a statement of account; a query or an expression
  adds, counts or rounds (\`SUM\`, \`COUNT\`, \`AVG\`, \`ROUND\`; \`$total\`, \`$sum\`, \`$count\`, \`$average\`, \`$round\`); for a single value, such as a price, the first of
  several reads that has one decides; what is written are statements into the ERP's tables, which do what the ERP itself would.
- **partial**, beside one of these: a fact of the installation decides whether it, or one of the reads that make it up, is there; or it lacks an
  optional field of the contract, which the profile declares \`absent\`.
- **unavailable**: it is not provided. The caller gets 501 with the reason, or an empty list.`;

function figuresRow({ name, provided, unchecked, figures: { cases, conformance } }: Shipped): readonly string[] {
  const { settings, facts } = provided;
  return [
    `[${name}](#${name})`,
    `${settings.length}`,
    `${facts.length}`,
    cases === undefined ? 'not measured' : `${cases.held}`,
    cases === undefined ? 'not measured' : `${cases.reached} of ${cases.points}`,
    conformance === undefined ? 'not measured' : `${conformance.held}`,
    conformance === undefined ? '' : `${conformance.notShown}, ${conformance.notApplicable}`,
    `${unchecked.length}`,
  ];
}

const figureTitles = [
  'profile',
  'settings',
  'facts',
  'cases that hold',
  'points reached',
  'conformance: held',
  'not shown, not applicable',
  'unchecked',
];

/** The page, from the folder that holds the shipped profiles. */
export async function profilesPage(folder: string): Promise<string> {
  const shipped = await shippedIn(folder);
  const paths = contract.endpoints.filter(({ answer }) => answer.kind !== 'service').map(({ path }) => path);
  const rows = paths.map((path) => [
    codeCell(path),
    ...shipped.map(({ provided }) => wordsOf(provided.endpoints.get(path))),
  ]);
  const parts = [
    '# The shipped profiles',
    'How each of them answers the endpoints of the contract, and from which kind of source. The words are told from the compiled profiles:',
    meanings,
    markdownTable(['endpoint', ...shipped.map(({ name }) => name)], rows),
    '## Figures',
    'Cases, and the points of the profile that they reach, are those of `engine test --coverage` ([cases.md](cases.md#coverage)); conformance is `engine test --conformance` ([conformance.md](conformance.md)), in which nothing fails. The tests of each profile hold the figures.',
    markdownTable(figureTitles, shipped.map(figuresRow)),
    ...shipped.flatMap(profileSection),
  ];
  return `${parts.join('\n\n')}\n`;
}
