/** The tables of the ERP for completion: from its databases, or from the file that `engine lsp --save` has written. */
import { readErpTables } from '../../../../engine/tools/index.ts';
import { databaseTables, type ErpTables } from '../../language/index.ts';
import { savedTables } from '../../lsp/saved-tables.ts';
import type { KnownTables } from '../protocol/language.ts';
import type { Workspace } from './workspace.ts';

export interface TablesOfErp {
  /** The tables, if they are known. The first call starts to read them. */
  current(): ErpTables | undefined;
  state(): KnownTables;
  /** Reads them again at the next use. Until then the known ones stay. */
  forget(): void;
}

const countOf = (tables: ErpTables): number => [...tables.values()].reduce((sum, { all }) => sum + all.length, 0);

/** `changed` is called when the databases have been read, or could not be. */
export function tablesOfErp(workspace: Workspace, changed: (state: KnownTables) => void): TablesOfErp {
  const saved = savedTables();
  let read: ErpTables | undefined;
  let failure: string | undefined;
  let reading: symbol | undefined;

  async function start(): Promise<void> {
    const own = Symbol('reading');
    reading = own;
    const end = (tables: ErpTables | undefined, reason: string | undefined): void => {
      // Another database may have been chosen in the meantime.
      if (reading !== own) return;
      [read, failure] = [tables, reason];
      changed(state());
    };
    try {
      const { contract } = workspace.host;
      const found = await readErpTables({ ...workspace.load().profile, contract });
      if (found.ok) end(new Map([...found.tables].map(([name, all]) => [name, databaseTables(all)])), undefined);
      else end(undefined, found.diagnostics[0]?.message);
    } catch (error) {
      end(undefined, error instanceof Error ? error.message : String(error));
    }
  }

  function state(): KnownTables {
    if (reading === undefined) void start();
    if (read !== undefined) return { kind: 'known', count: countOf(read), from: 'database' };
    const stored = saved(workspace.profileFile);
    if (stored !== undefined) return { kind: 'known', count: countOf(stored), from: 'saved' };
    return failure === undefined ? { kind: 'reading' } : { kind: 'unknown', reason: failure };
  }

  return {
    state,
    current() {
      if (reading === undefined) void start();
      return read ?? saved(workspace.profileFile);
    },
    forget() {
      [failure, reading] = [undefined, undefined];
    },
  };
}
