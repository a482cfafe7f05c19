/** `engine mcp`: a Model Context Protocol server, for people who write profiles with an assistant. */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';
import { loadProfile } from '../service/lifecycle/load-profile.ts';
import { showDiagnostics } from '../service/lifecycle/show-diagnostics.ts';
import { kindNames } from './init/questions.ts';
import { verbRunner } from './run-verb.ts';
import { configFlag, serviceFlag } from './shared/flags.ts';
import { UsageError } from './shared/usage.ts';

const examples = `
Examples:
  engine mcp acme                                       an existing profile: acme/profile.yaml
  engine mcp acme --file erp.sqlite                     a new profile, from the tables of an SQLite file
  ACME_DB_PASSWORD=... engine mcp acme --source postgres --host db --database erp --user reader
  engine mcp --service nord                             the profile of one of several services, with its settings

An assistant starts it and talks to it over standard input and output; docs/mcp.md says how to set it up. Its tools describe tables, show masked
rows, check, run and test. Reads run against the ERP, writes are rehearsed, and nothing is committed. It writes files in the folder of the profile
only. It connects to what the profile names at the start, or to the database of these flags, and to nothing that an assistant names.

Exit status: 0 at the end of the session, 1 if the configuration does not name the profile of the service, 2 for wrong usage.
`;

/** The flags of a new ERP's database, as for `engine init`. */
const databaseFlags = ['source', 'file', 'host', 'port', 'database', 'user'] as const;

type McpFlags = { readonly [flag in (typeof databaseFlags)[number] | 'config' | 'service']?: string };

/** `engine mcp`: ends with 0 when the assistant closes the input, with 1 where the service has no profile. */
export function addMcp(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('mcp')
    .argument(
      '[folder]',
      'folder of the profile, or its file; a new folder for a new ERP (with --service: that of the service)',
    )
    .description('serve an assistant: tools to write, check, run and prove a profile')
    .addOption(new Option('--source <kind>', 'for a new profile: kind of the database').choices([...kindNames]))
    .addOption(
      new Option('--file <file>', 'for a new profile: SQLite file, or file with the $metadata of an OData service'),
    )
    .addOption(new Option('--host <host>', 'for a new profile: host of the database server'))
    .addOption(new Option('--port <port>', 'for a new profile: port of the database server'))
    .addOption(new Option('--database <name>', 'for a new profile: name of the database'))
    .addOption(
      new Option(
        '--user <name>',
        'for a new profile: login with the right to read; the password comes from <FOLDER>_DB_PASSWORD',
      ),
    )
    .addOption(configFlag())
    .addOption(serviceFlag())
    .addHelpText('after', examples)
    .action(async (given: string | undefined, flags: McpFlags) => end(await serve(host, given, flags)));
}

/** The file of the profile: `given` is a YAML file, or a folder with `profile.yaml`. */
function profileFileOf(cwd: string, given: string): string {
  const path = resolve(cwd, given);
  if (/\.ya?ml$/i.test(given)) return path;
  if (existsSync(path) && !statSync(path).isDirectory()) throw new UsageError(`${given} is not a folder`);
  return join(path, 'profile.yaml');
}

/** Values that no transcript may contain, before there is a profile that names them. */
const databaseSecrets = ({ env }: Host): readonly string[] =>
  Object.entries(env).flatMap(([name, value]) =>
    /_DB_(?:PASSWORD|URL)$/.test(name) && value !== undefined ? [value] : [],
  );

/** The file of the profile of a service. Undefined if there is none: the findings have been shown. */
function profileFileOfService(host: Host, { config, service }: McpFlags): string | undefined {
  const loaded = loadProfile(host, { config, service });
  if (loaded.ok) return loaded.profile.profileFile;
  showDiagnostics(host, loaded.diagnostics, loaded.sources);
  return undefined;
}

async function serve(host: Host, given: string | undefined, flags: McpFlags): Promise<ExitStatus> {
  const { streams, cwd } = host;
  if (streams === undefined) throw new UsageError('an assistant starts this command');
  const { config, service } = flags;
  if (given === undefined && service === undefined)
    throw new UsageError('give the folder of the profile, or --service');
  const profileFile = given === undefined ? profileFileOfService(host, flags) : profileFileOf(cwd, given);
  if (profileFile === undefined) return 1;
  const database = databaseFlags.flatMap((name) => (flags[name] === undefined ? [] : [`--${name}=${flags[name]}`]));
  // Only this command loads the server and its packages.
  const { openWorkbench, Refused, serveAssistant } = await import('../workbench/mcp/index.ts');
  const failed = (error: unknown): void =>
    host.err(`engine: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  const workbench = openWorkbench({
    ...{ host, database, profileFile, config, service },
    secrets: databaseSecrets(host),
    runVerb: verbRunner(host),
    failed,
  });
  if (workbench.hasProfile()) {
    await workbench.agree().catch((error: unknown) => {
      throw error instanceof Refused ? new UsageError(error.message) : error;
    });
  }
  await serveAssistant({ workbench, ...streams });
  return 0;
}
