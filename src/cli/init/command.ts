/** `engine init`: generates a first version of a profile from a database or an OData service. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { displayPath } from '../../service/config/display-path.ts';
import type { ExitStatus, Host } from '../../service/lifecycle/host.ts';
import { variableOf } from '../../workbench/init/connection.ts';
import { namedTable, recordNames, TableFault } from '../../workbench/init/match/named-tables.ts';
import type { NamedTables } from '../../workbench/init/match/tables.ts';
import { UsageError, wholeNumber } from '../shared/usage.ts';
import { askAll } from './ask.ts';
import { type Erp, readErp } from './erp.ts';
import { type Answers, type InitFlags, isFile, isService, kindNames } from './questions.ts';
import { ReadFault } from './read-fault.ts';
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
  engine init --file erp.sqlite --name acme --table order=none    the ERP has no sales orders

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
      new Option(
        '--table <record=table>',
        `this table has these records (${recordNames.join(', ')}); "none" where the ERP has none; repeatable`,
      )
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

/** Throws `UsageError` if the source is a file that does not exist. */
function refuseMissing({ cwd }: Host, { kind, values: { file } }: Answers): void {
  if (!isFile(kind) || (isService(kind) && file === undefined)) return;
  if (file === undefined || !existsSync(resolve(cwd, file)))
    throw new UsageError(`the file ${file ?? ''} does not exist`);
}

async function init(host: Host, flags: InitFlags): Promise<ExitStatus> {
  const named = namedBy(flags);
  const folderOf = ({ name }: Answers): string => resolve(host.cwd, flags.out ?? name);
  async function read(answers: Answers): Promise<Erp> {
    const folder = folderOf(answers);
    refuseNonEmpty(folder, displayPath(host.cwd, folder));
    refuseMissing(host, answers);
    return readErp(host, flags, answers);
  }
  try {
    const { answers, erp: asked, chosen } = await askAll(host, flags, named, read);
    const erp = asked ?? (await read(answers));
    const folder = folderOf(answers);
    const generated = await erp.generate(folder, new Map([...chosen, ...named]));
    const variables = answers.password === undefined ? [] : [variableOf(answers.name, 'password')];
    await untilStopped(host, folder, () => {
      write(folder, generated);
      return report(host, { folder, generated, read: erp.read, variables, named });
    });
    return 0;
  } catch (error) {
    if (error instanceof TableFault) throw new UsageError(error.message);
    if (!(error instanceof ReadFault)) throw error;
    host.err(`engine: ${error.message}\n`);
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
