/** Checks that exchanges and statements of a case name an existing source where a name is needed. */

import type { Path } from '../../base/place.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { suggestion } from '../../diagnostics/did-you-mean.ts';
import type { ProfileDocument } from '../../profile/yaml/document.ts';
import type { DeclaredSource } from './declared.ts';
import type { Case } from './schema.ts';

const kinds = { http: 'reached by HTTP', sql: 'a database' } as const;

/** Faults of `use` in the case at `path`. */
export function sourceFaults(
  one: Case,
  path: Path,
  document: ProfileDocument,
  sources: readonly DeclaredSource[],
): readonly Diagnostic[] {
  return (['http', 'sql'] as const).flatMap((key) => {
    const sourceNames = sources.filter(({ kind }) => (kind === 'http') === (key === 'http')).map(({ name }) => name);
    const several = `Several sources of the profile are ${kinds[key]}, and this does not say which one is meant.`;
    return (one[key] ?? []).flatMap(({ use }, index): readonly Diagnostic[] => {
      const at = [...path, key, index];
      if (use !== undefined && !sourceNames.includes(use)) {
        const message = `No source of the profile that is ${kinds[key]} has the name "${use}".`;
        const place = document.place([...at, 'use']);
        return [{ code: 'MAP221', severity: 'error', message, ...suggestion(use, sourceNames), place }];
      }
      if (sourceNames.length === 0) {
        const message = `No source of the profile is ${kinds[key]}.`;
        const hint = `Take \`${key}\` away, or correct the profile.`;
        return [{ code: 'MAP221', severity: 'error', message, hint, place: document.place(at) }];
      }
      if (use !== undefined || sourceNames.length === 1 || key === 'sql') return [];
      const hint = `Add \`use\`: ${sourceNames.join(' or ')}.`;
      return [{ code: 'MAP222', severity: 'error', message: several, hint, place: document.place(at) }];
    });
  });
}
