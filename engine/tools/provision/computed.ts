/** Whether the numbers of an endpoint are the ERP's own, or made by the profile or the engine. */

import type { Path } from '../../base/place.ts';
import type { WrittenEndpoint } from '../../profile/schema/index.ts';
import type { DatabaseKind } from '../../sources/sql/kind.ts';
import { tokenize } from '../../sources/sql/text/tokens.ts';
import { compileExpression } from '../../transform/expression.ts';
import type { AnyRead } from '../lineage/trace.ts';
import { readsOf } from './reads.ts';

/** A statement of the profile as it is sent. */
export interface SentStatement {
  readonly path: Path;
  readonly sql: string;
  readonly databaseKind: DatabaseKind;
}

/** A number that is rounded is a result. */
const makers: ReadonlySet<string> = new Set(['total', 'sum', 'count', 'average', 'round']);

/** What a statement makes numbers by, outside of texts and comments. */
function madeBySql({ sql, databaseKind }: SentStatement): readonly string[] {
  const code = tokenize(sql, databaseKind.dialect.lexicon).map(({ kind, start, end }) =>
    kind === 'code' ? sql.slice(start, end) : ' ',
  );
  return [...code.join('').matchAll(/\b(SUM|COUNT|AVG|ROUND)\s*\(/gi)].map(([, name = '']) => name.toUpperCase());
}

function madeByExpressions({ fields, rows, where }: AnyRead): readonly string[] {
  const texts = [...Object.values(fields ?? {}), rows, where].filter((text) => text !== undefined);
  return texts.flatMap((text) => {
    const compiled = compileExpression(text);
    return compiled.ok ? compiled.expression.calls.map(({ name }) => name).filter((name) => makers.has(name)) : [];
  });
}

/**
 * What makes the numbers of an endpoint; none where they are the ERP's own. `isSingle`: its answer is one value or one set of them, so
 * that several reads in `first` are rules of which one decides. `statements` are those of its reads.
 */
export function computedBy(
  spec: WrittenEndpoint,
  isSingle: boolean,
  statements: readonly SentStatement[],
): readonly string[] {
  if (spec.statement !== undefined) return ['the engine adds up entries'];
  if (spec.write !== undefined) {
    const executes = spec.write.some((step) => Object.values(step).some(({ exec }) => exec !== undefined));
    return executes ? ["statements into the ERP's tables"] : [];
  }
  const rules = isSingle ? (spec.first?.length ?? 1) : 1;
  const made = [
    ...statements.flatMap(madeBySql),
    ...readsOf(spec)
      .flatMap(madeByExpressions)
      .map((name) => `$${name}`),
  ];
  return [...(rules > 1 ? [`the first of ${rules} reads that has one`] : []), ...new Set(made)];
}
