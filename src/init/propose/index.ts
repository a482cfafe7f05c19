/** Proposals for each endpoint of the contract from the found tables. */
import { type FoundTables, findTables } from '../match/tables.ts';
import type { Database } from '../model/database.ts';
import { accountProposals } from './account.ts';
import { catalogProposals } from './catalog.ts';
import { type Proposal, question } from './draft.ts';
import { invoiceProposals } from './invoices.ts';
import { orderProposals } from './orders.ts';

export interface Proposals {
  readonly found: FoundTables;
  readonly endpoints: readonly Proposal[];
}

/** Writes depend on the ERP's rules, which tables do not show. */
export const writeProposals: readonly Proposal[] = [
  question(
    '/sale-draft',
    'How is a draft order written: which tables or procedure, where does its number come from, which customer is it booked to?',
  ),
  question(
    '/invoices/push',
    'How is an invoice written, with its lines and the entry in the account of the customer? Which column keeps its number?',
  ),
  question(
    '/payments/push',
    'How is a payment written, with its allocation to the invoice? Which column can keep a reference?',
  ),
];

/** A proposal for every endpoint. */
export function propose(database: Database): Proposals {
  const found = findTables(database);
  const scope = { dialect: database.databaseKind.dialect, found };
  return {
    found,
    endpoints: [
      ...catalogProposals(scope),
      ...orderProposals(scope),
      ...invoiceProposals(scope),
      ...accountProposals(scope),
      ...writeProposals,
    ],
  };
}
export type { Part } from './draft.ts';
