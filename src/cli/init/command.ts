/** `engine init`: begins a profile from the tables of a database. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type DatabaseKind, openSqlSource, SourceError } from '../../../engine/index.ts';
import { displayPath } from '../../config/display-path.ts';
import { readText } from '../../config/environment.ts';
import { reached, variableOf } from '../../init/connection.ts';
import { type Begun, begin } from '../../init/from-database.ts';
import { beginDescribed } from '../../init/from-odata-metadata.ts';
import { DescriptionFault } from '../../init/odata/metadata.ts';
import type { ExitStatus, Host } from '../../service/host.ts';
import { progressLine } from '../shared/progress.ts';
import { UsageError, wholeNumber } from '../shared/usage.ts';
import { fillCases } from './first-cases.ts';
import { type Answers, askAll, type InitFlags, isFile, kindNames } from './questions.ts';

const examples = `
Examples:
  engine init                                             asks for everything
  engine init --file erp.sqlite --name acme               an SQLite file
  ACME_DB_PASSWORD=... engine init --source postgres --host db --database erp --user reader --name acme
  engine init --file erp.sqlite --name acme --sample 0    the profile alone, no rows of the ERP
  engine init --file metadata.xml --name acme             an OData service, by its $metadata

The database is only read. What is written: profile.yaml with a reason for each line, and questions where names and rows do not tell;
fixture/ with some rows, in which names, streets, mails, phones, IBANs and free texts are others; cases/ with what the profile answers.
Look at the fixture before you pass it on. Exit status: 0 when it is written, 1 when the database cannot be read, 2 for wrong usage.
`;

export function addInit(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('init')
    .description('begin a profile from the tables of a database, or from what an OData service says of itself')
    .addOption(new Option('--source <kind>', 'what holds the data').choices([...kindNames]))
    .addOption(new Option('--file <file>', 'SQLite file, or the $metadata of an OData service'))
    .addOption(
      new Option('--url <url>', 'address of the database, instead of the four below; of OData: its base address'),
    )
    .addOption(new Option('--host <host>', 'its host'))
    .addOption(new Option('--port <port>', 'its port'))
    .addOption(new Option('--database <name>', 'its name'))
    .addOption(new Option('--user <name>', 'a login that may read; its password is taken from <NAME>_DB_PASSWORD'))
    .addOption(new Option('--name <name>', 'name of the profile'))
    .addOption(new Option('--title <text>', 'what the ERP is called'))
    .addOption(new Option('--clock <zone>', 'time zone of its dates and times'))
    .addOption(new Option('--out <folder>', 'where it is written (default: the name)'))
    .addOption(
      new Option('--sample <rows>', 'rows of each table in the fixture')
        .argParser(wholeNumber('--sample', 0, 1000))
        .default(20),
    )
    .addOption(new Option('--seed <text>', 'what decides the pseudonyms (default: by chance)'))
    .addOption(new Option('--yes', 'ask nothing: take what is usual'))
    .addHelpText('after', examples)
    .action(async (flags: InitFlags) => end(await init(host, flags)));
}

type Written = Pick<Begun, 'files' | 'proposals'>;

/** Refuses to write where something is. */
function refuseTaken(folder: string, shown: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new UsageError(`${shown} is not empty, and nothing is written over: name another folder with --out`);
}

async function init(host: Host, flags: InitFlags): Promise<ExitStatus> {
  const answers = await askAll(host, flags);
  const folder = resolve(host.cwd, flags.out ?? answers.name);
  refuseTaken(folder, displayPath(host.cwd, folder));
  const { file } = answers.given;
  if (isFile(answers.kind) && (file === undefined || !existsSync(resolve(host.cwd, file))))
    throw new UsageError(`there is no file ${file ?? ''}`);
  const schema = relative(folder, join(host.packageRoot, 'engine', 'profile.schema.json'));
  return answers.kind === 'odata'
    ? initService(host, answers, folder, schema)
    : initDatabase(host, flags, answers, answers.kind, folder, schema);
}

/** Begins from a description, without asking the service. */
async function initService(
  host: Host,
  { name, title, clock, given }: Answers,
  folder: string,
  schema: string,
): Promise<ExitStatus> {
  const metadata = readText(resolve(host.cwd, given.file ?? '')) ?? '';
  try {
    const begun = beginDescribed({ name, title, clock, schema, url: given.url, metadata });
    write(folder, begun);
    await tell(host, folder, displayPath(host.cwd, folder), begun, `${begun.tables} entity sets`);
    return 0;
  } catch (error) {
    if (!(error instanceof DescriptionFault)) throw error;
    host.err(`engine: ${given.file} cannot be used: ${error.message}. Save what <base address>/$metadata answers.\n`);
    return 1;
  }
}

async function initDatabase(
  host: Host,
  flags: InitFlags,
  { name, title, clock, given }: Answers,
  databaseKind: DatabaseKind,
  folder: string,
  schema: string,
): Promise<ExitStatus> {
  const { cwd, env, now } = host;
  const place = given.file === undefined ? {} : { file: relative(folder, resolve(cwd, given.file)) };
  const way = reached(name, databaseKind, { ...given, ...place }, (variable) => env[variable]);
  const line = progressLine(host);
  try {
    const source = await openSqlSource(databaseKind, { connection: way.connection, clock, connections: 2, folder });
    try {
      const begun = await begin(source, {
        name,
        title,
        clock,
        schema,
        reached: way,
        sample: flags.sample,
        key: flags.seed ?? randomBytes(32).toString('hex'),
        now,
        progress: line.show,
      });
      line.clear();
      write(folder, begun);
      await tell(host, folder, displayPath(cwd, folder), begun, `${begun.database.tables.length} tables`);
      return 0;
    } finally {
      await source.close();
    }
  } catch (error) {
    line.clear();
    if (!(error instanceof SourceError)) throw error;
    const password = isFile(databaseKind) ? '' : ` A password is taken from ${variableOf(name, 'password')}.`;
    host.err(`engine: The database cannot be read: ${error.message}${password}\n`);
    return 1;
  }
}

function write(folder: string, { files }: Written): void {
  for (const [path, text] of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
  }
}

async function tell(
  host: Host,
  folder: string,
  shown: string,
  { files, proposals }: Written,
  read: string,
): Promise<void> {
  const { out, err } = host;
  const { endpoints, found } = proposals;
  const sure = endpoints.filter(({ questions }) => questions.size === 0);
  const asked = endpoints.reduce((sum, { questions }) => sum + questions.size, 0);
  out(`${read} read, ${found.size} of them are used.\n`);
  out(
    `${sure.length} of ${endpoints.length} endpoints are proposed without a question; the others have ${asked} questions.\n`,
  );
  if (files.has('cases/first.yaml')) {
    const { count, told } = await fillCases(host, folder);
    for (const text of told) err(`${text}\n`);
    out(`${count} cases hold over the fixture.\n`);
  }
  out(`Written: ${[...files.keys()].map((path) => join(shown, path)).join(', ')}\n`);
  const profile = join(shown, 'profile.yaml');
  out(`\nNext:\n  engine check ${profile}            # the questions that are left\n`);
  if (files.has('cases/first.yaml')) out(`  engine test ${profile}             # the cases, over the fixture\n`);
  else out(`  engine settings ${profile}         # what an installation has to set\n`);
  out(`  engine run /debtors/list --profile ${profile} --set limit=3\n`);
}
