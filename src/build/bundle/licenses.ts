/** The licences of packages, as `LICENSES.txt` and the bill of materials have them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export interface LicensedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX identifier or expression, or what the package states. */
  readonly license: string;
  /** The text of its licence files; empty if it has none. */
  readonly text: string;
}

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.object({ type: z.string() }).transform(({ type }) => type)]).optional(),
});

const licenceFile = /^(licen[cs]e|copying|notice)/i;

/** The package in a folder. */
export function licensedPackage(folder: string): LicensedPackage {
  const { name, version, license } = manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const texts = readdirSync(folder)
    .filter((file) => licenceFile.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return { name, version, license: license ?? 'no licence stated', text: texts.join('\n\n') };
}

/** Folders of all packages below a `node_modules`, nested ones included. */
export function installedFolders(modules: string): readonly string[] {
  if (!existsSync(modules)) return [];
  const names = readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => join(name, inner)) : [name],
  );
  const folders = names.map((name) => join(modules, name)).filter((folder) => existsSync(join(folder, 'package.json')));
  return folders.flatMap((folder) => [folder, ...installedFolders(join(folder, 'node_modules'))]);
}

/** One section for each package: name, version, licence and text. Sorted by name. */
export function licenseList(packages: readonly LicensedPackage[]): string {
  const sections = packages.map(({ name, version, license, text }) =>
    `${name} ${version}: ${license}\n\n${text}`.trim(),
  );
  return `${[...new Set(sections)].toSorted().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
