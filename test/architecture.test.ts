/** The directions of the house: who may import whom. Each rule says why it is there. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

interface Import {
  readonly from: string;
  /** A file of the project, or the name of a package. */
  readonly to: string;
  /** Types alone: nothing of it is left at run time. */
  readonly typeOnly: boolean;
}

interface Source {
  readonly file: string;
  /** Without comments. */
  readonly code: string;
  readonly imports: readonly Import[];
}

const statement = /^(?:import|export)\s+(type\s+)?((?:[^'";]*?)\s+from\s+)?'([^']+)';?/gm;

function isTypeOnly(marked: string | undefined, names: string | undefined): boolean {
  if (marked !== undefined) return true;
  const list = /^\{([^}]*)\}\s+from\s*$/.exec(names ?? '')?.[1];
  const items = list
    ?.split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return items !== undefined && items.length > 0 && items.every((item) => item.startsWith('type '));
}

/** Imports of a text, with paths from the root of the project. Exported names are checked by the tests below. */
function importsOf(file: string, code: string): readonly Import[] {
  return [...code.matchAll(statement)].map(([, marked, names, to = '']) => ({
    from: file,
    to: to.startsWith('.') ? relative(root, join(root, dirname(file), to)) : to,
    typeOnly: isTypeOnly(marked, names),
  }));
}

function load(): readonly Source[] {
  return ['engine', 'src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => {
        const file = join(folder, name);
        const code = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
        return { file, code, imports: importsOf(file, code) };
      }),
  );
}

const sources = load();
const imports = sources.flatMap((source) => source.imports);
const inside = (folder: string) => (file: string) => file.startsWith(`${folder}/`);
const shown = ({ from, to }: Import): string => `${from} -> ${to}`;

interface Rule {
  readonly name: string;
  readonly reason: string;
  readonly breaks: (item: Import) => boolean;
}

const [engine, service] = [inside('engine'), inside('src')];
const [base, diagnostics] = [inside('engine/base'), inside('engine/diagnostics')];
/** The public library, what a workbench uses, and what the service of this project uses besides. */
const entries = ['engine', 'engine/tools', 'engine/internal'].map((folder) => `${folder}/index.ts`);
const durable = inside('engine/run/write/durable');
const drivers = ['undici', 'better-sqlite3', 'pg', 'mysql2', 'mssql', 'tedious', 'tarn', 'knex'];

const rules: readonly Rule[] = [
  {
    name: 'src uses the engine through its entries',
    reason: 'what is behind them can change without the service noticing; diagnostics are shared on purpose',
    breaks: ({ from, to }) => service(from) && engine(to) && !entries.includes(to) && !diagnostics(to),
  },
  {
    name: 'the engine does not know the service',
    reason: 'it is a library that is given a contract as a value: any contract, served in any way',
    breaks: ({ from, to }) => engine(from) && (service(to) || ['fastify', 'pino', 'commander'].includes(to)),
  },
  {
    name: 'base imports nothing above it',
    reason: 'every folder imports it, so any import of another folder would be a cycle',
    breaks: ({ from, to }) => base(from) && !base(to) && (engine(to) || service(to)),
  },
  {
    name: 'diagnostics import base alone',
    reason: 'every folder reports through them, so any other import would be a cycle',
    breaks: ({ from, to }) => diagnostics(from) && !diagnostics(to) && !base(to) && (engine(to) || service(to)),
  },
  {
    name: 'run reads plans and never compiles',
    reason: 'a plan is the whole agreement between the two: a request must not need the profile or its compiler',
    breaks: ({ from, to }) => inside('engine/run')(from) && inside('engine/compile')(to),
  },
  {
    name: 'profile and plan know no compiler',
    reason: 'the compiler turns one into the other, so that each can be read and tested without it',
    breaks: ({ from, to }) =>
      (inside('engine/profile')(from) || inside('engine/plan')(from)) && inside('engine/compile')(to),
  },
  {
    name: 'compile runs nothing',
    reason: 'it is pure: starting sources, running requests and serving tools use its result',
    breaks: ({ from, to }) =>
      inside('engine/compile')(from) && ['run', 'start', 'tools'].some((folder) => inside(`engine/${folder}`)(to)),
  },
  {
    name: 'rules see the profile, the contract and a reporter alone',
    reason: 'a rule demands one thing of a profile; it neither compiles reads and writes nor collects plans',
    breaks: ({ from, to }) =>
      inside('engine/compile/rules')(from) &&
      (['context/context', 'compile', 'endpoint', 'facts', 'probes'].some(
        (name) => to === `engine/compile/${name}.ts`,
      ) ||
        inside('engine/compile/read')(to) ||
        inside('engine/compile/write')(to)),
  },
  {
    name: 'drivers are imported under sources, for the own state of the service, and for fixtures, alone',
    reason: 'compile and run see databases through one interface; the next kind of source must not touch them',
    breaks: ({ from, to }) =>
      drivers.includes(to.split('/')[0] ?? '') &&
      !['engine/sources', 'src/state', 'src/testing/databases', 'src/testing/servers'].some((home) =>
        inside(home)(from),
      ),
  },
  {
    name: 'compile and run take from sources only what has no connection',
    reason: 'a plan is made and run without knowing how a database is reached',
    breaks: ({ from, to, typeOnly }) =>
      (inside('engine/compile')(from) || inside('engine/run')(from)) &&
      inside('engine/sources/sql')(to) &&
      !typeOnly &&
      !inside('engine/sources/sql/text')(to) &&
      !['catalogue', 'kinds/index'].some((name) => to === `engine/sources/sql/${name}.ts`),
  },
  {
    name: 'sources know neither plans nor profiles',
    reason: 'a source runs statements; what they are for is not its business',
    breaks: ({ from, to }) =>
      inside('engine/sources')(from) &&
      ['compile', 'run', 'profile', 'transform', 'shape'].some((folder) => inside(`engine/${folder}`)(to)),
  },
  {
    name: 'compile and run take from sources by HTTP their types, and how credentials are written',
    reason: 'what a reply means is theirs; how a request travels, waits and is sent again can change without them',
    breaks: ({ from, to, typeOnly }) =>
      ['compile', 'run', 'template'].some((folder) => inside(`engine/${folder}`)(from)) &&
      inside('engine/sources/http')(to) &&
      !typeOnly &&
      to !== 'engine/sources/http/auth/fixed.ts',
  },
  {
    name: 'sources of one kind know nothing of the other kind',
    reason: 'what both need is in the interface; each can be replaced by itself',
    breaks: ({ from, to }) =>
      (inside('engine/sources/http')(from) && inside('engine/sources/sql')(to)) ||
      (inside('engine/sources/sql')(from) && (inside('engine/sources/http')(to) || to === 'undici')),
  },
  {
    name: 'templates know neither plans nor sources',
    reason: 'they put values into the parts of a request; which request it is, and who sends it, is for others to know',
    breaks: ({ from, to, typeOnly }) =>
      inside('engine/template')(from) &&
      (['compile', 'run', 'profile', 'shape'].some((folder) => inside(`engine/${folder}`)(to)) ||
        (inside('engine/sources')(to) && !typeOnly)),
  },
  {
    name: 'a durable write knows no source',
    reason: 'it is a protocol over ports: the model explores it with an ERP and a store in memory',
    breaks: ({ from, to, typeOnly }) =>
      durable(from) &&
      !durable(to) &&
      !typeOnly &&
      ![
        'engine/base/problem.ts',
        'engine/run/context/problem-of.ts',
        'engine/run/write/repeat-report.ts',
        'engine/sources/source.ts',
      ].includes(to),
  },
  {
    name: 'parsers of SQL are imported by the grammars alone',
    reason: 'each has a tree of its own; outside, a statement is what a reading says of it',
    breaks: ({ from, to }) =>
      ['@polyglot-sql/sdk', 'libpg-query'].includes(to) &&
      !['engine/sources/sql/grammar', 'engine/sources/sql/postgres/grammar', 'src/testing/stand-in'].some((home) =>
        inside(home)(from),
      ),
  },
  {
    name: 'neither engine nor service knows the doubles of ERPs',
    reason: 'they play ERPs for tests; a run of a suite loads that of the profile by its file',
    breaks: ({ to }) => inside('doubles')(to) || inside('profiles')(to),
  },
  {
    name: 'JSONata is imported by transform alone',
    reason: 'the library stands behind one function, so that it can be replaced',
    breaks: ({ from, to }) => to === 'jsonata' && !inside('engine/transform')(from),
  },
];

describe('who may import whom', () => {
  for (const { name, reason, breaks } of rules) {
    it(name, () => {
      expect(imports.filter(breaks).map(shown), reason).toEqual([]);
    });
  }

  it('finds imports at all: every rule would pass on none', () => {
    expect(imports.length).toBeGreaterThan(400);
    expect(imports.some(({ from, to }) => service(from) && to === 'engine/index.ts')).toBe(true);
    expect(imports.some(({ typeOnly }) => typeOnly)).toBe(true);
    expect(importsOf('src/a.ts', "import {\n  type B,\n  c,\n} from '../engine/run/read/read.ts';")).toEqual([
      { from: 'src/a.ts', to: 'engine/run/read/read.ts', typeOnly: false },
    ]);
    expect(importsOf('src/a.ts', "export { type B } from './b.ts'")).toEqual([
      { from: 'src/a.ts', to: 'src/b.ts', typeOnly: true },
    ]);
  });
});

describe('the machine', () => {
  it('process is used by the entry and the composition root alone: all else is told what it needs', () => {
    // Besides the program itself, what runs in the processes that work on SQLite files.
    const workers = ['worker-main', 'worker-watch'].map((name) => `engine/sources/sql/sqlite/${name}.ts`);
    const allowed = ['src/main.ts', 'src/entry.ts', ...workers];
    const build = inside('src/build');
    const users = sources.filter(({ code, imports: own }) => {
      return /(?<![\w.'"])process\.(?!\s)/.test(code) || own.some(({ to }) => to === 'node:process');
    });
    const others = users.map(({ file }) => file).filter((file) => !allowed.includes(file) && !build(file));
    expect(others).toEqual([]);
  });
});

describe('a durable write', () => {
  it('has no clock, timer or dice of its own: the model gives it its time', () => {
    const own = /\b(setTimeout|setInterval|setImmediate|performance|randomUUID)\b|Date\.now|new Date\(\)|Math\.random/;
    const users = sources.filter(({ file, code }) => durable(file) && own.test(code)).map(({ file }) => file);
    // Which does nothing but run passes from time to time.
    expect(users).toEqual(['engine/run/write/durable/completion-loop.ts']);
  });
});

/** Files that import each other at run time, as a path that ends where it began. */
function cycles(edges: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) found.push([...path.slice(at), file].join(' -> '));
    if (at >= 0 || done.has(file)) return;
    for (const next of edges.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of edges.keys()) visit(file, []);
  return found;
}

describe('cycles', () => {
  it('there are none at run time: each file can be understood, and loaded, after what it imports', () => {
    const edges = new Map(
      sources.map(({ file, imports: own }) => [file, own.filter(({ typeOnly }) => !typeOnly).map(({ to }) => to)]),
    );
    expect(cycles(edges)).toEqual([]);
  });

  it('finds one where there is one', () => {
    expect(
      cycles(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
    ).toEqual(['b -> c -> b']);
  });
});

describe('kinds of databases', () => {
  const home = /^engine\/sources\/sql\/(\w+)\/kind\.ts$/;
  const names = sources.flatMap(({ file }) => home.exec(file)?.[1] ?? []);
  const folders = names.map((name) => `engine/sources/sql/${name}`);
  const testServers = ['src/testing/databases', 'src/testing/servers', 'src/testing/stand-in'];
  const inString = new RegExp(`(['"\`])(?:${names.join('|')})\\1`);
  const namesKind = ({ code, imports: own }: Source): boolean =>
    inString.test(code) || own.some(({ to }) => folders.some((folder) => inside(folder)(to)));

  it('are named in their folders, by the list and by the internal entry of the engine: nothing else decides by the name of one', () => {
    const homes = [...folders, ...testServers];
    const others = sources.filter(({ file }) => !homes.some((home) => inside(home)(file)));
    expect(others.filter(namesKind).map(({ file }) => file)).toEqual([
      'engine/internal/index.ts',
      'engine/sources/sql/kinds/index.ts',
    ]);
  });

  it('are found where they are named', () => {
    const homes = sources.filter(({ file }) => folders.some((folder) => file === `${folder}/kind.ts`));
    expect(names.toSorted()).toEqual(['mssql', 'mysql', 'postgres', 'sqlite']);
    expect(homes.filter(namesKind)).toHaveLength(names.length);
  });
});
