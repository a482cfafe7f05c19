/**
 * The rows of the ERP behind the service, for checks that change them and compare the answers before and after. Only a run over its own
 * fixture has them: the tables of the fixture's databases, or the records of a double (see `ErpDouble.data`).
 */

/** A row with values as the database formats them. NULL is null. */
export type DataRow = Readonly<Record<string, string | null>>;

export type DataType = 'text' | 'integer' | 'decimal' | 'boolean' | 'date' | 'datetime' | 'other';

export interface DataColumn {
  /** As the database spells it, not quoted. */
  readonly name: string;
  readonly type: DataType;
  readonly nullable: boolean;
}

/** A foreign key: declared in the database, or inferred from the names and values of columns. */
export interface DataReference {
  readonly columns: readonly string[];
  readonly table: string;
  /** The columns of `table` that `columns` refer to, in the same order. */
  readonly targetColumns: readonly string[];
  readonly isInferred: boolean;
}

export interface DataTable {
  /** Unique within the data; with its schema where the database has several. Not quoted. */
  readonly name: string;
  readonly columns: readonly DataColumn[];
  /** Columns of the primary key; empty where there is none. */
  readonly key: readonly string[];
  /** Columns of each further unique key. */
  readonly uniqueKeys: readonly (readonly string[])[];
  readonly references: readonly DataReference[];
}

export interface ErpData {
  /** All tables of the ERP, without those of the engine. Read once for each run. */
  tables(): Promise<readonly DataTable[]>;
  /** Whether `tables` leaves out some that the profile does not name: a copied record then lacks the rows that these have of it. */
  isPartial(): Promise<boolean>;
  /** Rows whose columns have these values; all rows without `where`. In the order of the key. */
  rows(table: DataTable, where?: DataRow): Promise<readonly DataRow[]>;
  /**
   * Inserts a copy of a row with other values in some columns. A column of the key that the database numbers, and that `changed` does not
   * name, gets a new number. Returns the new row. Rejects where the database refuses it; then nothing has changed.
   */
  copy(table: DataTable, row: DataRow, changed: DataRow): Promise<DataRow>;
  /** Changes columns of one row. Rejects where the database refuses it; then nothing has changed. */
  update(table: DataTable, row: DataRow, changed: DataRow): Promise<DataRow>;
  /** Removes one row. Foreign keys are ignored if the login has that right. Rejects where the database refuses it; then nothing has changed. */
  remove(table: DataTable, row: DataRow): Promise<void>;
  /** Runs `work`, and then undoes all changes that were made through this object meanwhile, the latest first, also where `work` rejects. */
  undone<T>(work: () => Promise<T>): Promise<T>;
}

/** Whether the ERP's database takes a change: it may refuse one by a constraint or a trigger. Never rejects. */
export const isAccepted = (change: Promise<unknown>): Promise<boolean> =>
  change.then(
    () => true,
    () => false,
  );

const none = new Set(['', '0', '-1']);

/** Many ERPs write 0, -1 or an empty text where there is no reference. */
export const isNone = (value: string | null | undefined): boolean =>
  value === null || value === undefined || none.has(value);
