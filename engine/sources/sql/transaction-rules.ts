/** What a transaction of a kind of database cannot undo, for rehearsals of writes that are rolled back. */
import type { BoundStatement } from '../source.ts';
import type { TableName } from './catalogue.ts';

export interface TransactionRules {
  /** Matches statements that commit at once, and all that was written before them; undefined where a transaction undoes everything. */
  readonly commits?: RegExp;
  /** A statement that gives a row with `name`, the storage engine, where the table is kept by one that cannot roll back. */
  lastingStorage?(table: TableName): BoundStatement;
}
