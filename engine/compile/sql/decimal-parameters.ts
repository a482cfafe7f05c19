/**
 * Warns about decimal values that a statement does not treat as decimals. A database derives the type of a parameter from the expression
 * around it: next to an integer, some treat it as an integer and refuse 12.5, and others compute with binary fractions.
 */
import type { Path } from '../../base/place.ts';
import type { StatementDescription } from '../../sources/source.ts';
import type { DatabaseKind } from '../../sources/sql/kind.ts';
import type { Rendered } from '../../sources/sql/text/render.ts';
import type { CompiledStatement } from '../../sources/sql/text/statement.ts';
import { type Lexicon, tokenize } from '../../sources/sql/text/tokens.ts';
import type { CompileContext } from '../context/context.ts';

/** Text before a value that begins an expression: no operator to its left applies to the value. */
const begins =
  /(?:^|[(,]|\b(?:select|where|and|or|not|when|then|else|values|set|return(?:ing)?)|[^<>=!]=|[<>]=?|<>|!=)\s*$/i;
const times = /^\s*[*/%]\s*\d+(?![\w.])(?!\s*::)/;
const plus = /^\s*[+-]\s*\d+(?![\w.])(?!\s*(?:::|[*/]))/;
const compared = /^\s*(?:=|<>|!=|<=?|>=?)\s*\d+(?![\w.])(?!\s*(?:::|[-+*/%]))/;
const timesBefore = /(?:^|[(,]|\b(?:select|where|and|or|when|then|else|values|set)|[^<>=!]=)\s*\d+\s*[*/%+-]\s*$/i;

/** Values next to an integer literal, found in the text alone. `compares`: also where they are only compared with one. */
function nextToIntegers(sql: string, lexicon: Lexicon, compares: boolean): readonly { name: string; offset: number }[] {
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

interface DecimalUse {
  readonly path: Path;
  readonly text: string;
  readonly databaseKind: DatabaseKind;
  readonly statement: Pick<CompiledStatement, 'bindingsNamed'>;
  readonly sample: Rendered;
  /** Names of values that may have decimals. */
  readonly decimals: ReadonlySet<string>;
  readonly description: StatementDescription | undefined;
}

/** Reports such values: as the database describes the statement, and before it has, as far as the text shows. */
export function checkDecimals(context: CompileContext, use: DecimalUse): void {
  const { path, text, databaseKind, statement, sample, decimals, description } = use;
  const rules = databaseKind.statements.decimals;
  if (rules === undefined) return;
  const report = (name: string, at: Path, offset: number): void => {
    const range = { offset, length: name.length + 1 };
    context.report('SQL416', { path: at, range, severity: 'warning', ...rules.finding(name) });
  };
  if (description?.wholes === undefined) {
    for (const { name, offset } of nextToIntegers(text, databaseKind.dialect.lexicon, rules.whenCompared)) {
      if (decimals.has(name)) report(name, path, offset);
    }
    return;
  }
  const named = sample.slots.map((slot) => (slot.kind === 'value' ? slot.name : undefined));
  for (const name of new Set(description.wholes.map((index) => named[index]))) {
    if (name === undefined || !decimals.has(name)) continue;
    const uses = statement.bindingsNamed.filter((one) => one.name === name);
    // The n-th use of the name in the text is its n-th use in the statement.
    const nth = named.map((one, index) => (one === name ? index : -1)).filter((index) => index >= 0);
    for (const [order, { part, offset }] of uses.entries()) {
      if (!description.wholes.includes(nth[order] ?? -1)) continue;
      report(name, part === undefined ? path : ['parts', part], offset);
    }
  }
}
