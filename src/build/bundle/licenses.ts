/** The list of licences of the packages that a bundle contains. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { PagePackage } from './page-packages.ts';

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.object({ type: z.string() }).transform(({ type }) => type)]).optional(),
});

/** Folders of all packages below a `node_modules`, nested ones included. */
function packageFolders(modules: string): readonly string[] {
  if (!existsSync(modules)) return [];
  const names = readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => join(name, inner)) : [name],
  );
  const folders = names.map((name) => join(modules, name)).filter((folder) => existsSync(join(folder, 'package.json')));
  return folders.flatMap((folder) => [folder, ...packageFolders(join(folder, 'node_modules'))]);
}

const licenceFile = /^(licen[cs]e|copying|notice)/i;

/** One section for each package: name, version, licence, and the text of its licence files. Sorted by name. `others`: packages without a folder. */
export function licenseList(modules: string, others: readonly PagePackage[]): string {
  const installed = packageFolders(modules).map((folder) => {
    const { name, version, license } = manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
    const texts = readdirSync(folder)
      .filter((file) => licenceFile.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8').trim());
    return `${name} ${version}: ${license ?? 'no licence stated'}\n\n${texts.join('\n\n')}`.trim();
  });
  const built = others.map(({ name, version, license, text }) => `${name} ${version}: ${license}\n\n${text}`.trim());
  const sections = [...new Set([...installed, ...built])];
  return `${sections.sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
