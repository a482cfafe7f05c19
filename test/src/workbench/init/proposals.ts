/** The proposals of `engine init` for a few tables. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlSource } from '../../../../engine/host/index.ts';
import { databaseKinds } from '../../../../engine/index.ts';
import { profileConnection } from '../../../../src/workbench/init/connection.ts';
import { generateFromDatabase, readDatabase } from '../../../../src/workbench/init/from-database.ts';
import { namedTable } from '../../../../src/workbench/init/match/named-tables.ts';
import type { Proposal } from '../../../../src/workbench/init/propose/draft.ts';
import { sqliteFile } from './init-folder.ts';

const texts = { name: 'acme', title: 'Acme', schema: 's', clock: 'UTC', key: 'k' };

interface Proposed {
  /** By path of the endpoint. Throws if there is no such endpoint. */
  endpoint(path: string): Proposal;
  /** The profile as text. */
  readonly profile: string;
  /** The rows of the fixture as SQL; empty without a fixture. */
  readonly fixtureRows: string;
  /** Its tables as SQL; empty without a fixture. */
  readonly fixtureSchema: string;
}

/** Writes the SQLite script into a file, and returns what is proposed for it. `sample`: rows of each table in the fixture; `tables`: as after `--table`. */
export async function proposedFor(script: string, sample = 0, tables: readonly string[] = []): Promise<Proposed> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-init-'));
  const databaseKind = databaseKinds.find(({ name }) => name === 'sqlite');
  if (databaseKind === undefined) throw new Error('there is no kind of database named sqlite');
  sqliteFile(join(folder, 'erp.sqlite'), [script]);
  const connection = { file: join(folder, 'erp.sqlite') };
  const source = await openSqlSource(databaseKind, { connection, clock: 'UTC', connections: 1, folder });
  try {
    const way = profileConnection('acme', databaseKind, {}, () => undefined);
    const named = new Map(tables.map(namedTable));
    const input = { ...texts, sample, named, profileConnection: way, now: Date.now, progress: () => undefined };
    const { proposals, files } = await generateFromDatabase(
      source,
      await readDatabase(source, Date.now, () => undefined),
      input,
    );
    return {
      profile: files.get('profile.yaml') ?? '',
      fixtureRows: files.get('fixture/data.sql') ?? '',
      fixtureSchema: files.get('fixture/schema.sql') ?? '',
      endpoint(path) {
        const foundEndpoint = proposals.endpoints.find((one) => one.path === path);
        if (foundEndpoint === undefined) throw new Error(`nothing is proposed for ${path}`);
        return foundEndpoint;
      },
    };
  } finally {
    await source.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
