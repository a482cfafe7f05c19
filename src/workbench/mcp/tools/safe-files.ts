/** Texts that an assistant may not write, because other tools would read or execute them outside of the profile's folder. */
import { isAbsolute, join } from 'node:path';
import { isAlias, isMap, isScalar, visit } from 'yaml';
import { masked } from '../../../../engine/host/index.ts';
import { databaseKinds } from '../../../../engine/index.ts';
import { composeYaml } from '../../../../engine/tools/index.ts';
import { Refused } from '../../operations/access/folder.ts';
import { partsOf } from '../../testing/fixture-files/statements.ts';
import type { Workbench } from '../session/workbench.ts';

type Yaml = Extract<ReturnType<typeof composeYaml>, { readonly ok: true }>['document'];

/** The YAML of a text. An alias is resolved as the engine resolves it: the latest anchor of that name before it. */
function yamlOf(name: string, text: string): Yaml {
  const composed = composeYaml(text);
  if (!composed.ok) throw new Refused(`${name} is not written: it is nested too deeply.`);
  return composed.document;
}

const scalarText = (document: Yaml, node: unknown): string | undefined => {
  const target = isAlias(node) ? node.resolve(document) : node;
  return isScalar(target) ? String(target.value) : undefined;
};

/** A base profile outside of the folder could be any file of the machine. A file of cases or of a fixture can be a base, too. */
function refuseForeignBase(document: Yaml): void {
  const { contents } = document;
  const given = scalarText(document, isMap(contents) ? contents.get('extends', true) : undefined) ?? '';
  if (isAbsolute(given) || given.split(/[\\/]/).includes('..'))
    throw new Refused(`\`extends: ${given}\` leads out of the profile's folder. Extend a shipped profile by its name.`);
}

/** The SQL in a file of cases: what `stored` reads from the fixture. */
function queriesIn(document: Yaml): readonly string[] {
  const queries: string[] = [];
  visit(document, {
    Pair(_key, { key, value }) {
      const query = scalarText(document, key) === 'query' ? scalarText(document, value) : undefined;
      if (query !== undefined) queries.push(query);
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
    const unsafeStatement = statements.find((sql) =>
      kind.statements.outside.test(masked(sql, kind.dialect.lexicon).trim()),
    );
    if (unsafeStatement === undefined) continue;
    const shown = unsafeStatement.trim().slice(0, 100);
    throw new Refused(`${name} is not written: a statement reaches files, programs or other servers: ${shown}`);
  }
}

/** Throws `Refused`. The check of SQL looks at its text only: a server for tests should have no rights outside of its databases. */
export function refuseUnsafe(
  { profileFile, root }: Pick<Workbench, 'profileFile' | 'root'>,
  name: string,
  text: string,
): void {
  if (/\.sql$/i.test(name)) refuseOutside(name, [text]);
  const isProfile = join(root, name) === profileFile;
  if (!isProfile && !/\.ya?ml$/i.test(name)) return;
  const document = yamlOf(name, text);
  refuseForeignBase(document);
  if (!isProfile) refuseOutside(name, queriesIn(document));
}
