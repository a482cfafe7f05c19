/** docs/profiles.md: how each shipped profile provides each endpoint, from the compiled profiles. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readBases } from '../../../../engine/index.ts';
import { type Provision, providedBy } from '../../../../engine/tools/index.ts';
import { contract } from '../../../contract/index.ts';
import { locateBase } from '../../../service/config/locate-base.ts';
import { codeCell, markdownTable } from '../markdown.ts';
import { readFigures } from './figures.ts';
import { readRuns, runOf } from './runs.ts';
import { profileSection, type Shipped } from './section.ts';
import { uncheckedIn } from './unchecked.ts';

/** The profiles in a folder by name, merged with their bases. Throws for a profile with syntax errors. */
async function readShipped(folder: string): Promise<readonly Shipped[]> {
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'profile.yaml')));
  const locate = locateBase({ cwd: folder, packageRoot: dirname(folder) });
  const profiles = names.sort().map(async (name) => {
    const file = join(folder, name, 'profile.yaml');
    const text = readFileSync(file, 'utf8');
    const provided = providedBy(text, await readBases(text, file, name, locate), contract);
    if (provided === undefined) throw new Error(`The profile ${name} has syntax errors. Run: engine check ${name}`);
    return {
      name,
      provided,
      unchecked: uncheckedIn(text),
      figures: readFigures(join(folder, name)),
      runs: readRuns(join(folder, name)),
    };
  });
  return Promise.all(profiles);
}

/** How an endpoint is provided, in the terms that the page defines. */
function wordsOf(provision: Provision | undefined): string {
  if (provision === undefined) return 'missing';
  if (provision.kind === 'unavailable') return provision.answersEmpty ? 'unavailable: an empty list' : 'unavailable';
  const { computedBy, lacks, sources } = provision;
  const words = [computedBy.length > 0 ? 'computed' : 'native', ...(lacks.length > 0 ? ['partial'] : [])];
  return `${words.join(', ')} (${sources.join(' + ')})`;
}

/** The cell of an endpoint: how it is provided, and where it has run. */
function cellOf({ provided, runs }: Shipped, path: string): string {
  const provision = provided.endpoints.get(path);
  const words = wordsOf(provision);
  return provision === undefined || provision.kind === 'unavailable' ? words : `${words}; ${runOf(runs, path)}`;
}

const terms = `- **native**: reads return columns and documents as the ERP stores them; only signs, formats and words are converted. Writes use an API or a
  procedure of the ERP.
- **computed**: the profile or the engine computes values. The engine adds up the entries of a statement of account; a query or an expression
  adds, counts or rounds (\`SUM\`, \`COUNT\`, \`AVG\`, \`ROUND\`; \`$total\`, \`$sum\`, \`$count\`, \`$average\`, \`$round\`); a single value, such as a price, is
  the first result of several reads. Writes are statements into the ERP's tables that do the same as the ERP itself.
- **partial**, in addition to one of these: a fact of the installation decides whether the endpoint, or one of its reads, is available; or it
  lacks an optional field of the contract, which the profile declares \`absent\`.
- **unavailable**: not provided. The caller gets 501 with the reason, or an empty list.
- **real ERP**: the endpoint has run on the real ERP, in these versions; the section of the profile has the details. **double**: it has run on a double only, which was
  written from the vendor's documentation. **not run**: neither.`;

function figuresRow({ name, provided, unchecked, figures: { cases, conformance } }: Shipped): readonly string[] {
  const { settings, facts } = provided;
  return [
    `[${name}](#${name})`,
    `${settings.length}`,
    `${facts.length}`,
    cases === undefined ? 'not measured' : `${cases.passed}`,
    cases === undefined ? 'not measured' : `${cases.reached} of ${cases.points}`,
    conformance === undefined ? 'not measured' : `${conformance.passed}`,
    conformance === undefined ? '' : `${conformance.notTested}, ${conformance.notApplicable}`,
    `${unchecked.length}`,
  ];
}

const figureTitles = [
  'profile',
  'settings',
  'facts',
  'passed cases',
  'covered points',
  'conformance: passed',
  'not tested, not applicable',
  'unchecked',
];

/** The page, from the folder that holds the shipped profiles. */
export async function profilesPage(folder: string): Promise<string> {
  const shipped = await readShipped(folder);
  const paths = contract.endpoints.filter(({ answer }) => answer.kind !== 'service').map(({ path }) => path);
  const rows = paths.map((path) => [codeCell(path), ...shipped.map((one) => cellOf(one, path))]);
  const parts = [
    '# The shipped profiles',
    'How each shipped profile provides the endpoints of the contract, and from which kind of source. Generated from the compiled profiles, with these terms:',
    terms,
    markdownTable(['endpoint', ...shipped.map(({ name }) => name)], rows),
    '## Figures',
    'Cases and covered points are results of `engine test --coverage` ([cases.md](cases.md#coverage)); conformance is the result of `engine test --conformance` ([conformance.md](conformance.md)), in which no check fails. Tests compare the figures with the actual results.',
    markdownTable(figureTitles, shipped.map(figuresRow)),
    ...shipped.flatMap(profileSection),
  ];
  return `${parts.join('\n\n')}\n`;
}
