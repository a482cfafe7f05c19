/** The entry file under Nodes that can and cannot run the program. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { loadKey, post } from '../../outages/load.ts';
import { startProgram } from '../../support/program.ts';
import { folderWith, until } from '../service/server/fixture.ts';
import { endOf, run } from './process.ts';

const root = join(import.meta.dirname, '../../..');

it('engine-service names the executable that has the verbs which it lacks', async () => {
  const process = run(join(root, 'dist/program/service-entry.js'), ['check', 'demo']);
  expect(await endOf(process)).toMatchObject({ status: 2 });
  expect(process.err).toContain('the executable engine of the same package has all verbs');
});

describe.each([
  ['entry.js', 'program'],
  ['service-entry.js', 'service'],
])('the built %s', (name, commandLine) => {
  const program = join(root, 'dist', 'program');
  const file = join(program, name);

  it('says its version, with the commit of the checkout that it was built from', async () => {
    const process = run(file, ['--version']);
    await endOf(process);
    const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const [said = '', commit = ''] = process.out.trim().split('+');
    expect(said).toBe(version);
    const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    // A source archive has no commit to name.
    if (git('rev-parse', 'HEAD').status !== 0) return expect(commit).toBe('');
    expect(git('cat-file', '-t', commit.replace('-dirty', '')).stdout.trim()).toBe('commit');
  });

  it('is executable, as npx needs it', () => {
    expect(statSync(file).mode & 0o111).toBe(0o111);
  });

  it('imports only modules of Node before it has checked the version: an older Node could not parse the others', () => {
    const code = readFileSync(file, 'utf8');
    const importedBy = (text: string) =>
      [...text.matchAll(/\bimport[^;(]*?"([^"]+)";/g)].map(([, module = '']) => module);
    const [launch = '', ...others] = importedBy(code).filter((module) => !module.startsWith('node:'));
    expect(others).toEqual([]);
    const imported = importedBy(readFileSync(join(program, launch), 'utf8'));
    expect(imported).toContain('node:module');
    expect(imported.filter((module) => !module.startsWith('node:'))).toEqual([]);
    for (const module of ['main', commandLine])
      expect(code).toMatch(new RegExp(`import\\(\`\\./${module}-[\\w-]+\\.js\`\\)`));
  });
});

describe('the entry guard', () => {
  /** The entry file as it is installed, with a main that shows its process and waits for the end of its parent. */
  function install(withBundle: boolean): string {
    const folder = folderWith({ 'package.json': '{"type":"module"}' });
    for (const name of ['entry', 'launch']) {
      const code = stripTypeScriptTypes(readFileSync(join(root, `src/${name}.ts`), 'utf8'));
      writeFileSync(join(folder, `${name}.js`), code.replaceAll(/(\.\/[\w/]+)\.ts'/g, "$1.js'"));
    }
    mkdirSync(join(folder, 'cli'));
    writeFileSync(join(folder, 'cli/program.js'), 'export const runCli = undefined;');
    writeFileSync(
      join(folder, 'main.js'),
      `export function main() {
        if (process.argv[2] === 'exit') {
          console.log(process.pid, process.versions.node, process.argv.slice(2).join());
          process.exit(7);
        }
        process.on('SIGTERM', () => { console.log('term'); process.exit(5); });
        process.on('disconnect', () => { console.log('orphan'); process.exit(0); });
        console.log(process.pid, process.versions.node, process.argv.slice(2).join());
        setInterval(() => undefined, 1000);
      }`,
    );
    if (withBundle) {
      const bundle = dirname(createRequire(import.meta.url).resolve(`node-linux-${process.arch}/package.json`));
      mkdirSync(join(folder, 'node_modules'));
      symlinkSync(bundle, join(folder, 'node_modules', `node-linux-${process.arch}`));
    }
    return join(folder, 'entry.js');
  }
  const pretend18 =
    "--import=data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.20.0'}})";
  const real = process.versions.node.split('.')[0];

  it('runs the program in place on a Node that can', async () => {
    const process = run(install(false), ['exit', 'b']);
    expect(await endOf(process)).toEqual({ status: 7, signal: null });
    expect(process.out).toMatch(new RegExp(`^${process.child.pid} ${real}\\.\\S+ exit,b`));
  });

  it('runs it with the bundled Node otherwise, passes arguments and signals on, and takes its exit status', async () => {
    const one = run(install(true), [pretend18, 'exit', 'b']);
    expect(await endOf(one)).toEqual({ status: 7, signal: null });
    expect(one.out).toMatch(/^\d+ 24\.\S+ exit,b/);
    const other = run(install(true), [pretend18, 'stay']);
    await until(() => other.out.includes('stay'));
    other.child.kill('SIGTERM');
    expect(await endOf(other)).toEqual({ status: 5, signal: null });
    expect(other.out).toContain('term');
  });

  it('does not leave the program behind when it is killed', async () => {
    const process = run(install(true), [pretend18, 'stay']);
    await until(() => process.out.includes('stay'));
    process.child.kill('SIGKILL');
    await until(() => process.out.includes('orphan'));
  });

  it('a killed service frees its store for a restart at once, also with a request in flight', async () => {
    const folder = folderWith({});
    cpSync(join(root, 'profiles', 'demo'), folder, { recursive: true });
    const environment = { ...loadKey, ENGINE_STORE: join(folder, 'store.sqlite') };
    const start = () => startProgram(join(folder, 'profile.yaml'), environment, [], [pretend18]);
    const first = await start();
    const { port, hostname } = new URL(first.baseUrl);
    // The body is incomplete: a stop by SIGTERM would wait for the rest.
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    const head = ['Host: x', `Authorization: Bearer ${loadKey.ENGINE_KEY}`, 'Content-Type: application/json'];
    socket.write(`POST /debtors/list HTTP/1.1\r\n${head.join('\r\n')}\r\nContent-Length: 100\r\n\r\n{`);
    await post(first.baseUrl, '/health', {});
    await first.kill();
    const second = await start();
    expect(second.output()).not.toContain('CFG514');
    expect(await second.stop()).toBe(0);
    socket.destroy();
  });

  it('says what is missing', async () => {
    const process = run(install(false), [pretend18]);
    expect(await endOf(process)).toEqual({ status: 1, signal: null });
    expect(process.err).toMatch(/^engine: this program needs Node 24, this is Node 18\.20\.0, [^\n]*\n$/);
  });
});
