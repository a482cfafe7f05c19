/** Who may import whom. Each rule names folders and gives its reason. */
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Import, importsOf, loadedFrom, packageOf, sourceFiles } from '../support/source-imports.ts';

const imports = sourceFiles('engine', 'src').flatMap((source) => source.imports);

/** True for a file in one of these folders, at any depth. */
const inside =
  (...folders: readonly string[]) =>
  (file: string): boolean =>
    folders.some((folder) => file.startsWith(`${folder}/`));

/** True for a file directly in one of these folders. */
const directlyIn =
  (...folders: readonly string[]) =>
  (file: string): boolean =>
    folders.includes(dirname(file));

interface Rule {
  readonly name: string;
  readonly reason: string;
  readonly breaks: (item: Import) => boolean;
}

const [engine, service] = [inside('engine'), inside('src')];
const [base, diagnostics] = [inside('engine/base'), inside('engine/diagnostics')];
const [sources, sql, http] = [inside('engine/sources'), inside('engine/sources/sql'), inside('engine/sources/http')];
const durable = inside('engine/run/write/durable');
const drivers = ['undici', 'better-sqlite3', 'pg', 'mysql2', 'mssql', 'tedious', 'tarn', 'knex'];

const rules: readonly Rule[] = [
  {
    name: 'src imports the engine only through its three entries',
    reason: 'the engine can be restructured without changes in the service',
    breaks: ({ from, to }) => service(from) && engine(to) && !/^engine\/(tools\/|host\/)?index\.ts$/.test(to),
  },
  {
    name: 'contract and service import neither the workbench nor the command line',
    reason: 'what runs in production works without what authors use',
    breaks: ({ from, to }) =>
      inside('src/contract', 'src/service')(from) && inside('src/workbench', 'src/cli', 'src/build')(to),
  },
  {
    name: 'the workbench does not import the command line',
    reason: 'studio, language server and MCP server use its parts without a terminal',
    breaks: ({ from, to }) => inside('src/workbench')(from) && inside('src/cli', 'src/build')(to),
  },
  {
    name: 'engine does not import src',
    reason: 'it is a library for any contract and any kind of serving',
    breaks: ({ from, to }) => engine(from) && (service(to) || ['fastify', 'pino', 'commander'].includes(to)),
  },
  {
    name: 'base imports no other folder',
    reason: 'every folder imports it, so that every import of another folder would be a circle',
    breaks: ({ from, to }) => base(from) && !base(to) && (engine(to) || service(to)),
  },
  {
    name: 'emit imports no other folder',
    reason: 'what encodes names and texts in generated code can be read as a whole',
    breaks: ({ from, to }) => inside('engine/emit')(from) && !inside('engine/emit')(to),
  },
  {
    name: 'diagnostics import only base',
    reason: 'every folder reports through them, so that every other import would be a circle',
    breaks: ({ from, to }) =>
      diagnostics(from) && !inside('engine/diagnostics', 'engine/base')(to) && (engine(to) || service(to)),
  },
  {
    name: 'run does not import compile',
    reason: 'the plan is the whole interface between them: a request needs neither the profile nor its compiler',
    breaks: ({ from, to }) => inside('engine/run')(from) && inside('engine/compile')(to),
  },
  {
    name: 'profile and plan do not import compile',
    reason: 'the compiler converts one into the other; each can be read and tested without it',
    breaks: ({ from, to }) => inside('engine/profile', 'engine/plan')(from) && inside('engine/compile')(to),
  },
  {
    name: 'compile imports neither run nor start nor tools',
    reason: 'compilation is pure; the others use its result',
    breaks: ({ from, to }) =>
      inside('engine/compile')(from) && inside('engine/run', 'engine/start', 'engine/tools')(to),
  },
  {
    name: 'rules import neither the compiler itself nor reads nor writes',
    reason: 'a rule checks one property of a profile; it compiles nothing',
    breaks: ({ from, to }) =>
      inside('engine/compile/rules')(from) &&
      (directlyIn('engine/compile')(to) || inside('engine/compile/read', 'engine/compile/write')(to)),
  },
  {
    name: 'drivers are imported only by sources, the store, and the fixtures and doubles of tests',
    reason: 'compile and run use databases through one interface, so that a new kind does not affect them',
    breaks: ({ from, to }) =>
      drivers.includes(packageOf(to)) &&
      !inside(
        'engine/sources',
        'src/service/state',
        'src/workbench/testing/databases',
        'src/workbench/testing/odata-double',
        'src/workbench/testing/servers',
      )(from),
  },
  {
    name: 'compile and run import from SQL sources only types and what needs no connection',
    reason: 'a plan is compiled and run without knowledge of how a database is reached',
    breaks: ({ from, to, typeOnly }) =>
      inside('engine/compile', 'engine/run')(from) &&
      sql(to) &&
      !typeOnly &&
      !inside('engine/sources/sql/text', 'engine/sources/sql/kinds')(to) &&
      !directlyIn('engine/sources/sql')(to),
  },
  {
    name: 'compile, run and template import only types from HTTP sources',
    reason: 'they define what a reply means; how a request is sent, queued and retried can change without them',
    breaks: ({ from, to, typeOnly }) =>
      inside('engine/compile', 'engine/run', 'engine/template')(from) && http(to) && !typeOnly,
  },
  {
    name: 'sources import neither plans nor profiles',
    reason: 'a source executes statements and requests; their purpose is not its concern',
    breaks: ({ from, to }) =>
      sources(from) &&
      inside('engine/compile', 'engine/run', 'engine/plan', 'engine/profile', 'engine/transform', 'engine/shape')(to),
  },
  {
    name: 'SQL and HTTP sources do not import each other',
    reason: 'the interface contains what both need; each can be replaced separately',
    breaks: ({ from, to }) => (http(from) && sql(to)) || (sql(from) && (http(to) || to === 'undici')),
  },
  {
    name: 'template imports neither plans nor sources',
    reason: 'it inserts values into a request; which request, and who sends it, is decided elsewhere',
    breaks: ({ from, to, typeOnly }) =>
      inside('engine/template')(from) &&
      (inside('engine/compile', 'engine/run', 'engine/profile', 'engine/shape')(to) || (sources(to) && !typeOnly)),
  },
  {
    name: 'the protocol of durable writes imports no source',
    reason: 'it is a protocol over ports: its model runs it with an ERP and a store in memory',
    breaks: ({ from, to, typeOnly }) =>
      durable(from) &&
      engine(to) &&
      !durable(to) &&
      !typeOnly &&
      !directlyIn('engine/base', 'engine/run/context', 'engine/run/write', 'engine/sources')(to),
  },
  {
    name: 'SQL parsers are imported only by the grammars',
    reason: 'each parser has its own tree; the grammars convert it to one form',
    breaks: ({ from, to }) =>
      ['@polyglot-sql/sdk', 'libpg-query'].includes(to) &&
      !inside(
        'engine/sources/sql/grammar',
        'engine/sources/sql/postgres/grammar',
        'src/workbench/testing/stand-in',
      )(from),
  },
  {
    name: 'JSONata is imported only by transform',
    reason: 'the library is hidden behind one function, so that it can be replaced',
    breaks: ({ from, to }) => to === 'jsonata' && !inside('engine/transform')(from),
  },
  {
    name: 'neither engine nor src imports profiles or test doubles',
    reason: 'they are data and mock ERPs; the test runner loads a double by its path',
    breaks: ({ to }) => inside('doubles', 'profiles')(to),
  },
];

describe('imports', () => {
  for (const { name, reason, breaks } of rules) {
    it(name, () => {
      const broken = imports.filter(breaks).map(({ from, to }) => `${from} -> ${to}`);
      expect(broken, reason).toEqual([]);
    });
  }

  it('engine-service loads nothing of the workbench, and of the command line what serves', () => {
    const loaded = [...loadedFrom('src/service-entry.ts')];
    expect(loaded.filter(inside('src/workbench', 'src/build'))).toEqual([]);
    expect(loaded.filter(directlyIn('src/cli')).toSorted()).toEqual([
      'src/cli/demo.ts',
      'src/cli/root.ts',
      'src/cli/serve.ts',
      'src/cli/service.ts',
    ]);
    expect(loaded.length).toBeGreaterThan(500);
  });

  it('are found: every rule would pass without any', () => {
    expect(imports.length).toBeGreaterThan(2_000);
    expect(imports.some(({ from, to }) => service(from) && to === 'engine/index.ts')).toBe(true);
    expect(importsOf('src/a.ts', "import {\n  type B,\n  c,\n} from '../engine/run/run-endpoint.ts';")).toEqual([
      { from: 'src/a.ts', to: 'engine/run/run-endpoint.ts', typeOnly: false },
    ]);
    expect(importsOf('src/a.ts', "export { type B } from './b.ts'")).toEqual([
      { from: 'src/a.ts', to: 'src/b.ts', typeOnly: true },
    ]);
  });
});
