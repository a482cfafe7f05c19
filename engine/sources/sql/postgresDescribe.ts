/** Asks PostgreSQL about a statement: it is parsed and described, and never run. */
import type { ClientBase, Connection, FieldDef, Submittable } from 'pg';

interface DescribedColumn {
  readonly name: string;
  readonly type: number;
}

interface DescribeSubmittable extends Submittable {
  handleRowDescription(message: { readonly fields: readonly FieldDef[] }): void;
  handleError(error: unknown): void;
  handleReadyForQuery(): void;
}

/** Columns of the statement's result, with the numbers of their types; none where it gives no rows. Rejects with the driver's error. */
export function describeOnClient(client: ClientBase, sql: string): Promise<readonly DescribedColumn[]> {
  return new Promise((resolve, reject) => {
    let columns: readonly DescribedColumn[] = [];
    const question: DescribeSubmittable = {
      submit(connection: Connection) {
        connection.parse({ name: '', text: sql, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription({ fields }) {
        columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    };
    client.query(question);
  });
}
