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
      const countOf = (kind: (typeof unsettled)[number]): number => counts.get(kind) ?? 0;
      return {
        claimed: countOf('claimed'),
        sent: countOf('sent'),
        unknown: countOf('unknown'),
        undoing: countOf('undoing'),
        'undo lost': countOf('undo lost'),
        held: countOf('held'),
      };
    } catch (error) {
      // The store reports that it cannot be used.
      if (error instanceof SourceError) return undefined;
      throw error;
    }
  };
}
