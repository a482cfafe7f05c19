/** The documents in the ERPs after a day, against what callers were answered. */
import { storedDocuments } from '../../companies/database.ts';
import { isByHttp } from '../../companies/installation.ts';
import type { Stage } from './stage.ts';

interface DocumentCheck {
  readonly documents: number;
  readonly faults: readonly string[];
}

/** `written`: the id that was answered, by company and key. Each such key is one document with this id; no key has two. */
export async function checkDocuments(
  { all, web, erp }: Pick<Stage, 'all' | 'web' | 'erp'>,
  written: ReadonlyMap<string, string>,
): Promise<DocumentCheck> {
  const faults: string[] = [];
  const missing = new Map(written);
  let documents = 0;
  for (const company of all) {
    const stored = isByHttp(company) ? web.documents(company) : await storedDocuments(erp, company);
    documents += stored.length;
    for (const [ref, sameRef] of Map.groupBy(stored, (document) => document.ref)) {
      const name = `${company.name} ${ref}`;
      missing.delete(name);
      const ids = sameRef.map(({ id }) => id);
      const answered = written.get(name);
      if (ids.length > 1) faults.push(`${name}: the documents ${ids.join(', ')}`);
      if (answered !== undefined && !ids.includes(answered))
        faults.push(`${name}: document ${ids[0]}, answered ${answered}`);
    }
  }
  return {
    documents,
    faults: [...faults, ...[...missing.keys()].map((name) => `${name} was answered, and is not in the ERP`)],
  };
}
