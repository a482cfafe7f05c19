/** `engine studio`: serves a page on this machine for writing and trying a profile. */

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { basename, join, parse, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';
import { showDiagnostics } from '../service/lifecycle/show-diagnostics.ts';
import { addSettingFlags, givenFlags, serviceFlag } from './shared/flags.ts';
import { UsageError } from './shared/usage.ts';

/**
 * Schemes of the pages that contain the panel of an editor: all of them have to be named. Pages of the web cannot have these schemes. VS Code on a desktop shows
 * a panel from `vscode-webview:` in a window from `vscode-file:`.
 */
const frameAncestors: Readonly<Record<string, readonly string[]>> = { vscode: ['vscode-webview:', 'vscode-file:'] };

interface StudioFlags {
  readonly port: number;
  readonly open: boolean;
  /** The editor that shows the page in a frame. */
  readonly frame?: string;
}

/** Programs that open a file with the user's browser, by platform. */
const openers: Readonly<Record<string, readonly [program: string, ...args: readonly string[]]>> = {
  linux: ['xdg-open'],
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/**
 * Opens a file that only this user can read and that leads to the address: an argument with the token could be seen by all users of the
 * machine. Returns a function that removes the file. Without a browser nothing happens: the address has been printed.
 */
function openBrowser(address: string): () => void {
  const opener = openers[platform()];
  if (opener === undefined) return () => undefined;
  const folder = mkdtempSync(join(tmpdir(), 'engine-studio-'));
  const file = join(folder, 'studio.html');
  const html = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${address}"><title>Engine studio</title>\n`;
  writeFileSync(file, html, { mode: 0o600 });
  const [program, ...args] = opener;
  const child = spawn(program, [...args, pathToFileURL(file).href], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
  return () => rmSync(folder, { recursive: true, force: true });
}

const examples = `
Examples:
  engine studio ./acme.yaml               opens the studio in the browser
  engine studio ./acme.yaml --no-open     prints the address only
  engine studio ./new.yaml                offers to begin a profile that does not exist
  engine studio --port 7070               the configured profile, on a fixed port
  engine studio --service nord            the profile of one of several services

The page shows how each endpoint is provided, edits the text of the profile, calls endpoints and shows each step. Reads run against the
sources of the profile. Writes are rehearsed: nothing is committed, unless you unlock writes for the session by typing the name of the profile.
It also runs cases, checks and mutants over the fixture, compares the ERP with the lock of the profile, and shows writes that are held or in
doubt.

The studio listens on 127.0.0.1 only. The printed address contains a token that works once; the browser then has a session. Other pages and
programs get no answer. The studio reads and writes the profile, its cases and its fixture, and no other file. Values of secret settings are
not sent to the browser. It is a tool for one person, and not a part of the service.

Exit status: 0 after Ctrl-C, 1 if the profile or the port cannot be used, 2 for wrong usage.
`;

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new InvalidArgumentError('It must be a port from 0 to 65535.');
  return port;
}

/** `engine studio`: serves the page until the command is stopped. Ends with 1 where it cannot open. */
export function addStudio(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  const command = program
    .command('studio')
    .argument('[profile]', 'name of a shipped profile, or path (default: the configured one)')
    .description('open a page in the browser for writing, trying and proving a profile')
    .addOption(new Option('--port <number>', 'port on 127.0.0.1; 0: a free one').argParser(portOf).default(0))
    .addOption(new Option('--no-open', 'do not open the browser'))
    .addOption(
      new Option(
        '--frame <editor>',
        'let this editor show the page in a panel, and end with its standard input; its extension sets this',
      ).choices(Object.keys(frameAncestors)),
    );
  addSettingFlags(command, (setting) => ['installation', 'store'].includes(setting))
    .addOption(serviceFlag())
    .addHelpText('after', examples)
    .action(async (profile: string | undefined) => {
      const given = command.opts<StudioFlags>();
      const { installation, store, config, service } = givenFlags(command);
      end(await studio(host, { profile, installation, store, config, service }, given));
    });
}

/**
 * Offers to write a profile whose file does not exist. Without a terminal, and for an empty answer, nothing is written: the start says then that
 * there is no such file.
 */
async function offerToBegin(host: Host, path: string | undefined): Promise<void> {
  if (path === undefined || host.ask === undefined || !/\.ya?ml$/i.test(path)) return;
  const file = resolve(host.cwd, path);
  if (existsSync(file)) return;
  const { databaseKinds } = await import('../../engine/index.ts');
  const kinds = databaseKinds.map(({ name }) => name).join(', ');
  for (;;) {
    const answer = await host.ask(`${path} does not exist. Its database, to begin it (${kinds}; empty: no): `);
    if (answer.trim() === '') return;
    const kind = databaseKinds.find(({ name }) => name === answer.trim().toLowerCase());
    if (kind === undefined) continue;
    const { blankProfile } = await import('../workbench/init/blank-profile.ts');
    const { name: fileName, dir } = parse(file);
    const database = kind.connection.schemes.length === 0 ? await databaseFile(host, host.ask) : undefined;
    const values = database === undefined ? {} : { file: relative(dir, database).replaceAll(sep, '/') };
    const words = (fileName === 'profile' ? basename(dir) : fileName).toLowerCase().match(/[a-z0-9]+/g);
    mkdirSync(dir, { recursive: true });
    writeFileSync(file, blankProfile(words?.join('-') ?? 'erp', kind, host.contract.version, values), { flag: 'wx' });
    return;
  }
}

/** The absolute path of a database that is a file; undefined for an empty answer. Asks until the file exists. */
async function databaseFile({ cwd }: Host, ask: NonNullable<Host['ask']>): Promise<string | undefined> {
  for (let problem = ''; ; ) {
    const answer = (await ask(`${problem}Its file (empty: to be set in the browser): `)).trim();
    if (answer === '') return undefined;
    const file = resolve(cwd, answer);
    if (existsSync(file)) return file;
    problem = `There is no file ${answer}. `;
  }
}

async function studio(
  host: Host,
  flags: Readonly<Record<string, string | undefined>>,
  { port, open, frame }: StudioFlags,
): Promise<ExitStatus> {
  await offerToBegin(host, flags.profile);
  // A service and other verbs load nothing of it.
  const { startStudio } = await import('../workbench/studio/studio.ts');
  const started = await startStudio({ host, flags, port, framedBy: frameAncestors[frame ?? ''] ?? [] }).catch(
    (error: unknown) => {
      const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (inUse) throw new UsageError(`the port ${port} is in use: take another one, or omit --port`);
      throw error;
    },
  );
  if (!started.ok) {
    showDiagnostics(host, started.diagnostics, started.sources);
    return 1;
  }
  const stop = Promise.withResolvers<string>();
  host.onStop(stop.resolve);
  // The end of the editor closes its pipe, even if it was killed.
  if (frame !== undefined) host.streams?.input.once('end', () => stop.resolve('end of input')).resume();
  host.out(`The studio is at ${started.address}\nThe address works once. Press Ctrl-C to stop.\n`);
  const closeBrowserFile = open ? openBrowser(started.address) : () => undefined;
  await stop.promise;
  closeBrowserFile();
  await started.close();
  return 0;
}
