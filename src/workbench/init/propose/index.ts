/** Proposals for each endpoint of the contract from the found tables. */

import { contract } from '../../../contract/index.ts';
import { means, wordsOf } from '../../vocabulary/words.ts';
import { knownTables } from '../match/named-tables.ts';
import type { Entity } from '../match/table-criteria.ts';
import { type FoundTables, findTables, type NamedTables } from '../match/tables.ts';
import type { Database } from '../model/database.ts';
import { accountProposals } from './account.ts';
import { catalogProposals } from './catalog.ts';
import { type Proposal, question } from './draft.ts';
import { hintsWithoutEffect } from './hints.ts';
import { invoiceProposals } from './invoices.ts';
import { withoutMissingRecord } from './missing-record.ts';
import { openLines } from './open-endpoint.ts';
import { orderProposals } from './orders.ts';
import type { Scope } from './scope.ts';

export interface Proposals {
  readonly foundTables: FoundTables;
  readonly endpoints: readonly Proposal[];
  /** A sentence for each table that a person has named without an effect. */
  readonly unused?: ReadonlyMap<Entity, string>;
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

/** Suppliers or purchases; purchase orders of customers are neither. */
function isOfSuppliers(name: string): boolean {
  const words = wordsOf(name);
  return means(words, 'supplier') || (means(words, 'purchase') && !means(words, 'customer'));
}

/** A proposal for every endpoint. `named`: tables that a person has named; those without an effect are reported. */
export function propose(database: Database, named: NamedTables = new Map()): Proposals {
  const namedTables = knownTables(named, database.tables);
  const proposals = proposalsFor(database, namedTables);
  return { ...proposals, unused: hintsWithoutEffect(namedTables, proposals, (some) => proposalsFor(database, some)) };
}

function proposalsFor(database: Database, named: NamedTables): Proposals {
  const { tables, databaseKind } = database;
  const foundTables = findTables(database, named);
  const hasSuppliers = tables.some(({ name }) => isOfSuppliers(name));
  const scope = { dialect: databaseKind.dialect, foundTables, tables, hasSuppliers };
  const endpoints = [
    ...catalogProposals(scope),
    ...orderProposals(scope),
    ...invoiceProposals(scope),
    ...accountProposals(scope),
    ...writeProposals,
  ];
  return {
    foundTables,
    endpoints: endpoints.map((one) => withOpenLines(withoutMissingRecord(one, named), scope)),
  };
}

/** A proposal without a text gets that of its endpoint with open places. */
function withOpenLines(proposal: Proposal, scope: Scope): Proposal {
  const endpoint = contract.endpoints.find(({ path }) => path === proposal.path);
  if (proposal.keys.length > 0 || endpoint === undefined) return proposal;
  return { ...proposal, keys: openLines(endpoint, scope) };
}

export type { Part } from './draft.ts';
