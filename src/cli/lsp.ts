/** `engine lsp`: the language server of profiles, for editors. */
import { type Command, Option } from 'commander';
import { displayPath } from '../service/config/display-path.ts';
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';
import { showDiagnostics } from '../service/lifecycle/show-diagnostics.ts';
import { serviceFlag } from './shared/flags.ts';
import { UsageError } from './shared/usage.ts';

const examples = `
Examples:
  engine lsp                      an editor starts it and talks to it over standard input and output
  engine lsp --connect            completes tables and columns from the databases of the profile, and checks with them
  engine lsp --service nord       takes settings and logins of one of several services
  engine lsp --save acme.yaml     writes tables and columns into acme.schema.json, which the server reads without a connection

Finds what \`engine check\` finds, while you type, and with --connect what \`engine check --connect\` finds, after a pause. docs/editors.md says how to set up an editor. Completion reads only catalogues, no data.

Exit status: 0 on success, 1 if the tables cannot be read, 2 for wrong usage.
`;

interface LspFlags {
  readonly connect?: true;
  readonly save?: string;
  readonly service?: string;
  /** The transport of clients that start a module of Node. */
  readonly nodeIpc?: true;
}

/** `engine lsp`: with `--save` it ends with 1 where tables cannot be read; else it serves until the editor closes the input. */
export function addLsp(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('lsp')
    .description('serve editors: findings, completion and navigation while a profile is written')
    .addOption(
      new Option(
        '--connect',
        'read tables and columns from the databases of the profile, and check the profile with them',
      ).conflicts('save'),
    )
    .addOption(new Option('--save <profile>', 'write tables and columns of its databases beside the profile, and end'))
    .addOption(serviceFlag())
    // Clients of editors add these to the command of every server.
    .addOption(new Option('--stdio').hideHelp())
    .addOption(new Option('--clientProcessId <number>').hideHelp())
    .addOption(new Option('--node-ipc').hideHelp())
    .addHelpText('after', examples)
    .action(async ({ connect, save, service, nodeIpc }: LspFlags) => {
      if (nodeIpc === true)
        throw new UsageError('the server uses standard input and output: set the transport of the editor to stdio');
      end(await run(host, { connect: connect === true, save, service }));
    });
}

async function run(
  host: Host,
  {
    connect,
    save,
    service,
  }: { readonly connect: boolean; readonly save: string | undefined; readonly service: string | undefined },
): Promise<ExitStatus> {
  // Only this command loads the server.
  const { openLanguageService, readTables, runCases, saveTables, serveEditor } = await import(
    '../workbench/lsp/index.ts'
  );
  if (save !== undefined) {
    const read = await readTables(host, { profile: save, service });
    if (!read.ok) {
      showDiagnostics(host, read.diagnostics, read.sources);
      return 1;
    }
    const count = [...read.tables.values()].reduce((sum, { all }) => sum + all.length, 0);
    host.out(`${displayPath(host.cwd, saveTables(read.file, read.tables))}: ${count} tables\n`);
    return 0;
  }
  const { streams, program, cwd, version, packageRoot } = host;
  if (streams === undefined) throw new UsageError('an editor starts this command');
  const openWorkspace: Parameters<typeof serveEditor>[0]['openWorkspace'] = (folders, failed) =>
    openLanguageService(host, folders, { connect, service, failed });
  const run: Parameters<typeof serveEditor>[0]['runCases'] =
    program && ((requested) => runCases(program, requested, cwd));
  await serveEditor({ ...streams, version, packageRoot, connect, runCases: run, openWorkspace });
  return 0;
}
