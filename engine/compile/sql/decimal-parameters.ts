/**
 * Decimals of a request that a statement takes for something else. A value takes its type from what stands around it: beside a whole number
 * it is one for PostgreSQL and SQL Server, which then refuse 12.5, and MySQL reckons with binary fractions.
 */

import type { Path } from '../../base/place.ts';
import type { DialectName, StatementFacts } from '../../sources/source.ts';
import type { Rendered } from '../../sources/sql/text/render.ts';
import type { CompiledStatement } from '../../sources/sql/text/statement.ts';
import { lexicons, tokenize } from '../../sources/sql/text/tokens.ts';
import type { CompileContext } from '../context/context.ts';

/** The beginning of an expression: what stands before a value that nothing before it takes part in. */
const begins =
  /(?:^|[(,]|\b(?:select|where|and|or|not|when|then|else|values|set|return(?:ing)?)|[^<>=!]=|[<>]=?|<>|!=)\s*$/i;
const times = /^\s*[*/%]\s*\d+(?![\w.])(?!\s*::)/;
const plus = /^\s*[+-]\s*\d+(?![\w.])(?!\s*(?:::|[*/]))/;
const compared = /^\s*(?:=|<>|!=|<=?|>=?)\s*\d+(?![\w.])(?!\s*(?:::|[-+*/%]))/;
const timesBefore = /(?:^|[(,]|\b(?:select|where|and|or|when|then|else|values|set)|[^<>=!]=)\s*\d+\s*[*/%+-]\s*$/i;

/** Values that the text alone shows to stand beside a whole number. `compares`: also where they are only compared with one. */
function besideWholes(
  sql: string,
  dialect: DialectName,
  compares: boolean,
): readonly { name: string; offset: number }[] {
  return tokenize(sql, lexicons[dialect]).flatMap((token) => {
    if (token.kind !== 'value') return [];
    const before = sql.slice(0, token.start);
    const after = sql.slice(token.end);
    const first = begins.test(before) && (times.test(after) || plus.test(after) || (compares && compared.test(after)));
    return first || (timesBefore.test(before) && !/^\s*(?:::|\.)/.test(after))
      ? [{ name: token.name, offset: token.start }]
      : [];
  });
}

interface Taken {
  readonly message: string;
  readonly hint: string;
}

const digits = 'if it is stored in a column of whole numbers, declare that under `digits`, such as [9, 0]';

function taken(dialect: DialectName, name: string): Taken | undefined {
  const whole = (database: string, cast: string): Taken => ({
    message: `${database} treats :${name} as a whole number here, and refuses an amount such as 12.5.`,
    hint: `State its type, ${cast}; ${digits}.`,
  });
  switch (dialect) {
    case 'postgres':
      return whole('PostgreSQL', `:${name}::numeric`);
    case 'mssql':
      return whole('SQL Server', `CAST(:${name} AS decimal(19, 4))`);
    case 'mysql':
      return {
        message: `MySQL computes with :${name} as a binary fraction here: 1.15 * 100 is 114.99999999999999.`,
        hint: `State its type, CAST(:${name} AS DECIMAL(19, 4)).`,
      };
    case 'sqlite':
      return undefined;
  }
}

export interface DecimalUse {
  readonly path: Path;
  readonly text: string;
  readonly dialect: DialectName;
  readonly statement: Pick<CompiledStatement, 'bindingsNamed'>;
  readonly sample: Rendered;
  /** Names of values that may have decimals. */
  readonly decimals: ReadonlySet<string>;
  readonly facts: StatementFacts | undefined;
}

/** Reports them: as the database says, and before it was asked as far as the text tells. */
export function checkDecimals(context: CompileContext, use: DecimalUse): void {
  const { path, text, dialect, statement, sample, decimals, facts } = use;
  const report = (name: string, at: Path, offset: number): void => {
    const found = taken(dialect, name);
    if (found === undefined) return;
    const range = { offset, length: name.length + 1 };
    context.report('SQL416', { path: at, range, severity: 'warning', ...found });
  };
  if (facts?.wholes === undefined) {
    for (const { name, offset } of besideWholes(text, dialect, dialect !== 'mysql')) {
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
