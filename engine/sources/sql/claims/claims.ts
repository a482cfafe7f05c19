/** Claims of writes in the ERP's own database: the process that inserts a key first does the work, in the same transaction. */
import type { SqlSession, WriteSession } from '../../source.ts';
import { claimColumns as columns, type InsertClaim, type NewClaim } from '../claims-sql.ts';
import type { DatabaseKind } from '../kind.ts';
import { prepared } from '../text/prepared.ts';
import { type Claim, claimOf, createTableStatements } from './claims-table.ts';

/** All functions run in the caller's transaction, and reject with `SourceError`. */
export interface Claims {
  /** Creates the table where it is missing; safe when several processes start at once. */
  create(session: SqlSession): Promise<void>;
  readonly insert: InsertClaim;
  /**
   * Takes a claim that was released. True when it is the caller's: from then on no other process changes it. While a rival's
   * transaction is open this waits; false when the claim is no longer free.
   */
  take(session: SqlSession, claim: NewClaim): Promise<boolean>;
  read(session: SqlSession, id: string): Promise<Claim | undefined>;
  /** The last statement of the transaction. */
  storeResult(session: WriteSession, id: string, result: string): void;
}

/** Claims in `table` (`name` or `schema.name`). All SQL is built here, once. */
export function createClaims(table: string, kind: DatabaseKind): Claims {
  const { dialect, claims } = kind;
  const { builder } = dialect;
  const byId = { [columns.id]: 'id' };
  const create = createTableStatements(table, kind);
  const takeOver = prepared(
    dialect,
    builder(table)
      .where(byId)
      .whereNotNull(columns.freeSince)
      .update({
        [columns.installation]: 'installation',
        [columns.payload]: 'payload',
        [columns.createdAt]: 'createdAt',
        [columns.freeSince]: builder.raw('null'),
      }),
  );
  const select = prepared(dialect, builder(table).select(columns).where(byId));
  const update = prepared(
    dialect,
    builder(table)
      .where(byId)
      .update({ [columns.result]: 'result' }),
  );

  return {
    async create(session) {
      const isMissing = claims.isMissing === undefined || (await claims.isMissing(session, table));
      if (isMissing) for (const sql of create) await session.execute({ sql, values: [] });
    },
    insert: claims.inserter(table),
    async take(session, { id, installation, payload, createdAt }) {
      const { affected } = await session.execute(takeOver({ id, installation, payload, createdAt }));
      return affected === 1;
    },
    async read(session, id) {
      const { rows } = await session.execute(select({ id }));
      return rows[0] && claimOf(rows[0]);
    },
    storeResult(session, id, result) {
      session.executeLast({
        statement: update({ id, result }),
        unchanged: 'The claim of a write disappeared while it was under way.',
      });
    },
  };
}
