/** The ERP of `engine init`: its tables, what is proposed for them, and the files of the profile. */
import { randomBytes } from 'node:crypto';
import { join, relative, resolve } from 'node:path';
import { openSqlSource, type SqlSource } from '../../../engine/host/index.ts';
import { type DatabaseKind, SourceError } from '../../../engine/index.ts';
import { DescriptionFault } from '../../../engine/tools/index.ts';
import { readText } from '../../service/config/environment.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import { type ProfileConnection, profileConnection, variableOf } from '../../workbench/init/connection.ts';
import { generateFromDatabase, readDatabase } from '../../workbench/init/from-database.ts';
import { generateFromService, readService, type ServiceKind } from '../../workbench/init/from-service.ts';
import type { NamedTables } from '../../workbench/init/match/tables.ts';
import type { Table } from '../../workbench/init/model/database.ts';
import { type Proposals, propose } from '../../workbench/init/propose/index.ts';
import { progressLine } from '../shared/progress.ts';
import { fetchDescription } from './fetch-description.ts';
import { type Answers, type InitFlags, isFile, isService } from './questions.ts';
import { ReadFault } from './read-fault.ts';

/** Files of a profile, and what is in it. */
interface Generated {
  readonly files: ReadonlyMap<string, string>;
  readonly proposals: Proposals;
}

/** An ERP that has been read. */
export interface Erp {
  readonly tables: readonly Table[];
  /** Number and kind of the tables: `53 tables`. */
  readonly read: string;
  propose(named: NamedTables): Proposals;
  /** The files for a folder. Reads rows for the fixture. Throws `ReadFault`. */
  generate(folder: string, named: NamedTables): Promise<Generated>;
}

/** Reads the tables, or the description of the service. Changes nothing. Throws `ReadFault`. */
export function readErp(host: Host, flags: InitFlags, answers: Answers): Promise<Erp> {
  const { kind } = answers;
  return isService(kind) ? serviceErp(host, { ...answers, kind }) : databaseErp(host, flags, { ...answers, kind });
}

/** Path of the JSON Schema of profiles, relative to the folder. */
const schemaFor = ({ packageRoot }: Host, folder: string): string =>
  relative(folder, join(packageRoot, 'engine', 'profile.schema.json'));

async function databaseErp(
  host: Host,
  flags: InitFlags,
  { kind, name, title, clock, values, password }: Answers & { readonly kind: DatabaseKind },
): Promise<Erp> {
  const { cwd, env, now } = host;
  const line = progressLine(host);
  /** Opens the database for `use`. `folder`: what the path of a file is relative to. */
  async function withSource<T>(folder: string, use: (source: SqlSource, way: ProfileConnection) => Promise<T>) {
    const file = values.file === undefined ? {} : { file: relative(folder, resolve(cwd, values.file)) };
    const way = profileConnection(name, kind, { ...values, ...file }, (variable) => env[variable] ?? password);
    try {
      const source = await openSqlSource(kind, { connection: way.connection, clock, connections: 2, folder });
      try {
        return await use(source, way);
      } finally {
        await source.close();
      }
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      const origin = isFile(kind) ? '' : ` The password comes from ${variableOf(name, 'password')}.`;
      throw new ReadFault(`the database cannot be read: ${error.message}${origin}`);
    } finally {
      line.clear();
    }
  }
  const database = await withSource(cwd, (source) => readDatabase(source, now, line.show));
  return {
    tables: database.tables,
    read: `${database.tables.length} tables`,
    propose: (named) => propose(database, named),
    generate: (folder, named) =>
      withSource(folder, (source, way) =>
        generateFromDatabase(source, database, {
          ...{ name, title, clock, named, now, sample: flags.sample, progress: line.show },
          schema: schemaFor(host, folder),
          profileConnection: way,
          key: flags.seed ?? randomBytes(32).toString('hex'),
        }),
      ),
  };
}

async function serviceErp(
  host: Host,
  { kind, name, title, clock, values }: Answers & { readonly kind: ServiceKind },
): Promise<Erp> {
  const place = values.file ?? values.url ?? '';
  const text =
    values.file === undefined
      ? await fetchDescription(host, { kind, name, url: place })
      : readText(resolve(host.cwd, values.file));
  if (text === undefined) throw new ReadFault(`${place} cannot be read`);
  // The URL of an OpenAPI document is not that of the service.
  const address =
    kind === 'openapi' && values.file === undefined ? { url: undefined, describedAt: place } : { url: values.url };
  const readable = <T>(use: () => T): T => {
    try {
      return use();
    } catch (error) {
      if (!(error instanceof DescriptionFault)) throw error;
      const document = kind === 'odata' ? 'answer of <base URL>/$metadata' : 'OpenAPI document of the service';
      throw new ReadFault(`${place} cannot be used: ${error.message}. Save the ${document}.`);
    }
  };
  const { tables, proposals } = readable(() => readService(text));
  return {
    tables,
    read: `${tables.length} ${kind === 'odata' ? 'entity sets' : 'lists'}`,
    propose: proposals,
    generate: async (folder, named) =>
      generateFromService({ name, title, clock, schema: schemaFor(host, folder), named, text, ...address }),
  };
}
