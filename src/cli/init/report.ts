/** What `engine init` prints at its end: what was read and written, the questions that are best answered first, and the next steps. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkProfile } from '../../../engine/index.ts';
import { displayPath } from '../../service/config/display-path.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import type { GeneratedProfile } from '../../workbench/init/from-database.ts';
import type { NamedTables } from '../../workbench/init/match/tables.ts';
import { openQuestions } from '../../workbench/init/open-questions.ts';
import { fillCases } from './first-cases.ts';

interface Written {
  readonly folder: string;
  readonly generated: Pick<GeneratedProfile, 'files' | 'proposals'>;
  /** Number and kind of the tables that were read. */
  readonly read: string;
  /** Environment variables that have to be set before the next steps. */
  readonly variables: readonly string[];
  /** The tables of the flags. An answer of the dialogue that changes nothing is no mistake. */
  readonly named: NamedTables;
}

/** Questions that are listed. */
const mostQuestions = 5;

/** The questions on which most fields depend, as lines. */
async function firstQuestions({ contract, env }: Host, file: string): Promise<readonly string[]> {
  const findings = await checkProfile(readFileSync(file, 'utf8'), file, contract, env);
  return openQuestions(findings, contract)
    .slice(0, mostQuestions)
    .map(({ question, fields, places }) => {
      const [, line = ''] = /:(\d+):\d+$/.exec(places[0] ?? '') ?? [];
      return `  line ${line}, ${fields} ${fields === 1 ? 'field' : 'fields'}: ${question}\n`;
    });
}

/** Prints the summary and the next steps. Fills the cases, or removes them. */
export async function report(host: Host, { folder, generated, read, variables, named }: Written): Promise<void> {
  const { out, err, cwd } = host;
  const { files, proposals } = generated;
  const shown = displayPath(cwd, folder);
  const { endpoints, foundTables } = proposals;
  const withoutQuestions = endpoints.filter(({ questions }) => questions.size === 0);
  const questionCount = endpoints.reduce((sum, { questions }) => sum + questions.size, 0);
  // One table may have several kinds of records.
  const used = new Set([...foundTables.values()].map(({ table }) => table.name));
  out(`${read} read, ${used.size} used.\n`);
  out(
    `${withoutQuestions.length} of ${endpoints.length} endpoints are complete; the others have ${questionCount} open questions.\n`,
  );
  for (const [entity, text] of proposals.unused ?? []) if (named.has(entity)) err(`engine: ${text}\n`);
  let hasCases = files.has('cases/first.yaml');
  if (hasCases) {
    const { count, messages } = await fillCases(host, folder);
    for (const text of messages) err(`${text}\n`);
    out(`${count} cases pass over the fixture.\n`);
    hasCases = count > 0;
  }
  const written = [...files.keys()].filter((path) => existsSync(join(folder, path)));
  out(`Written: ${written.map((path) => join(shown, path)).join(', ')}\n`);
  const first = await firstQuestions(host, join(folder, 'profile.yaml'));
  if (first.length > 0) out(`\nAnswer first what most fields depend on:\n${first.join('')}`);
  const profile = join(shown, 'profile.yaml');
  out('\nNext:\n');
  for (const variable of variables)
    out(`  export ${variable}=...            # the password, which is not in the profile\n`);
  out(`  engine check ${profile}            # lists the open questions\n`);
  if (hasCases) out(`  engine test ${profile}             # runs the cases over the fixture\n`);
  else out(`  engine settings ${profile}         # lists the settings of an installation\n`);
  out(`  engine run /debtors/list --profile ${profile} --set limit=3\n`);
}
