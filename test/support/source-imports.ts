/** The imports between the files of engine/ and src/, for the architecture tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export interface Import {
  readonly from: string;
  /** A file of the project, relative to its root, or a package name. */
  readonly to: string;
  /** True if only types are imported, so that nothing is loaded at run time. */
  readonly typeOnly: boolean;
}

export interface SourceFile {
  readonly file: string;
  /** The text without comments. */
  readonly code: string;
  readonly imports: readonly Import[];
}

/** The package of an imported module: `pg` of `pg/lib/client.js`. */
export const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

const staticImport = /^(?:import|export)\s+(type\s+)?((?:[^'";]*?)\s+from\s+)?'([^']+)';?/gm;
const dynamicImport = /\b(typeof\s+)?import\(\s*'([^']+)'\s*\)/g;

function isTypeOnly(marked: string | undefined, names: string | undefined): boolean {
  if (marked !== undefined) return true;
  const list = /^\{([^}]*)\}\s+from\s*$/.exec(names ?? '')?.[1];
  const items = list
    ?.split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return items !== undefined && items.length > 0 && items.every((item) => item.startsWith('type '));
}

/** The imports in the text of a file, including dynamic imports and `typeof import(...)`. */
export function importsOf(file: string, code: string): readonly Import[] {
  const resolved = (to: string): string => (to.startsWith('.') ? relative(root, join(root, dirname(file), to)) : to);
  return [
    ...[...code.matchAll(staticImport)].map(([, marked, names, to = '']) => ({
      from: file,
      to: resolved(to),
      typeOnly: isTypeOnly(marked, names),
    })),
    ...[...code.matchAll(dynamicImport)].map(([, typeQuery, to = '']) => ({
      from: file,
      to: resolved(to),
      typeOnly: typeQuery !== undefined,
    })),
  ];
}

/** What a program loads at run time from one of these files on, also by dynamic imports: files of the project, and names of packages. */
export function loadedFrom(...entries: readonly string[]): ReadonlySet<string> {
  const importsOfFile = new Map(sourceFiles('engine', 'src').map(({ file, imports }) => [file, imports]));
  const loaded = new Set<string>();
  const queue = [...entries];
  for (let item = queue.pop(); item !== undefined; item = queue.pop()) {
    if (loaded.has(item)) continue;
    loaded.add(item);
    for (const { to, typeOnly } of importsOfFile.get(item) ?? []) {
      if (!typeOnly) queue.push(/^(engine|src)\//.test(to) ? to : packageOf(to));
    }
  }
  return loaded;
}

/** All source files in the given folders of the project. */
export function sourceFiles(...folders: readonly string[]): readonly SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => {
        const file = join(folder, name);
        const code = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
        return { file, code, imports: importsOf(file, code) };
      }),
  );
}
