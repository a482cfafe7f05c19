/** The statements about durable claims. All times are taken, and all spans added, by the store. */
import { type DialectName, dialects, type PreparedStatement, prepared } from '../../engine/index.ts';
import { tables } from './schema.ts';
import { storeClock } from './store-clock.ts';

/** What a row is read as. */
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
  reason: 'reason',
  result: 'result',
  epoch: 'epoch',
  revision: 'revision',
  steps: 'steps',
  released: 'released',
  createdAt: 'created_at',
  changedAt: 'changed_at',
} as const;

export type ClaimColumn = keyof typeof columns;

/** Columns that a change writes only where they are given. */
export const kept = ['epoch', 'owner', 'payload', 'lookUp', 'steps', 'released'] as const;

/** What narrows a list. */
export interface Narrowing {
  readonly endpoint: boolean;
  readonly since: boolean;
  /** Values `kind0`, `kind1` and so on. */
  readonly kinds: number;
  readonly limit: number;
}

/** All statements, by what they do. Values have the names of the columns, spans are `leaseMs` and `dueInMs`. */
export function claimStatements(name: DialectName) {
  const dialect = dialects[name];
  const { builder } = dialect;
  const table = () => builder(tables.claim);
  const now = builder.raw(storeClock[name]);
  const later = (span: string) => builder.raw(`${storeClock[name]} + ?`, [span]);
  const insert = table().insert({
    [columns.id]: 'id',
    [columns.installation]: 'installation',
    [columns.endpoint]: 'endpoint',
    [columns.naturalKey]: 'naturalKey',
    [columns.lookUp]: 'lookUp',
    [columns.payload]: 'payload',
    [columns.owner]: 'owner',
    [columns.kind]: builder.raw("'claimed'"),
    [columns.dueAt]: later('leaseMs'),
    [columns.epoch]: 1,
    [columns.revision]: 1,
    [columns.steps]: builder.raw("'{}'"),
    [columns.released]: builder.raw("'[]'"),
    [columns.createdAt]: now,
    [columns.changedAt]: now,
  });
  // MySQL's way to leave a row alone would hide every other error, and T-SQL has none: there the key breaks.
  const ignores = name === 'sqlite' || name === 'postgres';
  const of = Object.fromEntries(Object.entries(columns).map(([as, column]) => [as, `c.${column}`]));
  const one = builder.raw('(select 1 as one) as o');
  const changes = new Map<string, PreparedStatement>();

  function changeOf(given: readonly (typeof kept)[number][]): PreparedStatement {
    const state = { kind: 'kind', step: 'step', empty_looks: 'empty', reason: 'reason', result: 'result' };
    const more = Object.fromEntries(given.map((column) => [columns[column], column]));
    const counted = { revision: builder.raw('revision + 1'), changed_at: now };
    return prepared(
      dialect,
      table()
        .where(columns.id, 'id')
        .where(columns.revision, 'revision')
        .update({ ...state, due_at: later('dueInMs'), ...more, ...counted }),
    );
  }

  return {
    insert: prepared(dialect, ignores ? insert.onConflict(columns.id).ignore() : insert),
    now: prepared(dialect, builder.select({ now })),
    /** One row, also where there is no claim: then its id is null. */
    read: prepared(
      dialect,
      builder
        .select({ now, ...of })
        .from(one)
        .leftJoin(`${tables.claim} as c`, (on) => on.on('c.id', builder.raw('?', ['id']))),
    ),
    /** `given`: in the order of `kept`. */
    change(given: readonly (typeof kept)[number][]): PreparedStatement {
      const key = given.join();
      const known = changes.get(key) ?? changeOf(given);
      changes.set(key, known);
      return known;
    },
    due: (limit: number): PreparedStatement =>
      prepared(
        dialect,
        table()
          .select(columns)
          .where(columns.installation, 'installation')
          .whereRaw(`${columns.kind} in ('sent', 'unknown')`)
          .orderBy([columns.dueAt, columns.id])
          .limit(limit),
      ),
    list({ endpoint, since, kinds, limit }: Narrowing): PreparedStatement {
      const query = table().select(columns).orderBy(columns.createdAt, 'desc').orderBy(columns.id).limit(limit);
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
