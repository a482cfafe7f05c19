/** A profile's SQL, compiled: at run time only values are bound, and each text is built once. */
import type { BoundStatement } from '../../source.ts';
import type { Dialect } from './dialect.ts';
import { buildFrame } from './frame.ts';
import type { ColumnReference } from './frame-conditions.ts';
import { nest } from './nesting.ts';
import type { ValueUse } from './parts.ts';
import { type QueryUse, type Rendered, render } from './render.ts';
import { type SearchTerms, searchTerms } from './search.ts';
import { statementValues } from './statement-values.ts';
import type { Template } from './template.ts';
import { cachedTexts, listSize } from './text-cache.ts';
import { type BindArguments, type SlotReader, slotName, slotReader } from './value-slots.ts';
import { needsFrame, type Wrap, type WrapUse } from './wrap.ts';

/**
 * Gives the reference of an output column: with the columns that the database reported, in their spelling. Without them a name is spelled
 * as it stands in the query in double quotes, else in lower case where the dialect folds names. The function throws an Error where
 * the query has no such column.
 */
function columnReference(
  template: Template,
  dialect: Dialect,
  outputColumns: readonly string[] | undefined,
): ColumnReference {
  return (name) => {
    const spelled = dialect.exactNames && !template.quoted.includes(dialect.quote(name)) ? name.toLowerCase() : name;
    if (!outputColumns) return `q.${dialect.quote(spelled)}`;
    const sameNamed = outputColumns.filter((column) => column.toLowerCase() === name.toLowerCase());
    const columnName = sameNamed.find((column) => column === name) ?? sameNamed[0];
    if (columnName === undefined) throw new Error(`The query has no column ${name}.`);
    return `q.${dialect.quote(columnName)}`;
  };
}

/** The text of a statement without some of its optional blocks. */
interface Variant extends Rendered {
  /** Names of the values that are not given; empty where every block is included. */
  readonly omitted: readonly string[];
}

export interface CompiledStatement {
  /** Every use of a value in the profile's SQL. */
  readonly bindingsNamed: readonly ValueUse[];
  /** Whether the engine puts a frame around the profile's SQL. */
  readonly framed: boolean;
  /** The text with every block and every search word: for a description by the database. */
  readonly sample: Rendered;
  /** Texts for a grammar: the sample, the one without any block, and each block alone. */
  variants(): readonly Variant[];
  /** Throws an Error that names the value where one is missing. */
  bind(call: BindArguments): BoundStatement;
}

/** A text, with the readers of its placeholders' values. */
interface Text {
  readonly sql: string;
  readonly readers: readonly SlotReader[];
  readonly names: readonly string[];
}

/** What a call says about the wrap, apart from values. */
interface CallOptions {
  readonly since: boolean;
  readonly after: boolean;
  readonly rare?: boolean | undefined;
  readonly empty?: boolean | undefined;
}

function wrapUse(
  { whole, words, rest, starts, matchesNothing }: SearchTerms,
  options: CallOptions,
  dialect: Dialect,
): WrapUse {
  const { since, after, rare, empty } = options;
  return {
    words: words.length,
    starts: starts.length,
    rest: rest.length > 0,
    searching: whole !== '',
    matchesNothing,
    rare: rare === true && dialect.searchRare !== undefined,
    since,
    after,
    empty: empty === true,
  };
}

/** A list of rows' values has one placeholder in samples; any other value is single. */
const sampleSize = (name: string): number | undefined => (name.startsWith('rows.') ? 1 : undefined);

/** Which blocks the variants include: all, none, and each alone; every combination once. */
function blockChoices(count: number): readonly (readonly boolean[])[] {
  const blocks = Array.from({ length: count }, (_, index) => index);
  const choices = [
    blocks.map(() => true),
    blocks.map(() => false),
    ...blocks.map((only) => blocks.map((block) => block === only)),
  ];
  return [...new Map(choices.map((included) => [included.join(), included])).values()];
}

/**
 * Compiles an expanded template (see `expandParts`) with its wrap. `outputColumns` are the query's columns as `SqlSource.describe` gave
 * them. Throws an Error where a column of the wrap is not among them.
 */
export function compileStatement(
  template: Template,
  wrap: Wrap,
  dialect: Dialect,
  outputColumns?: readonly string[],
): CompiledStatement {
  const statement = statementValues(template, wrap);
  const { uses, blocks, placeOf } = statement;
  const framed = needsFrame(wrap);
  const column = columnReference(template, dialect, outputColumns);
  const nested = nest(template, dialect);
  const match = wrap.search?.match ?? 'words';
  const { narrow } = dialect.search;

  const renderWith = (use: WrapUse, query: QueryUse): Rendered =>
    render(nested, framed ? buildFrame(wrap, use, dialect, column) : undefined, query, dialect);

  const variantText = cachedTexts(({ wrap: use, included, values }): Text => {
    const sizeOf = (name: string) => listSize(values[placeOf(name)]);
    const { sql, slots } = renderWith(use, { blocks: included, sizeOf });
    return { sql, readers: slots.map((slot) => slotReader(slot, placeOf, dialect)), names: slots.map(slotName) };
  });

  const everything = wrapUse(
    searchTerms(wrap.search ? 'word' : '', match, narrow),
    { since: wrap.since !== undefined, after: wrap.after !== undefined },
    dialect,
  );
  const sampleOf = (included: readonly boolean[]): Rendered =>
    renderWith(everything, { blocks: included, sizeOf: sampleSize });
  const withoutSearch = searchTerms('', match);

  return {
    bindingsNamed: uses,
    framed,
    sample: sampleOf(blocks.map(() => true)),
    variants: () =>
      blockChoices(blocks.length).map((included) => ({
        ...sampleOf(included),
        omitted: [...new Set(blocks.flatMap((inside, index) => (included[index] ? [] : inside)))],
      })),
    bind(call) {
      const { values, included } = statement.read(call);
      const terms = wrap.search && call.search !== undefined ? searchTerms(call.search, match, narrow) : withoutSearch;
      const { rare, empty } = call;
      const options = { since: call.since !== undefined, after: call.after !== undefined, rare, empty };
      const { sql, readers, names } = variantText({ wrap: wrapUse(terms, options, dialect), included, values });
      return { sql, values: readers.map((read) => read(values, terms, call)), names };
    },
  };
}
