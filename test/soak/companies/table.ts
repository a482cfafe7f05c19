/** Companies in the table of the store: many of them before the start, later changes by `engine companies`. */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createCompanyChanges } from '../../../src/service/companies/company-changes.ts';
import type { Store } from '../../../src/service/state/store.ts';
import type { Company } from '../../companies/company.ts';
import { type Erps, membersOf } from '../../companies/installation.ts';
import { type CommandPlace, runCommand } from './run-command.ts';

/** Every third company; of each profile. */
export const isInTable = ({ number }: Company): boolean => number % 3 === 2;

/** Adds companies to a store that no service uses yet. */
export async function storeCompanies(
  companies: Store['companies'],
  added: readonly Company[],
  erps: Erps,
): Promise<void> {
  if (companies === undefined) throw new Error('The store has no table of companies.');
  const changes = createCompanyChanges({ companies, faultsOf: () => [], now: Date.now });
  for (const company of added) {
    const { kind } = await changes.add(
      { name: company.name, ...membersOf(company, erps) },
      { actor: 'soak', via: 'cli', requestId: 'soak' },
    );
    if (kind !== 'changed') throw new Error(`${company.name} is not added: ${kind}`);
  }
}

export interface CompanyTable {
  add(company: Company): Promise<void>;
  suspend(company: Company): Promise<void>;
  resume(company: Company): Promise<void>;
  remove(company: Company): Promise<void>;
}

export function createCompanyTable(place: CommandPlace, erps: Erps): CompanyTable {
  const run = async (...args: readonly string[]): Promise<void> =>
    void (await runCommand(place, ['companies', ...args]));
  return {
    async add(company) {
      const file = join(dirname(place.file), `${company.name}.json`);
      writeFileSync(file, JSON.stringify(membersOf(company, erps)));
      await run('add', company.name, '--file', file);
    },
    suspend: ({ name }) => run('suspend', name),
    resume: ({ name }) => run('resume', name),
    remove: ({ name }) => run('remove', name, '--yes'),
  };
}
