/** The package as it is published: what it exports, its types, and the example of an app that embeds it. Needs a build. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { blocksOf } from '../docs/blocks.ts';

const root = join(import.meta.dirname, '..', '..');
const project = mkdtempSync(join(tmpdir(), 'embedding-'));
const key = 'a-key-0123456789abcdef';
const installed = join(project, 'node_modules', 'erp-engine');

/** What an earlier demo leaves behind. */
const generated = join(root, 'profiles/demo/planted.sqlite');

/** Packs the project beside such a file; gives the name of the tarball and the paths in it. */
function pack(): { readonly filename: string; readonly paths: readonly string[] } {
  writeFileSync(generated, '');
  try {
    const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', project], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 16 * 1024 * 1024,
    });
    const [{ filename, files }]: readonly [
      { readonly filename: string; readonly files: readonly { readonly path: string }[] },
    ] = JSON.parse(packed);
    return { filename, paths: files.map(({ path }) => path) };
  } finally {
    rmSync(generated);
  }
}

let paths: readonly string[];

/** Unpacks the tarball into a project of its own, whose other packages are links to those of this one. */
beforeAll(() => {
  const packed = pack();
  ({ paths } = packed);
  const { filename } = packed;
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(project, filename), '-C', installed, '--strip-components=1']);
  linkPackages(project, packagesIn(join(root, 'node_modules')));
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  copyFileSync(join(root, 'examples/embedded/app.ts'), join(project, 'app.ts'));
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function packagesIn(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    if (name.startsWith('.') || name === 'erp-engine') return [];
    return name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : [name];
  });
}

/** Links packages of this project into the `node_modules` of another folder. */
function linkPackages(folder: string, names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
}

/** What a module of the project prints. */
function run(code: string): string {
  return execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: project, encoding: 'utf8' });
}

/** What the compiler says of a file of the project; the empty text where it has nothing to say. */
function typeErrors(file: string): string {
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--types',
    'node',
  ];
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options, file], {
      cwd: project,
      encoding: 'utf8',
    });
    return '';
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
}

it('has what a user needs: no source maps, tests, generated databases and caches, and no modules that the program has in its bundle', () => {
  const unneeded =
    /\.map$|\.test\.|\.sqlite(?:-\w+)?$|\.compile-cache|^(?:test|engine|src)\/(?!.*\.schema\.json$)|^dist\/src\/(?!library\.|contract\/)/;
  expect(paths.filter((path) => unneeded.test(path))).toEqual([]);
  for (const needed of [
    'dist/program/entry.js',
    'dist/program/service-entry.js',
    'profiles/demo/profile.yaml',
    'docs/language.md',
    'CHANGELOG.md',
    'SECURITY.md',
    'LICENSE',
    'README.md',
    'src/service/config/config.schema.json',
  ])
    expect(paths).toContain(needed);
});

it.each([
  ['check', 'demo'],
  ['schema', 'profile'],
  ['test', 'demo'],
])('runs the program: engine %s %s', (...command) => {
  const entry = join(installed, 'dist/program/entry.js');
  const given = command.filter((word) => word !== undefined);
  const output = execFileSync(process.execPath, [entry, ...given], {
    cwd: project,
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  });
  expect(output).not.toBe('');
});

/** Starts a program of a project and waits until its output matches `listening`, whose first group is the address. Ended with the test. */
async function addressOf(folder: string, args: readonly string[], listening: RegExp): Promise<string> {
  const app = spawn(process.execPath, [...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, DEMO_DATABASE: join(folder, 'demo.sqlite'), ENGINE_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void app.kill());
  let output = '';
  return new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const [, url] = listening.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    };
    app.stdout.on('data', read);
    app.stderr.on('data', read);
    app.once('exit', () => reject(new Error(output)));
  });
}

/** A search in the demo profile finds its one product. */
async function expectSearch(address: string): Promise<void> {
  const response = await fetch(`${address}/catalog/products/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"schemaVersion":"1","query":"threaded rod"}',
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    schemaVersion: '1',
    hits: [{ erpSku: 'HX-1000', erpDesc: 'Threaded rod M10 x 1000', erpProductId: '3' }],
  });
}

it('runs the example: a search in the demo profile', async () => {
  const profile = join(installed, 'profiles/demo/profile.yaml');
  await expectSearch(await addressOf(project, ['app.ts', profile, '0'], /listening at (http:\/\/[^"]+)/));
});

/** The files of dist/program that one of these imports, also dynamically, with the files themselves. */
function importedFiles(program: string, names: readonly string[]): ReadonlySet<string> {
  const imported = new Set<string>();
  const queue = [...names];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (imported.has(name)) continue;
    imported.add(name);
    const code = readFileSync(join(program, name), 'utf8');
    for (const [, file = ''] of code.matchAll(/["'`]\.\/([\w-]+\.js)["'`]/g)) queue.push(file);
  }
  return imported;
}

it('serves the demo with engine-service, where only its own files and its own packages are installed', async () => {
  const service = mkdtempSync(join(tmpdir(), 'service-'));
  onTestFinished(() => rmSync(service, { recursive: true, force: true }));
  const { bin, dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const program = join(installed, dirname(bin['engine-service']));
  // The last two are started by their path.
  const files = importedFiles(program, ['service-entry.js', 'worker-main.js', 'worker-watch.js']);
  expect([...files].filter((name) => /^(verbs|mcp|lsp|studio)-/.test(name))).toEqual([]);
  expect(files.size).toBeLessThan(readdirSync(program).length);
  for (const name of files) cpSync(join(program, name), join(service, 'dist/program', name));
  cpSync(join(installed, 'package.json'), join(service, 'package.json'));
  cpSync(join(installed, 'profiles/demo'), join(service, 'profiles/demo'), { recursive: true });
  linkPackages(service, Object.keys(dependencies));
  const args = [join(service, bin['engine-service']), 'demo', '--port', '0'];
  await expectSearch(await addressOf(service, args, /Listening on (\S+),/));
});

it('exports the library and its tools, and nothing else', () => {
  const names = run(
    "console.log(JSON.stringify([await import('erp-engine'), await import('erp-engine/tools')].map(Object.keys)))",
  );
  const [library, tools] = JSON.parse(names);
  expect(library).toEqual(expect.arrayContaining(['contract', 'openEngine', 'checkProfile', 'renderText', 'Secret']));
  expect(tools).toEqual(
    expect.arrayContaining(['loadCases', 'previewCall', 'profileDrift', 'traceLineage', 'openWrites']),
  );
  for (const inner of [
    'erp-engine/dist/engine/start/engine.js',
    'erp-engine/engine/start/engine.ts',
    'erp-engine/package.json',
  ])
    expect(run(`console.log(await import('${inner}').then(() => 'imported', ({ code }) => code))`)).toBe(
      'ERR_PACKAGE_PATH_NOT_EXPORTED\n',
    );
});

it('has a page whose examples compile and run', () => {
  const blocks = blocksOf('docs/library.md').filter(({ language }) => language === 'ts');
  expect(blocks.map(({ mark }) => mark)).toEqual(['example: examples/embedded/app.ts', 'file: check.ts']);
  const [app, check] = blocks;
  expect(app?.text).toBe(readFileSync(join(root, 'examples/embedded/app.ts'), 'utf8'));
  writeFileSync(join(project, 'check.ts'), check?.text ?? '');
  expect(typeErrors('check.ts')).toBe('');
  const profile = readFileSync(join(installed, 'profiles/demo/profile.yaml'), 'utf8');
  writeFileSync(join(project, 'sound.yaml'), profile);
  writeFileSync(join(project, 'faulty.yaml'), profile.replace('contract:', 'contrakt:'));
  const checked = (file: string) =>
    spawnSync(process.execPath, ['check.ts', file], {
      cwd: project,
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    });
  expect(checked('sound.yaml')).toMatchObject({ status: 0, stderr: '' });
  const faulty = checked('faulty.yaml');
  expect(faulty.status).toBe(1);
  expect(faulty.stdout).toContain('contrakt');
});

it('has types, by which the example compiles and a mistake does not', () => {
  expect(typeErrors('app.ts')).toBe('');
  writeFileSync(
    join(project, 'mistake.ts'),
    "import { type Outcome } from 'erp-engine';\nimport { loadCases } from 'erp-engine/tools';\nexport const json = (outcome: Outcome): string => outcome.json;\nloadCases(1);\n",
  );
  const errors = typeErrors('mistake.ts');
  expect(errors).toContain("mistake.ts(3,59): error TS2339: Property 'json' does not exist");
  expect(errors).toContain('mistake.ts(4,1');
});
