/** A fresh database for a store, on each server of the run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { StoreAddress } from '../../../../src/service/config/store-address.ts';
import type { StoreDatabase } from '../../../../src/service/state/database.ts';
import { openServerDatabase } from '../../../../src/service/state/server-database.ts';
import { openSqliteDatabase } from '../../../../src/service/state/sqlite-database.ts';
import { freshDatabase } from '../../../support/database.ts';
import { testedDialects } from '../../../support/dialects.ts';
import type { DialectName } from '../../../support/kinds.ts';
import { freshMssql } from '../../../support/mssql.ts';
import { freshMysqlDatabase } from '../../../support/mysql-database.ts';
import { addressOf } from './address-of.ts';

export interface Place {
  /** As an operator writes it. */
  readonly text: string;
  readonly address: StoreAddress;
  /** Executes SQL past the program. */
  run(sql: string): Promise<unknown>;
  open(): Promise<StoreDatabase>;
  drop(): Promise<void>;
}

export const dialects = testedDialects;
/** Databases that replicas can share. */
export const servers = testedDialects.filter((dialect) => dialect !== 'sqlite');

function filePlace(): Omit<Place, 'address' | 'open'> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-store-'));
  const text = join(folder, 'store.sqlite');
  return {
    text,
    async run(sql) {
      const database = new Database(text);
      try {
        database.exec(sql);
      } finally {
        database.close();
      }
    },
    drop: async () => rmSync(folder, { recursive: true }),
  };
}

async function place(dialect: DialectName): Promise<Omit<Place, 'address' | 'open'>> {
  switch (dialect) {
    case 'sqlite':
      return filePlace();
    case 'postgres': {
      const { url, ...rest } = await freshDatabase();
      return { text: url, ...rest };
    }
    case 'mysql': {
      const { url, ...rest } = await freshMysqlDatabase();
      return { text: url, ...rest };
    }
    case 'mssql': {
      const { url, ...rest } = await freshMssql();
      return { text: url, ...rest };
    }
  }
}

export async function freshPlace(dialect: DialectName): Promise<Place> {
  const made = await place(dialect);
  const address = addressOf(made.text);
  const open = () => (address.kind === 'file' ? openSqliteDatabase(address.file, 0) : openServerDatabase(address));
  return { ...made, address, open };
}
