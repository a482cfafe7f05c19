/** Whether a company can be served beside the others, by the rules that the configuration has for all services. */
import { errorsOf } from '../config/findings-log.ts';
import type { Configuration } from '../config/load.ts';
import { type MemberFault, memberPath, type StoredEntry } from '../config/stored-entries.ts';
import type { StoredCompany } from '../state/companies.ts';

/** A stored company as an entry of `services`. */
export function storedEntryOf({ name, entry, keys, variables, state, revision }: StoredCompany): StoredEntry {
  const revealed =
    variables && Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, value.reveal()]));
  return { name, entry, keys, variables: revealed, isSuspended: state === 'suspended', revision };
}

/**
 * A function that finds why a company cannot be served beside others. `load`: reads the configuration with these entries in the table. `used`: the entries that are in use, which are
 * not read again.
 */
export function companyFaults(
  load: (stored: readonly StoredEntry[]) => Configuration,
  used: () => readonly StoredEntry[],
): (company: StoredCompany, others: readonly StoredCompany[]) => readonly MemberFault[] {
  return (company, others) => {
    const byName = new Map(used().map((entry) => [entry.name, entry]));
    const entries = others.map((other) => {
      const last = byName.get(other.name);
      return last?.revision === other.revision ? last : storedEntryOf(other);
    });
    const row = storedEntryOf(company);
    // The last one: what it has in common with another entry is its fault.
    const { refused } = load([...entries, row]);
    return errorsOf(refused.get(company.name) ?? []).map((finding) => ({
      path: memberPath(row, finding),
      message: finding.message,
      hint: finding.hint,
    }));
  };
}
