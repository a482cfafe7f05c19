/** Describes a statement: PostgreSQL parses it and never runs it. */
import type { ClientBase, Connection, FieldDef, Submittable } from 'pg';

export interface DescribedColumn {
  readonly name: string;
  readonly type: number;
  /** Number of the table and of its column that it shows unchanged; 0 if it is none. */
  readonly table: number;
  readonly attribute: number;
}

/** Numbers of the types real and double precision in pg_type. */
const floats: readonly number[] = [700, 701];

/** True where an expression of the statement computes the column in binary floating point. */
export const isComputedInBinary = ({ type, table }: DescribedColumn): boolean => floats.includes(type) && table === 0;

interface Described {
  /** None where the statement gives no rows. */
  readonly columns: readonly DescribedColumn[];
  /** Type numbers of the placeholders. */
  readonly parameters: readonly number[];
}

interface DescribeSubmittable extends Submittable {
  handleRowDescription(message: { readonly fields: readonly FieldDef[] }): void;
  handleError(error: unknown): void;
  handleReadyForQuery(): void;
}

/** The result columns and the placeholders with their type numbers. Rejects with the driver's error. */
export function describeOnClient(client: ClientBase, sql: string): Promise<Described> {
  return new Promise((resolve, reject) => {
    let columns: readonly DescribedColumn[] = [];
    let parameters: readonly number[] = [];
    let done: () => void = () => undefined;
    const keepTypes = ({ dataTypeIDs }: { readonly dataTypeIDs: readonly number[] }): void => {
      parameters = dataTypeIDs;
    };
    const question: DescribeSubmittable = {
      submit(connection: Connection) {
        connection.once('parameterDescription', keepTypes);
        done = () => connection.removeListener('parameterDescription', keepTypes);
        connection.parse({ name: '', text: sql, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription({ fields }) {
        columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
          ...{ name, type: dataTypeID },
          ...{ table: tableID, attribute: columnID },
        }));
      },
      handleError(error) {
        done();
        reject(error);
      },
      handleReadyForQuery() {
        done();
        resolve({ columns, parameters });
      },
    };
    client.query(question);
  });
}
