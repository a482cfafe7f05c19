/** The bundled extension with the engine of this project, in a double of VS Code. */
import childProcess, { type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { bundleExtension } from '../../../src/build/vscode/bundle-extension.ts';
import { createDouble } from './double.ts';
import { Uri } from './values.ts';

const root = join(import.meta.dirname, '../../..');
const { code } = await bundleExtension(join(root, 'editors/vscode'));

interface Extension {
  activate(context: { readonly subscriptions: { dispose(): unknown }[] }): Promise<void>;
  deactivate(): Promise<void>;
}

/** Loads the bundle with another module `vscode`. `started`: receives the processes that it starts, with their arguments. */
function load(vscode: object, started: (child: ChildProcess) => void): Extension {
  const require = createRequire(import.meta.url);
  const spawn = (...given: Parameters<typeof childProcess.spawn>): ChildProcess => {
    const child = childProcess.spawn(...given);
    started(child);
    return child;
  };
  const modules: Readonly<Record<string, object>> = { vscode, 'node:child_process': { ...childProcess, spawn } };
  const module: { exports: Partial<Extension> } = { exports: {} };
  const run = new Function('module', 'exports', 'require', code);
  run(module, module.exports, (name: string) => modules[name] ?? require(name));
  const { activate, deactivate } = module.exports;
  if (activate === undefined || deactivate === undefined) throw new Error('The bundle has no activate or deactivate.');
  return { activate, deactivate };
}

const engine = [process.execPath, join(root, 'dist/src/entry.js')];

/** The extension in a folder with the demo profile, whose text `change` changes, and with further cases. */
async function activated(change: (text: string) => string = (text) => text, cases?: string) {
  const activation = await activatedWith(engine, change, cases);
  expect(activation.messages).toEqual([]);
  return activation;
}

/** `name`: another one than profile.yaml is found by its cases alone. */
async function activatedWith(
  command: readonly string[],
  change = (text: string): string => text,
  cases?: string,
  name = 'profile.yaml',
) {
  const folder = join(mkdtempSync(join(tmpdir(), 'engine-vscode-')), 'demo');
  cpSync(join(root, 'profiles/demo'), folder, { recursive: true, filter: (path) => !/\.sqlite/.test(path) });
  const profile = join(folder, name);
  renameSync(join(folder, 'profile.yaml'), profile);
  writeFileSync(profile, change(readFileSync(profile, 'utf8')));
  if (cases !== undefined) writeFileSync(join(folder, 'cases/wrong.yaml'), cases);
  const double = createDouble({ folder, profiles: name === 'profile.yaml' ? [profile] : [], settings: { command } });
  const servers: ChildProcess[] = [];
  const extension = load(double.module, (child) => child.spawnargs.includes('lsp') && servers.push(child));
  const subscriptions: { dispose(): unknown }[] = [];
  onTestFinished(async () => {
    for (const one of subscriptions) await one.dispose();
    await extension.deactivate();
  });
  await extension.activate({ subscriptions });
  return { ...double, folder, profile, servers };
}

const cancellation = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };
const waiting = { timeout: 60_000, interval: 50 };

it('shows findings of the server and their number, and none for the demo profile', async () => {
  const { findings, status, profile } = await activated((text) => text.replace('\nids:', '\nidds:'));
  await vi.waitFor(() => expect(status.text).toMatch(/^\$\(error\) [1-9]/), waiting);
  expect(status.command).toBe('workbench.actions.view.problems');
  const published = findings.get(Uri.file(profile).toString()) ?? [];
  expect(published.map(({ message }) => message).join('\n')).toContain('Unknown key "idds"');
  const healthy = await activated();
  await vi.waitFor(() => expect(healthy.findings.get(Uri.file(healthy.profile).toString())).toEqual([]), waiting);
  expect(healthy.status.text).toBe('$(check) Engine');
});

const wrongCase = `cases:
  - case: the wrong limit
    call: /credit/customer
    request: { customerErpId: K10000 }
    part: { currency: XXX }
`;

it('indents the line after the first key of an item of a list', async () => {
  const { enterRules } = await activated();
  const appendedTo = (line: string): string | undefined =>
    enterRules.find(({ beforeText }) => beforeText.test(line))?.action.appendText;
  expect(appendedTo('  - case: finds her')).toBe('  ');
  expect(appendedTo('  - request:')).toBe('    ');
  expect(appendedTo('      - query: |')).toBe('    ');
  for (const line of ['  case: finds her', '  - finds her', '  - { case: finds her,', 'a: - b: c', '  - "a: b"'])
    expect(appendedTo(line)).toBeUndefined();
});

it('lists the cases of a profile with any name', async () => {
  const { tests } = await activatedWith(engine, undefined, undefined, 'shop.yaml');
  await vi.waitFor(() => expect([...tests].map(([, { label }]) => label)).toEqual(['shop.yaml']), waiting);
});

it('lists and runs cases, shows what differs at the line of the case, and measures coverage', async () => {
  const { tests, runProfiles, results, coverage, folder } = await activated((text) => text, wrongCase);
  await vi.waitFor(() => expect([...tests]).toHaveLength(1), waiting);
  const [[, profile] = []] = [...tests];
  const items = [...(profile?.children.get('/credit/customer')?.children ?? [])].map(([, item]) => item);
  expect(items.length).toBeGreaterThan(2);
  for (const { label, uri, range } of items) {
    const line = readFileSync(uri.fsPath, 'utf8').split('\n')[range?.start.line ?? -1];
    expect(line).toContain(label);
  }
  const [run, covered] = runProfiles;
  await run?.run({ include: items });
  expect(results.map(({ state }) => state).sort()).toEqual(['failed', ...items.slice(1).map(() => 'passed')]);
  const { item, message } = results.find(({ state }) => state === 'failed') ?? {};
  expect(item?.label).toBe('the wrong limit');
  expect(message?.expectedOutput).toContain('currency: XXX');
  expect(message?.actualOutput).toContain('currency: EUR');
  expect(message?.location?.uri.fsPath).toBe(join(folder, 'cases/wrong.yaml'));
  expect(message?.location?.range.line).toBe(1);
  await covered?.run({});
  const [measured] = coverage;
  expect(measured?.uri.fsPath).toBe(join(folder, 'profile.yaml'));
  expect(measured?.statementCoverage.covered).toBeGreaterThan(50);
  expect(await covered?.loadDetailedCoverage?.(undefined, measured)).toHaveLength(
    measured?.statementCoverage.total ?? -1,
  );
});

it('names what prevents a run at each selected case', async () => {
  const { tests, runProfiles, results } = await activated((text) => text.replace('\nids:', '\nidds:'));
  await vi.waitFor(() => expect([...tests]).toHaveLength(1), waiting);
  const [[, profile] = []] = [...tests];
  const endpoint = profile?.children.get('/credit/customer');
  await runProfiles[0]?.run({ include: endpoint === undefined ? [] : [endpoint] });
  expect(results.length).toBeGreaterThan(1);
  expect(new Set(results.map(({ state }) => state))).toEqual(new Set(['errored']));
  expect(results[0]?.message?.message).toContain('Unknown key "idds"');
});

it('starts the server again that has ended, without a message', async () => {
  const { status, servers, messages, tests } = await activated();
  await vi.waitFor(() => expect([...tests]).toHaveLength(1), waiting);
  expect(status.text).toBe('$(check) Engine');
  const [server] = servers;
  server?.kill('SIGKILL');
  await vi.waitFor(() => expect(servers).toHaveLength(2), waiting);
  await vi.waitFor(() => expect(status.text).toBe('$(check) Engine'), waiting);
  expect(messages).toEqual([]);
});

it.each([
  ['is not installed', ['/nowhere/engine'], '"/nowhere/engine lsp" cannot be started: spawn /nowhere/engine ENOENT.'],
  [
    'is too old',
    [process.execPath, '-e', 'console.error("unknown command lsp"); process.exit(2)', '--'],
    'unknown command lsp.',
  ],
])('says once why the server does not start if the engine %s', async (_what, command, reason) => {
  const { status, messages } = await activatedWith(command);
  expect(messages).toEqual([expect.stringContaining(reason)]);
  expect(messages[0]).toContain('Install or update the engine in this folder, or set erpEngine.command.');
  expect(status.text).toBe('$(circle-slash) Engine');
});

it('offers tasks with the command of the settings', async () => {
  const { taskProviders } = await activated();
  const tasks = await taskProviders.get('engine')?.provideTasks(cancellation);
  expect(tasks?.map(({ definition }) => definition)).toEqual([
    { type: 'engine', verb: 'check', profile: 'profile.yaml' },
    { type: 'engine', verb: 'test', profile: 'profile.yaml' },
  ]);
});

it('opens the studio in a frame of a panel, and ends it with the panel', async () => {
  const { commands, panels, profile } = await activated();
  await commands.get('erpEngine.studio')?.(Uri.file(profile));
  const [panel] = panels;
  const address = /<iframe src="([^"]+)"/.exec(panel?.webview.html ?? '')?.[1] ?? '';
  const { origin, port } = new URL(address);
  expect(panel?.webview.html).toContain(`default-src 'none'; frame-src ${origin}; style-src 'nonce-`);
  const entry = await fetch(address);
  expect(entry.status).toBe(200);
  expect(entry.headers.get('content-security-policy')).toContain('frame-ancestors vscode-webview: vscode-file:');
  panel?.dispose();
  const refused = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.end(() => resolve(false)));
      socket.on('error', () => resolve(true));
    });
  await vi.waitFor(async () => expect(await refused()).toBe(true), waiting);
});
