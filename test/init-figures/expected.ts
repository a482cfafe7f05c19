/** What is right for a schema: read from the documentation and the code of its vendor, never from what `engine init` prints. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const place = z.union([z.string(), z.array(z.string())]);

const form = z.strictObject({
  /** Name, version and language. */
  schema: z.string(),
  database: z.enum(['sqlite', 'postgres', 'mysql', 'odata', 'openapi']),
  /** The repository and the files of a schema that is not shipped. */
  source: z.string().optional(),
  /** The vendor's files that show what is right. */
  evidence: z.string().optional(),
  /**
   * By record and member: `column` of the record's own table, or `table.column`; several where each of them is right; `none` where the
   * ERP has no such column.
   */
  records: z.record(z.string(), z.record(z.string(), place)),
  /** Columns that select the right rows of a record: the query names them, or a question does. */
  conditions: z.record(z.string(), z.array(z.string())).default({}),
});

export type Expected = Omit<z.infer<typeof form>, 'records'> & {
  /** The tables of each record, the usual one first. */
  readonly tables: ReadonlyMap<string, readonly string[]>;
  /** By `record.member`: every right `table.column`, in lower case; empty where there is none. Members that are missing are not scored. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
};

/** Reads an expectation. */
export function readExpected(file: string): Expected {
  const { records, ...rest } = form.parse(parse(readFileSync(file, 'utf8')));
  const columns = new Map<string, readonly string[]>();
  const recordTables = new Map<string, readonly string[]>();
  for (const [record, { table, ...members }] of Object.entries(records)) {
    const tables = [table ?? []].flat();
    recordTables.set(record, tables);
    for (const [member, given] of Object.entries(members)) {
      const all = [given].flat().filter((one) => one !== 'none');
      const full = all.flatMap((one) => (one.includes('.') ? [one] : tables.map((name) => `${name}.${one}`)));
      columns.set(
        `${record}.${member}`,
        full.map((one) => one.toLowerCase()),
      );
    }
  }
  return { ...rest, columns, tables: recordTables };
}
