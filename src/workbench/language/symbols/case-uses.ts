/** Where a file with cases uses names of the profile: settings, facts and sources. */
import { scanYaml } from '../yaml/scan.ts';
import type { Occurrence, SymbolKind } from './occurrences.ts';

const sections: Readonly<Record<string, SymbolKind>> = { settings: 'setting', facts: 'fact' };

/** Lists of a case whose entries name a source with `use`. */
const lists = new Set<unknown>(['http', 'sql', 'stored']);

/** The uses in a text, in its order. It may be incomplete. */
export function usesInCases(text: string): readonly Occurrence[] {
  return scanYaml(text).flatMap(({ path, key, value, style, bare }): readonly Occurrence[] => {
    const [section, second] = path;
    const kind = typeof section === 'string' && Object.hasOwn(sections, section) ? sections[section] : undefined;
    const undeclaredUse = { owner: undefined, isDeclaration: false };
    if (kind !== undefined && path.length === 2 && key !== undefined && !bare)
      return [{ ...undeclaredUse, kind, name: String(second), span: key }];
    const isSource = section === 'cases' && path.length === 5 && lists.has(path[2]) && path[4] === 'use';
    if (!isSource || style === 'none' || style === 'map' || style === 'list') return [];
    return [{ ...undeclaredUse, kind: 'source', name: text.slice(value.start, value.end), span: value }];
  });
}
