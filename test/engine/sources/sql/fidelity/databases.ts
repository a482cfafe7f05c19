/** A fresh database for the values, on each kind of server, with unusual settings that must not mislead the engine. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase } from '../../../../support/database.ts';
import type { DialectName } from '../../../../support/kinds.ts';
import { knownZones } from '../../../../support/mariadb-server.ts';
import { freshMssql } from '../../../../support/mssql.ts';
import { freshMysqlDatabase } from '../../../../support/mysql-database.ts';
import { type ConnectionKeys, profileFor, schemaFor } from './profile.ts';

interface ValueDatabase {
  readonly profileFile: string;
  readonly knowsClock: boolean;
  drop(): Promise<void>;
}

interface Home {
  readonly connection: ConnectionKeys;
  drop(): Promise<void>;
}

const postgresSettings = [
  "timezone = 'Pacific/Marquesas'",
  "datestyle = 'German, DMY'",
  "intervalstyle = 'sql_standard'",
  "bytea_output = 'escape'",
  'extra_float_digits = -9',
  'standard_conforming_strings = off',
];

async function postgresHome(): Promise<Home> {
  const { url, run, drop } = await freshDatabase();
  const name = new URL(url).pathname.slice(1);
  for (const setting of postgresSettings) await run(`alter database ${name} set ${setting}`);
  for (const statement of schemaFor('postgres')) await run(statement);
  return { connection: { url }, drop };
}

async function serverHome(dialect: 'mysql' | 'mssql'): Promise<Home> {
  const database = dialect === 'mysql' ? await freshMysqlDatabase() : await freshMssql();
  for (const statement of schemaFor(dialect)) await database.run(statement);
  return { connection: { url: database.url }, drop: () => database.drop() };
}

function sqliteHome(folder: string): ConnectionKeys {
  writeFileSync(join(folder, 'schema.sql'), schemaFor('sqlite').join(';\n'));
  return { file: 'values.sqlite', create: ['schema.sql'] };
}

/** Makes the database and its profile. */
export async function valueDatabase(dialect: DialectName, clock: string): Promise<ValueDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-fidelity-'));
  const home: Home =
    dialect === 'postgres'
      ? await postgresHome()
      : dialect === 'sqlite'
        ? { connection: sqliteHome(folder), drop: async () => undefined }
        : await serverHome(dialect);
  const profileFile = join(folder, 'profile.yaml');
  writeFileSync(profileFile, profileFor(dialect, home.connection, clock));
  return {
    profileFile,
    knowsClock: clock === 'UTC' || knownZones.some((zone) => zone === clock),
    async drop() {
      await home.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
