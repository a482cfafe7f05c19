/** `engine init`: generates a first version of a profile from a database or an OData service. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { openSqlSource } from '../../../engine/host/index.ts';
import { type DatabaseKind, SourceError } from '../../../engine/index.ts';
import { DescriptionFault } from '../../../engine/tools/index.ts';
import { displayPath } from '../../service/config/display-path.ts';
import { readText } from '../../service/config/environment.ts';
import type { ExitStatus, Host } from '../../service/lifecycle/host.ts';
import { profileConnection, variableOf } from '../../workbench/init/connection.ts';
import { generateFromDatabase } from '../../workbench/init/from-database.ts';
import { generateFromService, type ServiceKind } from '../../workbench/init/from-service.ts';
import { namedTable, recordNames, TableFault } from '../../workbench/init/match/named-tables.ts';
import type { NamedTables } from '../../workbench/init/match/tables.ts';
import { progressLine } from '../shared/progress.ts';
import { UsageError, wholeNumber } from '../shared/usage.ts';
import { fetchDescription } from './fetch-description.ts';
import { type Answers, askAll, type InitFlags, isFile, isService, kindNames } from './questions.ts';
import { report } from './report.ts';
import { untilStopped } from './until-stopped.ts';

const examples = `
Examples:
  engine init                                             asks for all values
  engine init --file erp.sqlite --name acme               an SQLite file
  ACME_DB_PASSWORD=... engine init --source postgres --host db --database erp --user reader --name acme
  engine init --file erp.sqlite --name acme --sample 0    only the profile, without rows of the ERP
  engine init --file metadata.xml --name acme             an OData service, by its $metadata
  engine init --file openapi.yaml --name acme             a service by its OpenAPI document
  ACME_API_TOKEN=... engine init --source odata --url https://erp.example.com/odata --name acme   asks the service itself
  engine init --file erp.sqlite --name acme --table customer=party_party    this table has the customers: the rest follows

Only reads the database. Writes profile.yaml with a reason for each line, and with questions where names and rows are not sufficient; fixture/
with sample rows, in which names, streets, e-mail addresses, phone numbers, IBANs and free texts are replaced; cases/ with the answers of the
profile. Check the fixture before you share it.

Exit status: 0 on success, 1 if the database cannot be read, 2 for wrong usage.
`;

/** `engine init`: asks at a terminal for what flags do not give. Ends with 1 where the source cannot be read. */
export function addInit(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('init')
    .description('generate a first version of a profile from a database, or from the description of an HTTP service')
    .addOption(new Option('--source <kind>', 'kind of the ERP interface').choices([...kindNames]))
    .addOption(
      new Option('--file <file>', 'SQLite file, or file with the $metadata of an OData service or an OpenAPI document'),
    )
    .addOption(
      new Option(
        '--url <url>',
        'URL of the database, instead of the four flags below; base URL of a service, or of its OpenAPI document',
      ),
    )
    .addOption(new Option('--host <host>', 'host of the database server'))
    .addOption(new Option('--port <port>', 'port of the database server'))
    .addOption(new Option('--database <name>', 'name of the database'))
    .addOption(new Option('--user <name>', 'login with the right to read; the password comes from <NAME>_DB_PASSWORD'))
    .addOption(new Option('--name <name>', 'name of the profile'))
    .addOption(new Option('--title <text>', 'name of the ERP'))
    .addOption(new Option('--clock <zone>', 'time zone of dates and times in the ERP'))
    .addOption(new Option('--out <folder>', 'folder to write to (default: the name of the profile)'))
    .addOption(
      new Option('--sample <rows>', 'number of rows of each table in the fixture')
        .argParser(wholeNumber('--sample', 0, 1000))
        .default(20),
    )
    .addOption(
      new Option('--table <record=table>', `this table has these records (${recordNames.join(', ')}); repeatable`)
        .argParser((text: string, all: readonly string[]) => [...all, text])
        .default([], 'none'),
    )
    .addOption(new Option('--seed <text>', 'seed of the pseudonyms (default: random)'))
    .addOption(new Option('--yes', 'do not ask: use default values'))
    .addHelpText('after', examples)
    .action(async (flags: InitFlags) => end(await init(host, flags)));
}

/** The tables that the flags name. Throws `UsageError`. */
function namedBy({ table }: InitFlags): NamedTables {
  try {
    return new Map(table.map(namedTable));
  } catch (error) {
    throw error instanceof TableFault ? new UsageError(error.message) : error;
  }
}

/** Throws `UsageError` if the folder is not empty: `init` overwrites nothing. */
function refuseNonEmpty(folder: string, shown: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new UsageError(`${shown} is not empty, and init overwrites nothing: set another folder with --out`);
}

async function init(host: Host, flags: InitFlags): Promise<ExitStatus> {
  const named = namedBy(flags);
  const answers = await askAll(host, flags);
  const folder = resolve(host.cwd, flags.out ?? answers.name);
  refuseNonEmpty(folder, displayPath(host.cwd, folder));
  const { file } = answers.values;
  const needsFile = isFile(answers.kind) && !(isService(answers.kind) && file === undefined);
  if (needsFile && (file === undefined || !existsSync(resolve(host.cwd, file))))
    throw new UsageError(`the file ${file ?? ''} does not exist`);
  const schema = relative(folder, join(host.packageRoot, 'engine', 'profile.schema.json'));
  const target = { folder, schema, named };
  try {
    const { kind } = answers;
    return isService(kind)
      ? await initService(host, { ...answers, kind }, target)
      : await initDatabase(host, flags, { ...answers, kind }, target);
  } catch (error) {
    throw error instanceof TableFault ? new UsageError(error.message) : error;
  }
}

/** Where the files are generated, and from which tables. */
interface Target {
  readonly folder: string;
  /** Path of the JSON Schema, relative to the folder. */
  readonly schema: string;
  readonly named: NamedTables;
}

/** Generates from the description of a service, out of a file or out of the service itself. */
async function initService(
  host: Host,
  { kind, name, title, clock, values }: Answers & { readonly kind: ServiceKind },
  { folder, schema, named }: Target,
): Promise<ExitStatus> {
  const place = values.file ?? values.url ?? '';
  const read = values.file === undefined ? await fetchDescription(host, { kind, name, url: place }) : undefined;
  const text = values.file === undefined ? read : readText(resolve(host.cwd, values.file));
  if (text === undefined) return 1;
  try {
    // The URL of an OpenAPI document is not that of the service.
    const address =
      kind === 'openapi' && values.file === undefined ? { url: undefined, describedAt: place } : { url: values.url };
    const generated = generateFromService({ name, title, clock, schema, named, text, ...address });
    const read = `${generated.tables} ${kind === 'odata' ? 'entity sets' : 'lists'}`;
    await untilStopped(host, folder, () => {
      write(folder, generated);
      return report(host, { folder, generated, read, variables: [] });
    });
    return 0;
  } catch (error) {
    if (!(error instanceof DescriptionFault)) throw error;
    const cure =
      kind === 'odata' ? 'Save the answer of <base URL>/$metadata.' : 'Save the OpenAPI document of the service.';
    host.err(`engine: ${place} cannot be used: ${error.message}. ${cure}\n`);
    return 1;
  }
}

async function initDatabase(
  host: Host,
  flags: InitFlags,
  { kind: databaseKind, name, title, clock, values, password }: Answers & { readonly kind: DatabaseKind },
  { folder, schema, named }: Target,
): Promise<ExitStatus> {
  const { cwd, env, now } = host;
  const place = values.file === undefined ? {} : { file: relative(folder, resolve(cwd, values.file)) };
  const way = profileConnection(name, databaseKind, { ...values, ...place }, (variable) => env[variable] ?? password);
  const line = progressLine(host);
  try {
    const source = await openSqlSource(databaseKind, { connection: way.connection, clock, connections: 2, folder });
    try {
      const generated = await generateFromDatabase(source, {
        name,
        title,
        clock,
        schema,
        profileConnection: way,
        named,
        sample: flags.sample,
        key: flags.seed ?? randomBytes(32).toString('hex'),
        now,
        progress: line.show,
      });
      line.clear();
      const read = `${generated.database.tables.length} tables`;
      const variables = password === undefined ? [] : [variableOf(name, 'password')];
      await untilStopped(host, folder, () => {
        write(folder, generated);
        return report(host, { folder, generated, read, variables });
      });
      return 0;
    } finally {
      await source.close();
    }
  } catch (error) {
    line.clear();
    if (!(error instanceof SourceError)) throw error;
    const origin = isFile(databaseKind) ? '' : ` The password comes from ${variableOf(name, 'password')}.`;
    host.err(`engine: the database cannot be read: ${error.message}${origin}\n`);
    return 1;
  }
}

function write(folder: string, { files }: { readonly files: ReadonlyMap<string, string> }): void {
  for (const [path, text] of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
  }
}
