/** The tables of an ERP's databases, from a connection or from a saved file. */
import { z } from 'zod';

export interface TableColumn {
  readonly name: string;
  /** As the database writes it in a declaration. */
  readonly type: string;
  /** Whether a value is needed. */
  readonly required: boolean;
}

/** Columns whose values are those of columns of another table, in the same order. */
export interface ForeignKey {
  readonly columns: readonly string[];
  readonly table: string;
  readonly references: readonly string[];
}

export interface DatabaseTable {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** Undefined where they have not been read. */
  readonly foreignKeys?: readonly ForeignKey[] | undefined;
}

export interface DatabaseTables {
  /** In the order of the catalogue. */
  readonly all: readonly DatabaseTable[];
  /** A table by its name, in any case and without its schema. */
  find(name: string): DatabaseTable | undefined;
}

/** By the name of their source. */
export type ErpTables = ReadonlyMap<string, DatabaseTables>;

/** `find` ignores upper and lower case, and the schema before a name that is not known with it. */
export function databaseTables(all: readonly DatabaseTable[]): DatabaseTables {
  const byName = new Map(all.map((table) => [table.name.toLowerCase(), table]));
  return { all, find: (name) => byName.get(name.toLowerCase()) ?? byName.get(name.toLowerCase().replace(/^.*\./, '')) };
}

const savedColumn = z.strictObject({ name: z.string(), type: z.string(), required: z.boolean() });
const savedKey = z.strictObject({
  columns: z.array(z.string()),
  table: z.string(),
  references: z.array(z.string()),
});
const savedTable = z.strictObject({
  name: z.string(),
  key: z.array(z.string()),
  columns: z.array(savedColumn),
  // Files of earlier versions have none.
  foreignKeys: z.array(savedKey).optional(),
});
const saved = z.strictObject({ version: z.literal(1), sources: z.record(z.string(), z.array(savedTable)) });

/** The text of a saved file: JSON, a line for each table. */
export function savedText(tables: ErpTables): string {
  const sources = [...tables].map(([name, { all }]) => {
    const lines = all.map((table) => `    ${JSON.stringify(table)}`).join(',\n');
    return `  ${JSON.stringify(name)}: [\n${lines}\n  ]`;
  });
  return `{ "version": 1, "sources": {\n${sources.join(',\n')}\n} }\n`;
}

/** The tables of a saved file; undefined if it is not one. */
export function readSaved(text: string): ErpTables | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // A file that is being written, or another one.
    return undefined;
  }
  const parsed = saved.safeParse(value);
  if (!parsed.success) return undefined;
  return new Map(Object.entries(parsed.data.sources).map(([name, all]) => [name, databaseTables(all)]));
}
