/** Claims of writes in the ERP's own database: whoever inserts a key first does the work, in the same transaction. */
import { randomInt } from 'node:crypto';
import { SourceError, type SqlSession } from '../../source.ts';
import { insertClaim } from '../mssql/claims.ts';
import { type Dialect, dialects } from '../text/dialects.ts';
import { bound, prepared } from '../text/prepared.ts';
import { type Claim, claimOf, columns, creation, isMissing, type NewClaim, quotedTable } from './claims-table.ts';

export type { Claim, NewClaim, ReleasedAnswer } from './claims-table.ts';

/** All functions run in the caller's transaction, and reject with `SourceError`. */
export interface Claims {
  /** Makes the table where it is missing; safe when several processes start at once. */
  create(session: SqlSession): Promise<void>;
  /** True when the claim is the caller's. While a rival's transaction is open this waits; false when the key is in the table. */
  insert(session: SqlSession, claim: NewClaim): Promise<boolean>;
  /**
   * Takes a claim that was released. True when it is the caller's: from then on nobody else changes it. While a rival's transaction
   * is open this waits; false when the claim is free no more.
   */
  take(session: SqlSession, claim: NewClaim): Promise<boolean>;
  read(session: SqlSession, id: string): Promise<Claim | undefined>;
  storeResult(session: SqlSession, id: string, result: string): Promise<void>;
}

const inserted = {
  [columns.id]: 'id',
  [columns.endpoint]: 'endpoint',
  [columns.naturalKey]: 'naturalKey',
  [columns.payload]: 'payload',
  [columns.createdAt]: 'createdAt',
} as const;

/** Inserts a claim unless it is there. A rival's open transaction is waited for. */
function insertion(table: string, quoted: string, own: Dialect) {
  const { builder, name } = own;
  const once = builder(table).insert(inserted).onConflict(columns.id);
  if (name === 'mysql') {
    // Ignoring the conflict would ignore every other error with it. A rival's row is left as it is, and leaves a mark.
    const marked = builder.raw('if(last_insert_id(?) is null, ??, ??)', ['mark', columns.id, columns.id]);
    return prepared(own, once.merge({ [columns.id]: marked }));
  }
  if (name !== 'mssql') return prepared(own, once.ignore());
  const given = Object.entries(inserted).map(([column, value]) => ({
    name: own.quote(column),
    isHash: value === 'id' || value === 'payload',
  }));
  return bound(own, insertClaim(quoted, own.quote(columns.id), given), ['id', ...Object.values(inserted), 'id']);
}

/** Claims in `table` (`name` or `schema.name`). All SQL is built here, once. */
export function createClaims(table: string, dialect: Dialect['name']): Claims {
  const own = dialects[dialect];
  const { builder } = own;
  const byId = { [columns.id]: 'id' };
  const create = creation(table, own);
  const insert = insertion(table, quotedTable(table, own.quote), own);
  const takeOver = prepared(
    own,
    builder(table)
      .where(byId)
      .whereNotNull(columns.freeSince)
      .update({
        [columns.payload]: 'payload',
        [columns.createdAt]: 'createdAt',
        [columns.freeSince]: builder.raw('null'),
      }),
  );
  const select = prepared(own, builder(table).select(columns).where(byId));
  const update = prepared(
    own,
    builder(table)
      .where(byId)
      .update({ [columns.result]: 'result' }),
  );

  return {
    async create(session) {
      if (await isMissing(session, table, own)) for (const sql of create) await session.execute({ sql, values: [] });
    },
    async insert(session, claim) {
      const mark = randomInt(2 ** 47);
      const { affected } = await session.execute(insert({ ...claim, mark }));
      if (dialect !== 'mysql') return affected === 1;
      // A row that was found and left alone counts as affected here, too.
      const { rows } = await session.execute({ sql: 'select last_insert_id() as mark', values: [] });
      return rows[0]?.mark !== mark;
    },
    async take(session, { id, payload, createdAt }) {
      const { affected } = await session.execute(takeOver({ id, payload, createdAt }));
      return affected === 1;
    },
    async read(session, id) {
      const { rows } = await session.execute(select({ id }));
      return rows[0] && claimOf(rows[0]);
    },
    async storeResult(session, id, result) {
      const { affected } = await session.execute(update({ id, result }));
      if (affected !== 1) throw new SourceError('broken', 'The claim of a write disappeared while it was under way.');
    },
  };
}
