/** Whether the numbers of an endpoint are the ERP's own, or computed by the profile or the engine. */

import type { Path } from '../../base/place.ts';
import type { WrittenEndpoint } from '../../profile/schema/index.ts';
import type { DatabaseKind } from '../../sources/sql/kind.ts';
import { tokenize } from '../../sources/sql/text/tokens.ts';
import { compileExpression } from '../../transform/expression.ts';
import type { AnyRead } from '../lineage/trace.ts';
import { readsOf } from './reads.ts';

/** A statement of the profile in its final form. */
export interface SentStatement {
  readonly path: Path;
  readonly sql: string;
  readonly databaseKind: DatabaseKind;
}

/** A rounded number is computed. */
const makers: ReadonlySet<string> = new Set(['total', 'sum', 'count', 'average', 'round']);

/** Operators and functions that compute numbers, outside of strings and comments. */
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
 * What computes the numbers of an endpoint; empty if they are the ERP's own. `isSingle`: the answer is one value or
 * one set of values, so that several reads in `first` are alternative rules. `statements`: the statements of its
 * reads.
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
