/** Reports what a database accepts although it is hardly meant: values in quotes, joins without a condition, limits in lists. */

import type { Code } from '../../diagnostics/codes.ts';
import type { Finding, TextRange } from '../../diagnostics/reporter.ts';
import { type LooseJoin, looseJoinsIn } from '../../sources/sql/text/loose-joins.ts';
import { type RowLimit, rowLimitsIn } from '../../sources/sql/text/row-limits.ts';
import { type Lexicon, tokenize } from '../../sources/sql/text/tokens.ts';
import { type Word, wordsOf } from '../../sources/sql/text/words.ts';
import type { CompileContext } from '../context/context.ts';
import type { StatementVariant } from '../context/statements.ts';
import { locateInProfile } from '../context/statements.ts';
import { type ParameterScope, resolveName } from '../names/parameter-scope.ts';

interface StatementText {
  readonly variant: StatementVariant;
  readonly lexicon: Lexicon;
  /** Words of other databases, in lower case. */
  readonly foreignWords: readonly string[];
  readonly scope: ParameterScope;
  /** `list`: its rows are a list of the contract. `items`: they are the items of a list in each row. */
  readonly rowsRole: 'list' | 'items' | undefined;
  /** The profile has an `order` for its rows. */
  readonly isOrdered: boolean;
}

/** A finding, at a place of the statement's SQL. */
interface Mistake extends Pick<Finding, 'message' | 'hint' | 'severity'> {
  readonly code: Code;
  readonly range: TextRange;
}

/** Reports all such places of a statement. */
export function checkSilentMistakes(context: CompileContext, statement: StatementText): void {
  for (const { code, range, ...mistake } of mistakesIn(statement))
    context.report(code, { ...locateInProfile(statement.variant, range), ...mistake });
}

function* mistakesIn(statement: StatementText): Generator<Mistake> {
  const { variant, lexicon, rowsRole, isOrdered } = statement;
  const words = wordsOf(variant.sql, lexicon);
  yield* quotedValues(statement);
  yield* typographicQuotes(statement);
  yield* looseJoinsIn(words).map(joinMistake);
  if (rowsRole !== undefined) yield* rowLimits(statement, words);
  if (rowsRole === 'items' && !isOrdered) yield* missingOrder(words);
}

/** A text that consists of a value, alone or as a pattern of LIKE. */
const quotedValue = /^\w?'[%_]*:([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)[%_]*'$/;

function* quotedValues({ variant: { sql }, lexicon, scope }: StatementText): Generator<Mistake> {
  for (const token of tokenize(sql, lexicon)) {
    const text = sql.slice(token.start, token.end);
    const name = token.kind === 'quoted' ? quotedValue.exec(text)?.[1] : undefined;
    if (name === undefined || !resolveName(name, scope).ok) continue;
    const isWhole = text.length === name.length + 3;
    yield {
      code: 'SQL423',
      range: { offset: token.start, length: text.length },
      message: `:${name} is in quotes, so it is literal text and not the value.`,
      hint: isWhole
        ? `Write :${name} without quotes.`
        : `For a search, use the key \`search\`: the engine adds the pattern. Otherwise join the texts in SQL, outside of the quotes.`,
    };
  }
}

/** Quotes of word processors, which databases read as a part of a name. */
const typographic = /[‘’‚‛“”„‟«»´]/u;

/** The first one: further ones are the same mistake. */
function* typographicQuotes({ variant: { sql }, lexicon }: StatementText): Generator<Mistake> {
  for (const token of tokenize(sql, lexicon)) {
    const match = token.kind === 'code' ? typographic.exec(sql.slice(token.start, token.end)) : null;
    if (match === null) continue;
    yield {
      code: 'SQL425',
      range: { offset: token.start + match.index, length: 1 },
      message: `${match[0]} is a typographic quote, which the database reads as part of a name.`,
      hint: 'Write \' around texts and " around names.',
    };
    return;
  }
}

const joinMessages: Readonly<Record<LooseJoin['kind'], (table: string) => string>> = {
  missing: (table) => `The join of "${table}" has no condition, so it combines every row with every row.`,
  constant: (table) =>
    `The condition of the join of "${table}" is always true, so it combines every row with every row.`,
  unrelated: (table) =>
    `The condition of the join of "${table}" does not name "${table}", so it combines every row with every row.`,
};

const joinMistake = ({ kind, table, ...range }: LooseJoin): Mistake => ({
  code: 'SQL419',
  range,
  severity: 'warning',
  message: joinMessages[kind](table),
  hint: `Compare a column of "${table}" with one of the other tables, or write CROSS JOIN where every combination is wanted.`,
});

function* rowLimits({ foreignWords, rowsRole }: StatementText, words: readonly Word[]): Generator<Mistake> {
  for (const { word, limits } of rowLimitsIn(words)) {
    // A word that this database does not know is reported as such.
    if (foreignWords.includes(word.text)) continue;
    const isTable = limits === 'table';
    yield {
      code: 'SQL418',
      range: word,
      ...(isTable && { severity: 'warning' }),
      ...rowLimitTexts(word.text.toUpperCase(), isTable ? 'table' : rowsRole),
    };
  }
}

/** Message and remedy of a limit, by what it cuts off. */
function rowLimitTexts(
  limit: string,
  limits: RowLimit['limits'] | StatementText['rowsRole'],
): { readonly message: string; readonly hint: string } {
  if (limits === 'table')
    return {
      message: `${limit} cuts off rows of this inner query for all rows of the outer one together: what the other rows would add is missing.`,
      hint: 'Remove it, or use LATERAL, APPLY or a window function for so many rows of each outer row.',
    };
  if (limits === 'list')
    return {
      message: `${limit} cuts off rows before the engine searches, orders and limits them, so that the other rows are never found.`,
      hint: 'Remove it: the engine limits the rows itself, as `limit` and `page` of the request say.',
    };
  return {
    message: `${limit} cuts off rows of all parent rows together: this query runs once for all of them, so that the last ones get nothing.`,
    hint: 'Remove it. For so many rows of each parent, use a window function: ROW_NUMBER() OVER (PARTITION BY ...).',
  };
}

/** Items of a list that come in any order. */
function* missingOrder(words: readonly Word[]): Generator<Mistake> {
  const [first] = words;
  if (first === undefined || words.some(({ text, kind, depth }) => depth === 0 && kind === 'name' && text === 'order'))
    return;
  yield {
    code: 'MAP287',
    range: first,
    severity: 'warning',
    message:
      'These rows are a list of the answer, but have no order: the database may return them in a different order each time.',
    hint: 'Add ORDER BY with the number of the line, or `order`.',
  };
}
