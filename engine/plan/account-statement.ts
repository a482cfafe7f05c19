/** Plan of an account statement: its entries, its currency, and the balances that the ERP states. */
import type { QueryPlan } from './query.ts';
import type { ReadPlan } from './read.ts';
import type { RowProcessing } from './row-processing.ts';

/** Names of the values that the engine binds in its own conditions: the first day of the period, and the day after its last. */
export const periodFrom = 'engine.from';
export const periodUntil = 'engine.until';

/** The entries of an account. `query`: the database adds them up. `read`: the engine adds up the rows of requests. */
export type AccountEntriesPlan =
  | {
      readonly kind: 'query';
      readonly source: string;
      /** Sum of all entries before the period. */
      readonly before: QueryPlan;
      /** The entries of the period, in order. */
      readonly period: QueryPlan;
      /** Sum of all entries. */
      readonly all: QueryPlan;
      readonly processing: RowProcessing;
    }
  | {
      readonly kind: 'read';
      readonly read: ReadPlan;
      /** The requests name the first and last day, so that the ERP returns only the entries between them. */
      readonly narrowed: boolean;
    };

export interface AccountStatementPlan {
  /** Time zone of the ERP. */
  readonly zone: string;
  readonly currency: ReadPlan;
  readonly entries: AccountEntriesPlan;
  readonly opening: ReadPlan | undefined;
  /** `opening` is the balance before the period; otherwise it is the balance before the first entry. */
  readonly opensPeriod: boolean;
  readonly balance: ReadPlan | undefined;
}
