/**
 * Decimals of a request that a statement takes for something else. A value takes its type from what stands around it: beside a whole number
 * it is one for PostgreSQL and SQL Server, which then refuse 12.5, and MySQL reckons with binary fractions.
 */

import type { Path } from '../../base/place.ts';
import type { StatementFacts } from '../../sources/source.ts';
import type { DatabaseKind } from '../../sources/sql/kind.ts';
import type { Rendered } from '../../sources/sql/text/render.ts';
import type { CompiledStatement } from '../../sources/sql/text/statement.ts';
import { type Lexicon, tokenize } from '../../sources/sql/text/tokens.ts';
import type { CompileContext } from '../context/context.ts';

/** The beginning of an expression: what stands before a value that nothing before it takes part in. */
const begins =
  /(?:^|[(,]|\b(?:select|where|and|or|not|when|then|else|values|set|return(?:ing)?)|[^<>=!]=|[<>]=?|<>|!=)\s*$/i;
const times = /^\s*[*/%]\s*\d+(?![\w.])(?!\s*::)/;
const plus = /^\s*[+-]\s*\d+(?![\w.])(?!\s*(?:::|[*/]))/;
const compared = /^\s*(?:=|<>|!=|<=?|>=?)\s*\d+(?![\w.])(?!\s*(?:::|[-+*/%]))/;
const timesBefore = /(?:^|[(,]|\b(?:select|where|and|or|when|then|else|values|set)|[^<>=!]=)\s*\d+\s*[*/%+-]\s*$/i;

/** Values that the text alone shows to stand beside a whole number. `compares`: also where they are only compared with one. */
function besideWholes(sql: string, lexicon: Lexicon, compares: boolean): readonly { name: string; offset: number }[] {
  return tokenize(sql, lexicon).flatMap((token) => {
    if (token.kind !== 'value') return [];
    const before = sql.slice(0, token.start);
    const after = sql.slice(token.end);
    const first = begins.test(before) && (times.test(after) || plus.test(after) || (compares && compared.test(after)));
    return first || (timesBefore.test(before) && !/^\s*(?:::|\.)/.test(after))
      ? [{ name: token.name, offset: token.start }]
      : [];
  });
}

export interface DecimalUse {
  readonly path: Path;
  readonly text: string;
  readonly databaseKind: DatabaseKind;
  readonly statement: Pick<CompiledStatement, 'bindingsNamed'>;
  readonly sample: Rendered;
  /** Names of values that may have decimals. */
  readonly decimals: ReadonlySet<string>;
  readonly facts: StatementFacts | undefined;
}

/** Reports them: as the database says, and before it was asked as far as the text tells. */
export function checkDecimals(context: CompileContext, use: DecimalUse): void {
  const { path, text, databaseKind, statement, sample, decimals, facts } = use;
  const rules = databaseKind.statements.decimals;
  if (rules === undefined) return;
  const report = (name: string, at: Path, offset: number): void => {
    const range = { offset, length: name.length + 1 };
    context.report('SQL416', { path: at, range, severity: 'warning', ...rules.finding(name) });
  };
  if (facts?.wholes === undefined) {
    for (const { name, offset } of besideWholes(text, databaseKind.dialect.lexicon, rules.whenCompared)) {
      if (decimals.has(name)) report(name, path, offset);
    }
    return;
  }
  const named = sample.slots.map((slot) => (slot.kind === 'value' ? slot.name : undefined));
  for (const name of new Set(facts.wholes.map((index) => named[index]))) {
    if (name === undefined || !decimals.has(name)) continue;
    const uses = statement.bindingsNamed.filter((one) => one.name === name);
    // Which of several uses it is, the place among those of the same name tells.
    const nth = named.map((one, index) => (one === name ? index : -1)).filter((index) => index >= 0);
    for (const [order, { part, offset }] of uses.entries()) {
      if (!facts.wholes.includes(nth[order] ?? -1)) continue;
      report(name, part === undefined ? path : ['parts', part], offset);
    }
  }
}
