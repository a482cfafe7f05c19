/** Stored companies as operators see them: without secrets. */
import { expiryOf, type KeyEntry } from '../config/schema.ts';
import type { AuditEntry, CompanyStore, StoredCompany } from '../state/companies.ts';
import type { AuditAnswer, CompanyAnswer } from './schema.ts';

const isKeyEntry = (value: unknown): value is KeyEntry =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  'sha256' in value &&
  'app' in value &&
  (!('until' in value) || expiryOf(String(value.until)) !== undefined);

/** The keys of a company. What is no key is left out: a finding of the configuration says so. */
export function keysOf({ keys }: Pick<StoredCompany, 'keys'>): readonly KeyEntry[] {
  const list: unknown = JSON.parse(keys);
  return Array.isArray(list) ? list.filter(isKeyEntry) : [];
}

const entryOf = ({ entry }: Pick<StoredCompany, 'entry'>): Record<string, unknown> => Object(JSON.parse(entry));

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** Names of variables in their order, with fingerprints of their values. */
function variablesOf({ fingerprint }: Pick<CompanyStore, 'fingerprint'>, { name, variables = {} }: StoredCompany) {
  return Object.entries(variables)
    .sort(byName)
    .map(([variable, value]) => ({
      name: variable,
      fingerprint: fingerprint(name, variable, value),
    }));
}

const timeText = (ms: number): string => new Date(ms).toISOString();

/** A company of the table. */
export function companyAnswer(
  store: Pick<CompanyStore, 'fingerprint'>,
  stored: StoredCompany,
  state: Pick<CompanyAnswer, 'service' | 'findings'>,
): CompanyAnswer {
  return {
    name: stored.name,
    source: 'table',
    revision: stored.revision,
    state: stored.state,
    entry: entryOf(stored),
    variables: variablesOf(store, stored),
    keys: [...keysOf(stored)],
    changedAt: timeText(stored.changedAt),
    ...state,
  };
}

/** The details of a change: what was before, and what is after it. */
export function auditDetails(store: Pick<CompanyStore, 'fingerprint'>) {
  const snapshot = (company: StoredCompany | undefined): object | null =>
    company === undefined
      ? null
      : {
          state: company.state,
          entry: entryOf(company),
          variables: variablesOf(store, company),
          keys: keysOf(company),
        };
  return (before: StoredCompany | undefined, after: StoredCompany | undefined): string =>
    JSON.stringify({ before: snapshot(before), after: snapshot(after) });
}

/** A line of the log of changes. */
export function auditAnswerOf({ id, changedAt, details, name, ...entry }: AuditEntry): AuditAnswer {
  const { before = null, after = null } = Object(JSON.parse(details));
  return { id, time: timeText(changedAt), company: name, ...entry, before, after };
}
