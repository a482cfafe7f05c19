/** Changes of companies in the store, each with its line in the log of changes. */
import { isDeepStrictEqual } from 'node:util';
import { Secret } from '../../../engine/index.ts';
import type { KeyEntry } from '../config/schema.ts';
import { type MemberFault, storedEntryFaults } from '../config/stored-entries.ts';
import type { AuditAction, AuditEntry, CompanyStore, StoredCompany } from '../state/companies.ts';
import { auditDetails, keysOf } from './company-texts.ts';
import { durationMs, firstKey, newKey, withEnd } from './new-keys.ts';
import type { CompanyInput, CompanyPatch, KeyRotation } from './schema.ts';

/** Who makes a change. */
export type Actor = Pick<AuditEntry, 'actor' | 'via' | 'requestId'>;

export interface GeneratedKey {
  readonly name: string;
  readonly key: Secret;
}

export type ChangeResult =
  | {
      readonly kind: 'changed';
      readonly action: AuditAction;
      /** After the change; of a removed company what it was. */
      readonly company: StoredCompany;
      readonly generated: readonly GeneratedKey[];
    }
  /** The company is already as the request wants it. */
  | { readonly kind: 'unchanged'; readonly company: StoredCompany }
  | { readonly kind: 'invalid'; readonly faults: readonly MemberFault[] }
  | { readonly kind: 'exists'; readonly revision: number }
  /** Another change was faster. */
  | { readonly kind: 'stale'; readonly revision: number }
  | { readonly kind: 'absent' };

interface ChangesOptions {
  readonly companies: CompanyStore;
  /** What keeps a company from being served beside the others, by the rules of the configuration. */
  readonly faultsOf: (company: StoredCompany, others: readonly StoredCompany[]) => readonly MemberFault[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** All functions reject with `SourceError` if the store cannot be used. `revision`: the one that the change is made for; undefined for any. */
export interface CompanyChanges {
  add(input: CompanyInput, actor: Actor): Promise<ChangeResult>;
  change(name: string, revision: number | undefined, patch: CompanyPatch, actor: Actor): Promise<ChangeResult>;
  /** Adds a key. */
  rotate(name: string, revision: number | undefined, rotation: KeyRotation, actor: Actor): Promise<ChangeResult>;
  /** Removes a key by its name. */
  revoke(name: string, revision: number | undefined, key: string, actor: Actor): Promise<ChangeResult>;
  remove(name: string, revision: number | undefined, actor: Actor): Promise<ChangeResult>;
  /** Writes into the log of changes that a link for a consent was made. False if there is no such company. */
  recordLink(name: string, actor: Actor): Promise<boolean>;
}

/** What becomes of a company. */
type Next =
  | { readonly company: StoredCompany; readonly action: AuditAction; readonly generated?: readonly GeneratedKey[] }
  | Exclude<ChangeResult, { readonly kind: 'changed' }>;

/** Each change runs alone, and sees those before it. */
export function createCompanyChanges({ companies, faultsOf, now }: ChangesOptions): CompanyChanges {
  const details = auditDetails(companies);

  /** Stores the result of `next`, which gets the company and the number of the change. */
  function changeOne(
    name: string,
    revision: number | undefined,
    actor: Actor,
    next: (company: StoredCompany, number: number) => Next,
  ): Promise<ChangeResult> {
    return companies.change(async (transaction) => {
      const all = await transaction.list();
      const before = all.find((company) => company.name === name);
      if (before === undefined) return { kind: 'absent' };
      const result = next(before, transaction.number);
      if ('kind' in result) return result;
      const { company, action, generated = [] } = result;
      const isSame = isDeepStrictEqual(comparable(before), comparable(company));
      if (isSame && action !== 'removed') return { kind: 'unchanged', company: before };
      if (revision !== undefined && revision !== before.revision) return { kind: 'stale', revision: before.revision };
      const faults =
        action === 'changed' || action === 'key'
          ? faultsOf(
              company,
              all.filter((one) => one !== before),
            )
          : [];
      if (faults.length > 0) return { kind: 'invalid', faults };
      if (action === 'removed') await transaction.remove(name);
      else await transaction.update(company);
      const after = action === 'removed' ? undefined : company;
      const { changedAt } = company;
      await transaction.record({
        ...actor,
        ...{ name, action, changedAt, revision: company.revision, details: details(before, after) },
      });
      return { kind: 'changed', action, company, generated };
    });
  }

  const changed = (before: StoredCompany, number: number): StoredCompany => ({
    ...before,
    revision: number,
    changedAt: now(),
  });

  return {
    add: (input, actor) =>
      companies.change(async (transaction) => {
        const { name, entry, variables = {}, keys = [firstKey], state = 'active' } = input;
        const all = await transaction.list();
        const made = keys.map(newKey);
        const company: StoredCompany = {
          ...{ name, state, changedAt: now(), revision: transaction.number },
          entry: JSON.stringify(entry),
          keys: JSON.stringify(made.map((key) => key.entry)),
          variables: secretsOf(variables),
        };
        const before = all.find((one) => one.name === name);
        if (before !== undefined) {
          // A repeat of the same request, whose answer was lost.
          const isSame = isDeepStrictEqual(comparable(before), comparable(company));
          return isSame ? { kind: 'unchanged', company: before } : { kind: 'exists', revision: before.revision };
        }
        const memberFaults = storedEntryFaults(entry, variables, ['entry']);
        const faults = memberFaults.length > 0 ? memberFaults : faultsOf(company, all);
        if (faults.length > 0) return { kind: 'invalid', faults };
        await transaction.insert(company);
        const { revision, changedAt } = company;
        await transaction.record({
          ...actor,
          ...{ name, action: 'added', changedAt, revision, details: details(undefined, company) },
        });
        const generated = made.flatMap((key) =>
          key.generated === undefined ? [] : [{ name: key.entry.name, key: key.generated }],
        );
        return { kind: 'changed', action: 'added', company, generated };
      }),

    change: (name, revision, patch, actor) =>
      changeOne(name, revision, actor, (before, number) => {
        const { entry = {}, variables = {}, state = before.state } = patch;
        if (before.variables === undefined && patch.variables === undefined) return unreadable;
        const merged = merge(Object(JSON.parse(before.entry)), entry);
        const secrets = merge(before.variables ?? {}, secretsOrNull(variables));
        const faults = storedEntryFaults(merged, revealed(secrets), ['entry']);
        if (faults.length > 0) return { kind: 'invalid', faults };
        const company = { ...changed(before, number), entry: JSON.stringify(merged), variables: secrets, state };
        const isOnlyState = patch.entry === undefined && patch.variables === undefined;
        const ofState = state === 'suspended' ? 'suspended' : 'resumed';
        return { company, action: isOnlyState ? ofState : 'changed' };
      }),

    rotate: (name, revision, { expireOthers, ...input }, actor) =>
      changeOne(name, revision, actor, (before, number) => {
        if (before.variables === undefined) return unreadable;
        const { entry, generated } = newKey(input);
        const last = keysOf(before);
        const same = last.find((key) => key.name === entry.name);
        const isRepeat = same?.sha256 === entry.sha256;
        if (same !== undefined && !isRepeat) return sameKeyName;
        const others = last.filter((key) => key !== same);
        const kept = expireOthers === undefined ? others : withEnd(others, entry.app, now() + durationMs(expireOthers));
        // Without a change of the end of others, which a repeat would move.
        const keys = isRepeat ? last : [...kept, entry];
        const company = withKeys(changed(before, number), keys);
        return {
          company,
          action: 'key',
          generated: generated === undefined ? [] : [{ name: entry.name, key: generated }],
        };
      }),

    revoke: (name, revision, key, actor) =>
      changeOne(name, revision, actor, (before, number) => {
        if (before.variables === undefined) return unreadable;
        const keys = keysOf(before);
        if (!keys.some((one) => one.name === key)) return { kind: 'absent' };
        return {
          company: withKeys(
            changed(before, number),
            keys.filter((one) => one.name !== key),
          ),
          action: 'key',
        };
      }),

    remove: (name, revision, actor) =>
      changeOne(name, revision, actor, (before, number) => ({ company: changed(before, number), action: 'removed' })),

    recordLink: (name, actor) =>
      companies.change(async (transaction) => {
        const company = (await transaction.list()).find((one) => one.name === name);
        if (company === undefined) return false;
        const { revision } = company;
        await transaction.record({
          ...actor,
          ...{ name, action: 'link', changedAt: now(), revision, details: details(company, company) },
        });
        return true;
      }),
  };
}

const withKeys = (company: StoredCompany, keys: readonly KeyEntry[]): StoredCompany => ({
  ...company,
  keys: JSON.stringify(keys),
});

const unreadable: ChangeResult & { kind: 'invalid' } = {
  kind: 'invalid',
  faults: [
    {
      path: ['variables'],
      message: 'cannot be decrypted with the key of this process',
      hint: 'Use the storeKey that encrypted them, or set all variables again.',
    },
  ],
};

const sameKeyName: ChangeResult & { kind: 'invalid' } = {
  kind: 'invalid',
  faults: [{ path: ['name'], message: 'is the name of another key of this company', hint: 'Choose another name.' }],
};

/** What two states of a company have in common if a change changes nothing. */
function comparable({ entry, keys, variables, state }: StoredCompany): object {
  return { entry: JSON.parse(entry), keys: JSON.parse(keys), variables: variables && revealed(variables), state };
}

/** Members that are null are removed (RFC 7396). */
function merge<T>(
  before: Readonly<Record<string, T>>,
  patch: Readonly<Record<string, T | null | undefined>>,
): Readonly<Record<string, T>> {
  const all = Object.entries<T | null | undefined>({ ...before, ...patch });
  return Object.fromEntries(
    all.flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, value]])),
  );
}

const secretsOf = (values: Readonly<Record<string, string>>): Readonly<Record<string, Secret>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, new Secret(value)]));

const secretsOrNull = (values: Readonly<Record<string, string | null>>): Readonly<Record<string, Secret | null>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === null ? null : new Secret(value)]));

const revealed = (values: Readonly<Record<string, Secret>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.reveal()]));
