/** A service loads what it uses: neither other verbs, nor drivers and clients of sources that its profile does not have. */
import { describe, expect, it } from 'vitest';

import { until } from '../service/server/fixture.ts';
import { endOf, run } from './process.ts';

/** Prints the URL of every loaded module to stderr. */
const listing = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const urls = new Set();
  registerHooks({ load(url, context, next) { urls.add(url); return next(url, context); } });
  process.on('exit', () => process.stderr.write(JSON.stringify({ urls: [...urls] }) + String.fromCharCode(10)));
`)}`;

/** Modules by their package, or by their path in dist. `entry`: the executable, with or without bundled modules. */
async function modulesOf(entry: string, args: readonly string[]): Promise<readonly string[]> {
  const root = new URL('../../../dist/', import.meta.url);
  const service = run(new URL(entry, root).pathname, [listing, ...args], {
    ENGINE_KEY: 'a-key-0123456789abcdef',
  });
  await until(() => service.out.includes('Listening on'));
  service.child.kill('SIGTERM');
  await endOf(service);
  const line = service.err.split('\n').find((text) => text.startsWith('{"urls"'));
  const { urls }: { readonly urls: readonly string[] } = JSON.parse(line ?? '');
  return urls.map((url) => {
    const [, inPackage] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
    return inPackage ?? url.replace(root.href, '');
  });
}

describe('the demo, which has one SQLite file', () => {
  it('loads neither other drivers, HTTP clients, SQL parsers, other verbs nor tools', async () => {
    const modules = await modulesOf('src/entry.js', ['demo', '--port', '0']);
    const packages = new Set(modules.filter((name) => !name.includes(':') && !/^(src|engine)\//.test(name)));
    for (const used of ['better-sqlite3', 'fastify', 'knex']) expect(packages).toContain(used);
    for (const unused of [
      ...['pg', 'mysql2', 'mssql', 'tedious', 'undici', 'jose', 'oauth4webapi', 'tough-cookie'],
      ...['libpg-query', '@polyglot-sql/sdk', 'csv-parse', 'diff', 'ajv-formats', '@fastify/ajv-compiler'],
      ...['typescript', 'vitest', 'playwright', 'vscode-languageserver', '@modelcontextprotocol/server'],
    ]) {
      expect(packages).not.toContain(unused);
    }
    const foreign = /^(src\/(workbench|build)|engine\/tools)\/|^src\/cli\/(check|test|run|sandbox|init|mcp|studio)\b/;
    expect(modules.filter((name) => foreign.test(name))).toEqual([]);
    // Each costs about a third of a millisecond at start.
    expect(modules.filter((name) => !name.startsWith('node:')).length).toBeLessThan(1_650);
  });

  it('loads these modules from few files, and from no package but the driver', async () => {
    const modules = await modulesOf('program/entry.js', ['demo', '--port', '0']);
    const files = modules.filter((name) => !name.startsWith('node:'));
    expect(new Set(files.filter((name) => !name.startsWith('program/')))).toEqual(
      new Set([...files.filter((name) => name.startsWith('data:')), 'better-sqlite3']),
    );
    expect(files.filter((name) => /^program\/(verbs|admin|tracing|open-http|openapi)-/.test(name))).toEqual([]);
    expect(files.length).toBeLessThan(80);
  });
});
