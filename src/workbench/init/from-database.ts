/** Generates the files of a first profile from a database. */
import { queryReader, type SqlSource } from '../../../engine/host/index.ts';
import type { ProfileConnection } from './connection.ts';
import { introspect } from './introspect/index.ts';
import { withInferredKeys } from './introspect/inferred-keys.ts';
import type { NamedTables } from './match/tables.ts';
import type { Database } from './model/database.ts';
import { type Proposals, propose } from './propose/index.ts';
import { caseText } from './sample/cases.ts';
import { cutRows } from './sample/cut.ts';
import { fixtureText } from './sample/fixture-text.ts';
import { pseudonymizeRows } from './sample/personal-data.ts';
import { databaseLines, profileText } from './write-profile.ts';

interface DatabaseInput {
  readonly name: string;
  readonly title: string;
  /** Path of the JSON schema for editors, relative to the profile. */
  readonly schema: string;
  readonly clock: string;
  readonly profileConnection: ProfileConnection;
  /** Tables that a person has named. */
  readonly named?: NamedTables;
  /** Rows of each table in the fixture; 0: no fixture. */
  readonly sample: number;
  /** The key of the pseudonyms: equal keys give equal pseudonyms. */
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly progress: (text: string) => void;
}

export interface GeneratedProfile {
  /** Texts by path below the profile's folder. */
  readonly files: ReadonlyMap<string, string>;
  readonly proposals: Proposals;
}

/** Reads tables, keys and sample rows. Changes nothing. `progress` is called with what is being read. Rejects with `SourceError`. */
export async function readDatabase(
  source: SqlSource,
  now: () => number,
  progress: (text: string) => void,
): Promise<Database> {
  const read = queryReader(source, now);
  const introspected = await introspect(source, now, (table, place, total) =>
    progress(`Reading ${place} of ${total}: ${table}`),
  );
  progress('Looking for keys that are not declared');
  return withInferredKeys(introspected, read);
}

/** Returns the files for what `readDatabase` has read. Reads the rows of the fixture, and changes nothing. Rejects with `SourceError`. */
export async function generateFromDatabase(
  source: SqlSource,
  database: Database,
  input: DatabaseInput,
): Promise<GeneratedProfile> {
  const { name, title, schema, clock, profileConnection, named, sample, key, now, progress } = input;
  const proposals = propose(database, named);
  const text = { name, title, schema, settings: profileConnection.settings, origin: 'the tables of the database' };
  const sources = databaseLines(database, proposals, profileConnection.written, clock);
  const files = new Map([['profile.yaml', profileText(text, sources, proposals)]]);
  if (sample > 0 && proposals.foundTables.size > 0) {
    progress('Cutting the fixture');
    const real = await cutRows(source, database, proposals.foundTables, sample, now);
    const rows = pseudonymizeRows(real, database.tables, proposals.foundTables, key);
    const { schema: tables, data } = fixtureText(database, rows);
    files.set('fixture/schema.sql', tables).set('fixture/data.sql', data);
    const cases = caseText(proposals, rows, new Date(now()).toISOString());
    if (cases !== undefined) files.set('cases/first.yaml', cases);
  }
  return { files, proposals };
}
