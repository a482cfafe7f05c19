/** Asks PostgreSQL about a statement: it is parsed and described, and never run. */
import type { ClientBase, Connection, FieldDef, Submittable } from 'pg';

interface DescribeSubmittable extends Submittable {
  handleRowDescription(message: { readonly fields: readonly FieldDef[] }): void;
  handleError(error: unknown): void;
  handleReadyForQuery(): void;
}

/** Column names of the statement's result; none where it gives no rows. Rejects with the driver's error. */
export function describeOnClient(client: ClientBase, sql: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    let columns: readonly string[] = [];
    const question: DescribeSubmittable = {
      submit(connection: Connection) {
        connection.parse({ name: '', text: sql, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription({ fields }) {
        columns = fields.map(({ name }) => name);
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    };
    client.query(question);
  });
}
