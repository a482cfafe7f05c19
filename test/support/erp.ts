/** An empty ERP database of each kind, and an engine with a given profile and contract. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { renderText } from '../../engine/diagnostics/render.ts';
import {
  type Contract,
  type Engine,
  type EngineEvent,
  type EngineInput,
  type Outcome,
  openEngine,
} from '../../engine/index.ts';
import { onMysql } from '../../src/workbench/testing/servers/mysql-client.ts';
import { freshDatabase } from './database.ts';
import type { DialectName } from './kinds.ts';
import { freshMssql } from './mssql.ts';
import { freshMysqlDatabase } from './mysql-database.ts';

export interface Erp {
  readonly dialect: DialectName;
  /** The `connection` of the profile's source. */
  readonly connection: Readonly<Record<string, string>>;
  /** Executes statements directly on the database, in a session with the time zone UTC. */
  run(sql: string): Promise<void>;
  drop(): Promise<void>;
}

function onSqlite(): Erp {
  const folder = mkdtempSync(join(tmpdir(), 'engine-erp-'));
  const file = join(folder, 'erp.sqlite');
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  return {
    dialect: 'sqlite',
    connection: { file },
    run: async (sql) => void database.exec(sql),
    drop: async () => {
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Creates an empty database of the dialect. */
export async function freshErp(dialect: DialectName): Promise<Erp> {
  switch (dialect) {
    case 'sqlite':
      return onSqlite();
    case 'postgres': {
      const { url, run, drop } = await freshDatabase();
      return { dialect, connection: { url }, run: (sql) => run(`set time zone 'UTC'; ${sql}`), drop };
    }
    case 'mysql': {
      const { url, drop } = await freshMysqlDatabase();
      const run = (sql: string) => onMysql(url, (execute) => execute(sql), ["time_zone = '+00:00'"]);
      return { dialect, connection: { url }, run: async (sql) => void (await run(sql)), drop };
    }
    case 'mssql': {
      const { url, run, drop } = await freshMssql();
      return { dialect, connection: { url }, run: async (sql) => void (await run(sql)), drop };
    }
  }
}

export interface ErpEngine {
  readonly engine: Engine;
  readonly events: EngineEvent[];
  call(path: string, body: object): Promise<Outcome>;
  close(): Promise<void>;
}

/** Starts an engine with the profile's text. Rejects with the diagnostics as text if the profile is invalid. */
export async function openErp(
  text: string,
  contract: Contract,
  more: Partial<Omit<EngineInput, 'contract'>> = {},
): Promise<ErpEngine> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-profile-'));
  const profileFile = join(folder, 'profile.yaml');
  writeFileSync(profileFile, text);
  const events: EngineEvent[] = [];
  const opened = await openEngine({
    contract,
    profileFile,
    profileName: 'profile.yaml',
    environment: {},
    installation: 'test',
    emit: (event) => events.push(event),
    ...more,
  });
  const faults = opened.ok ? await opened.engine.start() : opened.diagnostics;
  if (!opened.ok || faults.length > 0) {
    if (opened.ok) await opened.engine.close();
    throw new Error(renderText(faults, opened.sources, { color: false }));
  }
  const { engine } = opened;
  return {
    engine,
    events,
    call: (path, body) =>
      engine.call(path, { schemaVersion: '1', ...body }, { requestId: 'r', deadline: Date.now() + 60_000 }),
    async close() {
      await engine.close();
      rmSync(folder, { recursive: true });
    },
  };
}
