/** The tables and columns of a profile's databases, for completion in editors. Reads the catalogues and changes nothing. */
import { dirname } from 'node:path';
import type { Contract } from '../base/contract.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { openProfile, type ProfileFile } from '../profile/open.ts';
import type { Environment } from '../profile/settings.ts';
import type { Row } from '../sources/source.ts';
import type { SqlSource } from '../sources/sql/kind.ts';
import { openSources } from '../start/open-sources.ts';

export interface ErpTable {
  readonly name: string;
  /** In the order of the table. `type`: as the database writes it in a declaration. */
  readonly columns: readonly { readonly name: string; readonly type: string; readonly required: boolean }[];
  /** Columns of the primary key. */
  readonly key: readonly string[];
}

export interface ErpTablesInput extends ProfileFile {
  readonly contract: Contract;
  readonly environment: Environment;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export type ReadErpTables =
  /** The tables by the name of their source. */
  | { readonly ok: true; readonly tables: ReadonlyMap<string, readonly ErpTable[]> }
  /** `sources`: the texts to which diagnostics refer. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** Time limit of one query, in milliseconds. */
const queryTimeoutMs = 30_000;

async function tablesOf(source: SqlSource, now: () => number): Promise<readonly ErpTable[]> {
  const { columns, keys } = source.databaseKind.introspection;
  const read = (sql: string): Promise<readonly Row[]> =>
    source.read({ sql, values: [] }, { deadline: now() + queryTimeoutMs });
  const byTable = Map.groupBy(await read(columns), ({ table }) => String(table));
  const main = (await read(keys)).filter((row) => Number(row.main) === 1);
  const primaryKeys = Map.groupBy(main, ({ table }) => String(table));
  return [...byTable].map(([name, rows]) => ({
    name,
    columns: rows.map(({ column, type, required }) => ({
      name: String(column),
      type: String(type),
      required: Number(required) === 1,
    })),
    key: (primaryKeys.get(name) ?? []).map(({ column }) => String(column)),
  }));
}

/** Reads the tables of all databases of a profile. Rejects with `SourceError` if one of them cannot be read. */
export async function readErpTables(input: ErpTablesInput): Promise<ReadErpTables> {
  const { contract, environment, now } = input;
  const { loaded, diagnostics, sources } = await openProfile(input, environment, 'start');
  if (loaded === undefined) return { ok: false, diagnostics, sources };
  const opened = await openSources({ ...loaded, contract }, dirname(input.profileFile));
  try {
    if (opened.diagnostics.length > 0) return { ok: false, diagnostics: opened.diagnostics, sources };
    const tables = new Map<string, readonly ErpTable[]>();
    for (const [name, source] of opened.sources)
      if (source.kind === 'sql') tables.set(name, await tablesOf(source, now));
    return { ok: true, tables };
  } finally {
    await opened.close();
  }
}
