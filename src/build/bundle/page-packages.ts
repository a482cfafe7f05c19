/** The packages that are built into the page of the studio: they are in no `node_modules` of a bundle, but in its files. */

export interface PagePackage {
  readonly name: string;
  readonly version: string;
  /** SPDX identifier. */
  readonly license: string;
  /** The text of its licence. */
  readonly text: string;
}

/** Reads the list that the build of the page has written. Throws if it is empty: then its form has changed. */
export function pagePackages(list: string): readonly PagePackage[] {
  const packages = list.split(/^## /m).flatMap((section): readonly PagePackage[] => {
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

/** Components of CycloneDX for the packages that the bill of materials does not have yet. */
export function pageComponents(packages: readonly PagePackage[], components: readonly Component[]): readonly object[] {
  return packages
    .filter(({ name, version }) => !components.some((one) => one.name === name && one.version === version))
    .map(({ name, version, license }) => ({
      'bom-ref': `${name}@${version}`,
      type: 'library',
      name,
      version,
      scope: 'required',
      description: 'Part of the page of engine studio.',
      purl: `pkg:npm/${name.replace(/^@/, '%40')}@${version}`,
      licenses: [{ license: { id: license } }],
    }));
}
