/** The SQL statements for durable claims. The database's clock gives all times; durations are added in SQL. */

import { type PreparedStatement, prepared } from '../../../engine/host/index.ts';
import type { DatabaseKind } from '../../../engine/index.ts';
import { tables } from './schema.ts';

/** Fields of a claim and their columns. */
const columns = {
  id: 'id',
  installation: 'installation',
  endpoint: 'endpoint',
  naturalKey: 'natural_key',
  lookUp: 'look_up',
  payload: 'payload',
  owner: 'owner',
  kind: 'kind',
  step: 'step',
  dueAt: 'due_at',
  empty: 'empty_looks',
  details: 'reason',
  result: 'result',
  epoch: 'epoch',
  revision: 'revision',
  steps: 'steps',
  released: 'released',
  createdAt: 'created_at',
  changedAt: 'changed_at',
} as const;

export type ClaimColumn = keyof typeof columns;

/** Fields that an update writes only if they are given. */
export const optionalFields = ['epoch', 'owner', 'payload', 'lookUp', 'steps', 'released'] as const;

/** The conditions of a list. */
interface ListConditions {
  readonly installation?: boolean;
  readonly endpoint: boolean;
  readonly since: boolean;
  /** Number of kinds; the values are named `kind0`, `kind1` and so on. */
  readonly kinds: number;
  readonly limit: number;
}

/** All statements by purpose. Values have the names of the fields; the duration is `dueInMs`. */
export function claimStatements({ dialect, store }: DatabaseKind) {
  const { builder } = dialect;
  const table = () => builder(tables.claim);
  const now = builder.raw(store.clock);
  const due = builder.raw(`${store.clock} + ?`, ['dueInMs']);
  const insert = table().insert({
    [columns.id]: 'id',
    [columns.installation]: 'installation',
    [columns.endpoint]: 'endpoint',
    [columns.naturalKey]: 'naturalKey',
    [columns.lookUp]: 'lookUp',
    [columns.payload]: 'payload',
    [columns.owner]: 'owner',
    [columns.kind]: 'kind',
    [columns.dueAt]: due,
    [columns.details]: 'details',
    [columns.epoch]: 1,
    [columns.revision]: 1,
    [columns.steps]: builder.raw("'{}'"),
    [columns.released]: builder.raw("'[]'"),
    [columns.createdAt]: now,
    [columns.changedAt]: now,
  });
  const claimColumns = Object.fromEntries(Object.entries(columns).map(([as, column]) => [as, `c.${column}`]));
  const one = builder.raw('(select 1 as one) as o');
  const changes = new Map<string, PreparedStatement>();

  function changeOf(given: readonly (typeof optionalFields)[number][]): PreparedStatement {
    const state = { kind: 'kind', step: 'step', empty_looks: 'empty', reason: 'details', result: 'result' };
    const more = Object.fromEntries(given.map((column) => [columns[column], column]));
    const counted = { revision: builder.raw('revision + 1'), changed_at: now };
    return prepared(
      dialect,
      table()
        .where(columns.id, 'id')
        .where(columns.revision, 'revision')
        .update({ ...state, due_at: due, ...more, ...counted }),
    );
  }

  return {
    insert: prepared(dialect, store.ignoresConflicts ? insert.onConflict(columns.id).ignore() : insert),
    now: prepared(dialect, builder.select({ now })),
    /** Always one row; without a claim its id is null. */
    read: prepared(
      dialect,
      builder
        .select({ now, ...claimColumns })
        .from(one)
        .leftJoin(`${tables.claim} as c`, (on) => on.on('c.id', builder.raw('?', ['id']))),
    ),
    /** `given`: in the order of `optionalFields`. */
    change(given: readonly (typeof optionalFields)[number][]): PreparedStatement {
      const key = given.join();
      const changeStatement = changes.get(key) ?? changeOf(given);
      changes.set(key, changeStatement);
      return changeStatement;
    },
    /** Changes the details of one revision. */
    details: prepared(
      dialect,
      table()
        .where(columns.id, 'id')
        .where(columns.revision, 'revision')
        .update({ [columns.details]: 'details' }),
    ),
    due: (limit: number): PreparedStatement =>
      prepared(
        dialect,
        table()
          .select(columns)
          .where(columns.installation, 'installation')
          .whereRaw(`${columns.kind} in ('sent', 'unknown', 'undoing', 'undo lost')`)
          .orderBy([columns.dueAt, columns.id])
          .limit(limit),
      ),
    list({ installation = false, endpoint, since, kinds, limit }: ListConditions): PreparedStatement {
      const query = table().select(columns).orderBy(columns.createdAt, 'desc').orderBy(columns.id).limit(limit);
      if (installation) query.where(columns.installation, 'installation');
      if (endpoint) query.where(columns.endpoint, 'endpoint');
      if (since) query.where(columns.createdAt, '>=', 'since');
      if (kinds > 0)
        query.whereIn(
          columns.kind,
          Array.from({ length: kinds }, (_, index) => `kind${index}`),
        );
      return prepared(dialect, query);
    },
  };
}
