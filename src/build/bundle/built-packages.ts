/** The packages that are built into the files of the program: they are in no `node_modules` of an installation. */
import type { LicensedPackage } from './licenses.ts';

/** Reads the list that the build of the studio's page has written. Throws if it is empty: then its form has changed. */
export function pagePackages(list: string): readonly LicensedPackage[] {
  const packages = list.split(/^## /m).flatMap((section): readonly LicensedPackage[] => {
    const [, name, version, license, text] = /^(\S+) - (\S+) \((.+)\)\n([\s\S]*)$/.exec(section) ?? [];
    if (name === undefined || version === undefined || license === undefined) return [];
    return [{ name, version, license, text: (text ?? '').trim() }];
  });
  if (packages.length === 0) throw new Error('The list of licences of the page names no package.');
  return packages;
}

interface Component {
  readonly name?: unknown;
  readonly version?: unknown;
}

/** Components of CycloneDX for the packages that the bill of materials does not have yet, each once. */
export function builtComponents(
  packages: readonly LicensedPackage[],
  components: readonly Component[],
): readonly object[] {
  const references = new Set(components.map(({ name, version }) => `${name}@${version}`));
  return packages.flatMap(({ name, version, license }) => {
    const reference = `${name}@${version}`;
    if (references.has(reference)) return [];
    references.add(reference);
    return [
      {
        'bom-ref': reference,
        type: 'library',
        name,
        version,
        scope: 'required',
        description: 'Built into the files of the program.',
        purl: `pkg:npm/${name.replace(/^@/, '%40')}@${version}`,
        licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }],
      },
    ];
  });
}
