/** Texts that an assistant may not write, because other tools would read or execute them outside of the profile's folder. */
import { isAbsolute, join } from 'node:path';
import { isMap, isScalar, parseDocument, visit } from 'yaml';
import { databaseKinds } from '../../../engine/index.ts';
import { masked } from '../../../engine/internal/index.ts';
import { Refused } from '../../studio/access/folder.ts';
import { partsOf } from '../../testing/fixture-files/statements.ts';
import type { Workbench } from '../session/workbench.ts';

/** A base profile outside of the folder could be any file of the machine. */
function refuseForeignBase(text: string): void {
  const { contents } = parseDocument(text, { keepSourceTokens: false });
  const base = isMap(contents) ? contents.get('extends', true) : undefined;
  const given = isScalar(base) ? String(base.value) : '';
  if (isAbsolute(given) || given.split(/[\\/]/).includes('..'))
    throw new Refused(`\`extends: ${given}\` leads out of the profile's folder. Extend a shipped profile by its name.`);
}

/** The SQL in a file of cases: what `stored` reads from the fixture. */
function queriesIn(text: string): readonly string[] {
  const queries: string[] = [];
  visit(parseDocument(text, { keepSourceTokens: false }), {
    Pair(_key, { key, value }) {
      if (isScalar(key) && key.value === 'query' && isScalar(value)) queries.push(String(value.value));
    },
  });
  return queries;
}

/** Fixtures are executed on databases for tests. Their statements may not reach files, programs or other servers. */
function refuseOutside(name: string, scripts: readonly string[]): void {
  for (const kind of databaseKinds) {
    const statements = scripts
      .flatMap((script) => partsOf(script, kind))
      .flatMap((part) => (part.kind === 'statement' ? [part.sql] : []));
    const found = statements.find((sql) => kind.statements.outside.test(masked(sql, kind.dialect.lexicon).trim()));
    if (found === undefined) continue;
    const shown = found.trim().slice(0, 100);
    throw new Refused(`${name} is not written: a statement reaches files, programs or other servers: ${shown}`);
  }
}

/** Throws `Refused`. The check of SQL looks at its text only: a server for tests should have no rights outside of its databases. */
export function refuseUnsafe(
  { profileFile, root }: Pick<Workbench, 'profileFile' | 'root'>,
  name: string,
  text: string,
): void {
  if (join(root, name) === profileFile) refuseForeignBase(text);
  else if (/\.sql$/i.test(name)) refuseOutside(name, [text]);
  else if (/\.ya?ml$/i.test(name)) refuseOutside(name, queriesIn(text));
}
