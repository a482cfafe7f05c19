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
  /** Resolves when the tables are known, or cannot be read. */
  settled(): Promise<void>;
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
  let ended = Promise.resolve();

  async function start(): Promise<void> {
    const thisReading = Symbol('reading');
    reading = thisReading;
    const end = (tables: ErpTables | undefined, reason: string | undefined): void => {
      // Another database may have been chosen in the meantime.
      if (reading !== thisReading) return;
      [read, failure] = [tables, reason];
      changed(state());
    };
    try {
      const { contract } = workspace.host;
      const readTables = await readErpTables({ ...workspace.load().profile, contract });
      if (readTables.ok)
        end(new Map([...readTables.tables].map(([name, all]) => [name, databaseTables(all)])), undefined);
      else end(undefined, readTables.diagnostics.map(({ message }) => message).join(' '));
    } catch (error) {
      end(undefined, error instanceof Error ? error.message : String(error));
    }
  }

  function current(): ErpTables | undefined {
    if (reading === undefined) ended = start();
    return read ?? saved(workspace.profileFile);
  }

  function state(): KnownTables {
    const tables = current();
    if (tables !== undefined)
      return { kind: 'known', count: countOf(tables), from: tables === read ? 'database' : 'saved' };
    return failure === undefined ? { kind: 'reading' } : { kind: 'unknown', reason: failure };
  }

  return {
    current,
    state,
    async settled() {
      // A reading that is forgotten ends without a result: another one follows.
      while (current() === undefined && failure === undefined) await ended;
    },
    forget() {
      [failure, reading] = [undefined, undefined];
    },
  };
}
