/**
 * Bundles the program: the built modules and most packages become a few files in dist/program, of which `entry.js` and `service-entry.js` are
 * executables. A service then loads 60 files instead of 1,450, which halves the processor time of its start, and keeps less text in memory. The
 * last step of `npm run build`.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { packageFolders } from './package-folders.ts';
import { projectFolder } from './project-folder.ts';

const dist = join(projectFolder(import.meta.dirname), 'dist');
const target = join(dist, 'program');

/** Files that are started or imported by their path at run time: they keep their names. */
const entries = {
  entry: 'src/entry.js',
  'service-entry': 'src/service-entry.js',
  'worker-main': 'engine/sources/sql/sqlite/worker-main.js',
  'worker-watch': 'engine/sources/sql/sqlite/worker-watch.js',
};

/** Packages that load binaries, WebAssembly or other files by path, and drivers: the packages that an installation of the program needs. */
const installed = 'better-sqlite3 pg mysql2 libpg-query @polyglot-sql/sdk'.split(' ');
/** Drivers that knex and others name, and this program does not have. */
const absent = 'mariadb mysql oracledb pg-native pg-query-stream sqlite3'.split(' ');

const isOutside = (id: string): boolean =>
  [...installed, ...absent].some((name) => id === name || id.startsWith(`${name}/`));

/**
 * Replaces modules that are named and not used by an empty one. The driver of SQL Server names the packages of Azure, 50 MB, for logins that this program does not
 * have: it logs in with a password or by NTLM (engine/sources/sql/mssql/config.ts). knex, which runs no statement here, names that driver, and would bring it into
 * the start of each service.
 */
const withoutUnused: Plugin = {
  name: 'without-unused',
  resolveId: (id, importer = '') =>
    id.startsWith('@azure/') || (id === 'tedious' && importer.includes('/knex/')) ? '\0unused' : undefined,
  load: (id) => (id === '\0unused' ? 'export {};' : undefined),
};

/** `engine/sources/sql/text/builder.ts` loads knex at its first use; in a bundle, `require` does that. */
const lazyKnex: Plugin = {
  name: 'lazy-knex',
  transform: (code) => code.replace("createRequire(import.meta.url)('knex')", "require('knex')"),
};

/**
 * Letters occur only in literals of strings, templates and regular expressions, which all know this escape. Throws where it would change a value.
 */
function escapeLetters(code: string, file: string): string {
  const [raw] = /\\[\u0080-\uffff]|String\.raw`[^`]*[\u0080-\uffff][^`]*`/.exec(code) ?? [];
  if (raw !== undefined) throw new Error(`${file} has a letter that cannot be escaped: ${raw}`);
  return code.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** V8 keeps a text with one letter outside ASCII in twice the memory. */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk') file.code = escapeLetters(file.code, file.fileName);
    }
  },
};

const bundle = await rolldown({
  input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(dist, path)])),
  platform: 'node',
  external: isOutside,
  onLog(level, { message }) {
    if (level === 'warn') throw new Error(message);
  },
  plugins: [lazyKnex, withoutUnused],
});
rmSync(target, { recursive: true, force: true });
const { output } = await bundle.write({
  dir: target,
  format: 'esm',
  plugins: [asciiOnly],
  // Names stay, so that stack traces can be read.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
});
const folders = packageFolders(output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])));
writeFileSync(join(target, 'packages.json'), `${JSON.stringify({ installed, bundled: folders }, null, 1)}\n`);
// npx makes them executable only when it sees the folder for the first time, not for a new clone in the same place.
for (const file of ['entry.js', 'service-entry.js']) chmodSync(join(target, file), 0o755);
// Only a checkout knows its commit. `-dirty`: with changes that are not committed.
const described = spawnSync('git', ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'], {
  cwd: dist,
  encoding: 'utf8',
});
if (described.status === 0) writeFileSync(join(target, 'commit'), described.stdout);
