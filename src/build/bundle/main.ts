/**
 * Makes offline bundles: archives with the program, its packages and the Node that it runs on. `npm run bundle -- linux-x64` makes one in
 * the folder `bundles`; without a name it makes all of them. The target machine needs neither npm nor Node.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { shellLauncher, windowsLauncher } from './launchers.ts';
import { licenseList } from './licenses.ts';
import { type PagePackage, pageComponents, pagePackages } from './page-packages.ts';
import { type Platform, platforms } from './platforms.ts';

const root = join(import.meta.dirname, '../../../..');
const output = join(root, 'bundles');
const manifest = z
  .looseObject({ name: z.string(), version: z.string(), files: z.array(z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

/** npm, with the Node that runs this script. On Windows npm is a script for cmd.exe. */
function npm(folder: string, ...args: readonly string[]): string {
  const isWindows = process.platform === 'win32';
  return execFileSync(isWindows ? 'npm.cmd' : 'npm', [...args], { cwd: folder, encoding: 'utf8', shell: isWindows });
}

/** The files that the package publishes, as `npm pack` lists them. */
function publishedFiles(): readonly string[] {
  const listed = z
    .array(z.object({ files: z.array(z.object({ path: z.string() })) }))
    .parse(JSON.parse(npm(root, 'pack', '--dry-run', '--json', '--ignore-scripts')));
  return listed.flatMap(({ files }) => files.map(({ path }) => path));
}

/** Copies the program and installs its packages for the platform. Runs no install script of any package. */
function installApp(app: string, { os, cpu }: Platform): void {
  for (const path of publishedFiles()) cpSync(join(root, path), join(app, path));
  cpSync(join(root, 'package-lock.json'), join(app, 'package-lock.json'));
  npm(app, 'ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--os', os, '--cpu', cpu);
}

const bomSchema = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({}) }),
  components: z.array(z.looseObject({})),
});

const packagesOfPage = (app: string): readonly PagePackage[] =>
  pagePackages(readFileSync(join(app, 'dist/studio/licenses.md'), 'utf8'));

/**
 * The software bill of materials of the installed packages, in CycloneDX's JSON. It is made without the manifest's development packages: with
 * `--omit dev`, npm also leaves out packages that both need. npm names the project after its folder.
 */
function sbom(app: string): string {
  writeFileSync(join(app, 'package.json'), `${JSON.stringify({ ...manifest, devDependencies: undefined }, null, 2)}\n`);
  const bom = bomSchema.parse(JSON.parse(npm(app, 'sbom', '--sbom-format', 'cyclonedx')));
  const component = { ...bom.metadata.component, name: manifest.name, type: 'application' };
  const components = [...bom.components, ...pageComponents(packagesOfPage(app), bom.components)];
  return `${JSON.stringify({ ...bom, metadata: { ...bom.metadata, component }, components }, null, 2)}\n`;
}

/** Removes what a bundle does not need: Node packages, and binaries of other platforms. */
function prune(app: string, { sqlite, node: [nodePackage] }: Platform): void {
  const modules = join(app, 'node_modules');
  rmSync(join(modules, nodePackage), { recursive: true });
  const prebuilds = join(modules, 'better-sqlite3/prebuilds');
  for (const file of readdirSync(prebuilds)) if (file !== sqlite) rmSync(join(prebuilds, file));
  for (const folder of ['deps', 'src']) rmSync(join(modules, 'better-sqlite3', folder), { recursive: true });
}

/** Makes the archive of a platform. Returns its path. */
function makeBundle(platform: Platform): string {
  const name = `engine-${manifest.version}-${platform.name}`;
  const folder = join(output, name);
  const app = join(folder, 'app');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(app, { recursive: true });
  installApp(app, platform);
  const [nodePackage, file] = platform.node;
  const isWindows = platform.os === 'win32';
  const node = join(folder, isWindows ? 'node.exe' : 'node');
  cpSync(join(app, 'node_modules', nodePackage, file), node);
  chmodSync(node, 0o755);
  writeFileSync(join(folder, 'sbom.cdx.json'), sbom(app));
  writeFileSync(join(folder, 'LICENSES.txt'), licenseList(join(app, 'node_modules'), packagesOfPage(app)));
  prune(app, platform);
  const launcher = join(folder, isWindows ? 'engine.cmd' : 'engine');
  writeFileSync(launcher, isWindows ? windowsLauncher : shellLauncher);
  chmodSync(launcher, 0o755);
  const archive = join(output, `${name}.tar.gz`);
  execFileSync('tar', ['-czf', archive, '-C', output, '--owner=0', '--group=0', name]);
  return archive;
}

function main(names: readonly string[]): void {
  const unknown = names.filter((name) => platforms.every((platform) => platform.name !== name));
  if (unknown.length > 0) {
    const platformNames = platforms.map(({ name }) => name).join(', ');
    process.stderr.write(`There is no platform ${unknown.join(', ')}. Platforms: ${platformNames}.\n`);
    process.exitCode = 2;
    return;
  }
  if (!existsSync(output)) mkdirSync(output);
  for (const platform of platforms) {
    if (names.length === 0 || names.includes(platform.name)) process.stdout.write(`${makeBundle(platform)}\n`);
  }
}

main(process.argv.slice(2));
