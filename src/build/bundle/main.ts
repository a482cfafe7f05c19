/**
 * Makes what an operator installs, in the folder `bundles`. `npm run bundle -- linux-x64` makes an offline bundle for a platform: an archive with the program, its
 * packages and the Node that it runs on, whose target machine needs neither npm nor Node. `npm run bundle -- npm` makes a package for npm. Without a name it makes all.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shellLauncher, windowsLauncher } from './launchers.ts';
import { packageName } from './package-name.ts';
import { type Platform, platforms } from './platforms.ts';
import { buildVersion, installProgram, licensesOf, nodePackages, root, sbomOf } from './program-package.ts';

const output = join(root, 'bundles');

/** An empty folder in `bundles`. */
function emptyFolder(name: string): string {
  const folder = join(output, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Writes the archive of a folder in `bundles`, and returns its path. */
function archive(file: string, folder: string): string {
  const path = join(output, file);
  execFileSync('tar', ['-czf', path, '-C', output, '--owner=0', '--group=0', folder]);
  return path;
}

/** Removes what a bundle does not need: Node's package, binaries of other platforms, and sources in C. */
function prune(app: string, { sqlite, node: [nodePackage] }: Platform): void {
  const modules = join(app, 'node_modules');
  rmSync(join(modules, nodePackage), { recursive: true });
  const prebuilds = join(modules, 'better-sqlite3/prebuilds');
  for (const file of readdirSync(prebuilds)) if (file !== sqlite) rmSync(join(prebuilds, file));
  for (const folder of ['deps', 'src']) rmSync(join(modules, 'better-sqlite3', folder), { recursive: true });
}

/** Makes the archive of a platform. Returns its path. */
function makeBundle(platform: Platform): string {
  const name = `engine-${buildVersion()}-${platform.name}`;
  const folder = emptyFolder(name);
  const app = join(folder, 'app');
  const [nodePackage, file] = platform.node;
  installProgram(app, [nodePackage], ['--os', platform.os, '--cpu', platform.cpu]);
  const isWindows = platform.os === 'win32';
  const node = join(folder, isWindows ? 'node.exe' : 'node');
  cpSync(join(app, 'node_modules', nodePackage, file), node);
  chmodSync(node, 0o755);
  writeFileSync(join(folder, 'sbom.cdx.json'), sbomOf(app));
  writeFileSync(join(folder, 'LICENSES.txt'), licensesOf(app));
  prune(app, platform);
  const launcher = join(folder, isWindows ? 'engine.cmd' : 'engine');
  writeFileSync(launcher, isWindows ? windowsLauncher : shellLauncher);
  chmodSync(launcher, 0o755);
  return archive(`${name}.tar.gz`, name);
}

/** Makes the package for npm, which installs the packages that are not built in. Returns its path. */
function makePackage(): string {
  // npm expects this name in the archive.
  const app = emptyFolder('package');
  installProgram(app, nodePackages(), []);
  writeFileSync(join(app, 'sbom.cdx.json'), sbomOf(app));
  writeFileSync(join(app, 'LICENSES.txt'), licensesOf(app));
  rmSync(join(app, 'node_modules'), { recursive: true });
  return archive(`${packageName}-${buildVersion()}.tgz`, 'package');
}

const makers = new Map<string, () => string>([
  ...platforms.map((platform) => [platform.name, () => makeBundle(platform)] as const),
  ['npm', makePackage],
]);

function main(names: readonly string[]): void {
  const unknown = names.filter((name) => !makers.has(name));
  if (unknown.length > 0) {
    process.stderr.write(`There is no bundle ${unknown.join(', ')}. Bundles: ${[...makers.keys()].join(', ')}.\n`);
    process.exitCode = 2;
    return;
  }
  for (const [name, make] of makers)
    if (names.length === 0 || names.includes(name)) process.stdout.write(`${make()}\n`);
}

main(process.argv.slice(2));
