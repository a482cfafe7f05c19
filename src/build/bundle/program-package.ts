/**
 * The program as a package without the library: `dist/program` has nearly all packages built in, so that an installation needs only those that load
 * binaries or other files by path.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { builtComponents, pagePackages } from './built-packages.ts';
import { installedFolders, type LicensedPackage, licensedPackage, licenseList } from './licenses.ts';
import { packageName } from './package-name.ts';

export const root = join(import.meta.dirname, '../../../..');

const versions = z.record(z.string(), z.string());
const manifest = z
  .looseObject({ version: z.string(), dependencies: versions, optionalDependencies: versions })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

const { installed, bundled } = z
  .object({ installed: z.array(z.string()), bundled: z.array(z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'dist/program/packages.json'), 'utf8')));

/** `0.2.0`, and before a release with the commit: `0.2.0-dev+3ebc878e12ab`. */
export function buildVersion(): string {
  const commit = join(root, 'dist/program/commit');
  const isRelease = !manifest.version.includes('-');
  return isRelease || !existsSync(commit)
    ? manifest.version
    : `${manifest.version}+${readFileSync(commit, 'utf8').trim()}`;
}

/** npm, with the Node that runs this script. On Windows npm is a script for cmd.exe. */
function npm(folder: string, ...args: readonly string[]): string {
  const isWindows = process.platform === 'win32';
  return execFileSync(isWindows ? 'npm.cmd' : 'npm', [...args], { cwd: folder, encoding: 'utf8', shell: isWindows });
}

/** Published files that only users of the library, or readers of the documentation in a browser, need. */
const unneeded = /^(?:dist\/(?:engine|src)|doubles|docs\/studio)\//;

/** The files of the package, as `npm pack` lists them for the whole project. */
function programFiles(): readonly string[] {
  const listed = z
    .array(z.object({ files: z.array(z.object({ path: z.string() })) }))
    .parse(JSON.parse(npm(root, 'pack', '--dry-run', '--json', '--ignore-scripts')));
  return listed.flatMap(({ files }) => files.map(({ path }) => path)).filter((path) => !unneeded.test(path));
}

/** The entries of the project's manifest that the program has, too. `nodes`: the packages with Node for platforms. */
function programManifest(nodes: readonly string[]): object {
  const { description, type, license, bin, engines, dependencies, optionalDependencies } = manifest;
  const needed = Object.entries(dependencies).filter(([name]) => installed.includes(name));
  const optional = Object.entries(optionalDependencies).filter(([name]) => nodes.includes(name));
  return {
    ...{ name: packageName, version: manifest.version, description, private: true, type, license, bin, engines },
    ...{ dependencies: Object.fromEntries(needed), optionalDependencies: Object.fromEntries(optional) },
  };
}

/** All packages with Node, one for each platform. */
export const nodePackages = (): readonly string[] =>
  Object.keys(manifest.optionalDependencies).filter((name) => name.startsWith('node-'));

/**
 * Copies the files of the program into a folder and installs its packages for the platform, in the versions of the lockfile. Runs no install script of any
 * package.
 */
export function installProgram(app: string, nodes: readonly string[], platformFlags: readonly string[]): void {
  for (const path of programFiles()) cpSync(join(root, path), join(app, path));
  const lock = join(app, 'package-lock.json');
  cpSync(join(root, 'package-lock.json'), lock);
  writeFileSync(join(app, 'package.json'), `${JSON.stringify(programManifest(nodes), null, 2)}\n`);
  npm(app, 'install', '--ignore-scripts', '--no-audit', '--no-fund', ...platformFlags);
  rmSync(lock);
}

/** The packages that are built into the program and into the page of the studio. */
const builtPackages = (): readonly LicensedPackage[] => [
  ...bundled.map((folder) => licensedPackage(join(root, folder))),
  ...pagePackages(readFileSync(join(root, 'dist/studio/licenses.md'), 'utf8')),
];

/** The licences of all packages of an installed program: those that are built in, and those in its folder. */
export function licensesOf(app: string): string {
  return licenseList([...builtPackages(), ...installedFolders(join(app, 'node_modules')).map(licensedPackage)]);
}

const bomSchema = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({}) }),
  components: z.array(z.looseObject({})),
});

/** The software bill of materials of an installed program, in CycloneDX's JSON. npm names the project after its folder. */
export function sbomOf(app: string): string {
  const bom = bomSchema.parse(JSON.parse(npm(app, 'sbom', '--sbom-format', 'cyclonedx')));
  const component = { ...bom.metadata.component, name: packageName, type: 'application' };
  const components = [...bom.components, ...builtComponents(builtPackages(), bom.components)];
  return `${JSON.stringify({ ...bom, metadata: { ...bom.metadata, component }, components }, null, 2)}\n`;
}
