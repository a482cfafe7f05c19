/** The tables, views and columns of a profile's databases, for completion in editors. Reads the catalogues and changes nothing. */
import { dirname } from 'node:path';
import type { Contract } from '../base/contract.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { openProfile, type ProfileFile } from '../profile/open.ts';
import type { Environment } from '../profile/settings.ts';
import { queryReader, readTablesAndViews, type TableSchema } from '../sources/sql/read-schema.ts';
import { openSources } from '../start/open-sources.ts';

export interface ErpTable extends Pick<TableSchema, 'name' | 'columns' | 'foreignKeys'> {
  /** Columns of the primary key; empty for a view. */
  readonly key: readonly string[];
}

export interface ErpTablesInput extends ProfileFile {
  readonly contract: Contract;
  readonly environment: Environment;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export type ReadErpTables =
  /** The tables and views by the name of their source. */
  | { readonly ok: true; readonly tables: ReadonlyMap<string, readonly ErpTable[]> }
  /** `sources`: the texts to which diagnostics refer. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

const erpTable = ({ name, columns, primaryKey: key, foreignKeys }: TableSchema): ErpTable => ({
  name,
  columns,
  key,
  foreignKeys,
});

/** Reads the tables and views of all databases of a profile, also of one whose endpoints have faults. Rejects with `SourceError` if one of them cannot be read. */
export async function readErpTables(input: ErpTablesInput): Promise<ReadErpTables> {
  const { contract, environment, now } = input;
  const { loaded, diagnostics, sources } = await openProfile({ ...input, only: new Set() }, environment, 'start');
  if (loaded === undefined) return { ok: false, diagnostics, sources };
  const opened = await openSources({ ...loaded, contract }, dirname(input.profileFile));
  try {
    if (opened.diagnostics.length > 0) return { ok: false, diagnostics: opened.diagnostics, sources };
    const tables = new Map<string, readonly ErpTable[]>();
    for (const [name, source] of opened.sources)
      if (source.kind === 'sql')
        tables.set(name, (await readTablesAndViews(source, queryReader(source, now))).map(erpTable));
    return { ok: true, tables };
  } finally {
    await opened.close();
  }
}
