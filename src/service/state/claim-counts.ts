/** The number of unsettled claims in the store by state, for metrics and status. */

import { prepared } from '../../../engine/host/index.ts';
import { type ClaimState, SourceError } from '../../../engine/index.ts';
import { tables } from './schema.ts';
import type { StoreAccess } from './store-access.ts';

/** States in which a write is not settled. */
const unsettled = [
  'claimed',
  'sent',
  'unknown',
  'undoing',
  'undo lost',
  'held',
] as const satisfies readonly ClaimState['kind'][];

export type ClaimCounts = Readonly<Record<(typeof unsettled)[number], number>>;

/** A function that lists the installations with claims that wait for their completion. Resolves with none if the store cannot be read. */
export function unsettledInstallations({ databaseKind, read }: Pick<StoreAccess, 'databaseKind' | 'read'>) {
  const { dialect } = databaseKind;
  const { builder } = dialect;
  // An operator settles held ones, by a command.
  const kinds = unsettled.filter((kind) => kind !== 'held');
  const statement = prepared(
    dialect,
    builder
      .distinct('installation')
      .from(tables.claim)
      .whereRaw(`kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`),
  );
  return async (): Promise<ReadonlySet<string>> => {
    try {
      return new Set((await read(statement({}))).map((row) => String(row.installation)));
    } catch (error) {
      // The store reports that it cannot be used.
      if (error instanceof SourceError) return new Set();
      throw error;
    }
  };
}

type CountOf = (kind: (typeof unsettled)[number]) => number;

const countsBy = (countOf: CountOf): ClaimCounts => ({
  claimed: countOf('claimed'),
  sent: countOf('sent'),
  unknown: countOf('unknown'),
  undoing: countOf('undoing'),
  'undo lost': countOf('undo lost'),
  held: countOf('held'),
});

/** Of an installation without unsettled claims. */
export const noClaims: ClaimCounts = countsBy(() => 0);

/** A function that counts them for all installations that have some, with one statement. Resolves with undefined if the store cannot be read. */
export function installationClaimCounter({ databaseKind, read }: Pick<StoreAccess, 'databaseKind' | 'read'>) {
  const { dialect } = databaseKind;
  const { builder } = dialect;
  const statement = prepared(
    dialect,
    builder
      .select({ installation: 'installation', kind: 'kind', claims: builder.raw('count(*)') })
      .from(tables.claim)
      .whereRaw(`kind in (${unsettled.map((kind) => `'${kind}'`).join(', ')})`)
      .groupBy('installation', 'kind'),
  );
  return async (): Promise<ReadonlyMap<string, ClaimCounts> | undefined> => {
    try {
      const byInstallation = Map.groupBy(await read(statement({})), ({ installation }) => String(installation));
      return new Map(
        [...byInstallation].map(([installation, rows]) => {
          const counts = new Map(rows.map(({ kind, claims }) => [kind, Number(claims)]));
          return [installation, countsBy((kind) => counts.get(kind) ?? 0)];
        }),
      );
    } catch (error) {
      // The store reports that it cannot be used.
      if (error instanceof SourceError) return undefined;
      throw error;
    }
  };
}

/** A function that counts them, of one installation or of all, by an index. Resolves with undefined if the store cannot be read. */
export function claimCounter({ databaseKind, read }: Pick<StoreAccess, 'databaseKind' | 'read'>) {
  const { dialect } = databaseKind;
  const { builder } = dialect;
  const count = builder.raw('count(*)');
  const countByKind = () =>
    builder
      .select({ kind: 'kind', claims: count })
      .from(tables.claim)
      .whereRaw(`kind in (${unsettled.map((kind) => `'${kind}'`).join(', ')})`)
      .groupBy('kind');
  const all = prepared(dialect, countByKind());
  const ofInstallation = prepared(dialect, countByKind().where('installation', 'installation'));
  return async (installation?: string): Promise<ClaimCounts | undefined> => {
    const statement = installation === undefined ? all({}) : ofInstallation({ installation });
    try {
      const counts = new Map((await read(statement)).map((row) => [row.kind, Number(row.claims)]));
      return countsBy((kind) => counts.get(kind) ?? 0);
    } catch (error) {
      // The store reports that it cannot be used.
      if (error instanceof SourceError) return undefined;
      throw error;
    }
  };
}
