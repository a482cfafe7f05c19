/** A profile's SQL, compiled: at run time only values are bound, and each text is built once. */
import type { BoundStatement, SqlValue } from '../source.ts';
import type { Dialect } from './dialects.ts';
import { buildFrame, type FrameShape, needsFrame, type OwnValue, type Wrap } from './frame.ts';
import { nest } from './nesting.ts';
import { type ValueUse, valueUses } from './parts.ts';
import { type Rendered, render, type Slot } from './render.ts';
import { type SearchTerms, searchTerms } from './search.ts';
import type { Template } from './template.ts';

export type { Wrap } from './frame.ts';

/** What one call gives to a statement. */
export interface BindArguments {
  /** The value of `:name`; a list is expanded. Undefined is a mistake of the caller: binding throws. */
  value(name: string): SqlValue | readonly SqlValue[] | undefined;
  /** Whether `:name` was given; a block stands when all its values were. */
  given(name: string): boolean;
  readonly search?: string | undefined;
  /** Left out: no condition. A bound for each column of the wrap's terms, in their order and form. */
  readonly since?: readonly SqlValue[] | undefined;
  /** The key of the last row before the page, in the order of the wrap's columns. */
  readonly after?: readonly SqlValue[] | undefined;
  readonly limit?: number | undefined;
  /** 0 when left out. */
  readonly offset?: number | undefined;
}

export interface CompiledStatement {
  /** Every use of a value in the profile's SQL. */
  readonly bindingsNamed: readonly ValueUse[];
  /** The text with every block standing and every search word in place: for asking the database about it. */
  readonly sample: Rendered;
  /** Throws an Error that names the value where one is missing. */
  bind(call: BindArguments): BoundStatement;
}

/** Texts kept per statement. */
const maximumTexts = 256;

type Given = SqlValue | readonly SqlValue[];

function isList(value: Given): value is readonly SqlValue[] {
  return typeof value === 'object' && value !== null;
}

/** Lists are padded to powers of two with their last value, so that few texts exist. */
function placeholders(value: Given): number | undefined {
  if (!isList(value)) return undefined;
  return value.length === 0 ? 0 : 2 ** Math.ceil(Math.log2(value.length));
}

/**
 * How the frame refers to output columns. With the columns that the database reported, their own spelling is used. Without
 * them a name is spelled as it stands in the query in double quotes, else in lower case where the dialect folds names.
 */
function columnReference(template: Template, dialect: Dialect, outputColumns: readonly string[] | undefined) {
  return (name: string): string => {
    const spelled = dialect.exactNames && !template.quoted.includes(dialect.quote(name)) ? name.toLowerCase() : name;
    if (!outputColumns) return `q.${dialect.quote(spelled)}`;
    const same = outputColumns.filter((column) => column.toLowerCase() === name.toLowerCase());
    const found = same.find((column) => column === name) ?? same[0];
    if (found === undefined) throw new Error(`The query has no column ${name}.`);
    return `q.${dialect.quote(found)}`;
  };
}

function ownValue(own: OwnValue, terms: SearchTerms, call: BindArguments, dialect: Dialect): SqlValue | undefined {
  const { bind } = dialect.search;
  switch (own.kind) {
    case 'word':
      return bind.contains(terms.words[own.index] ?? '');
    case 'rest':
      return bind.containsAll(terms.rest);
    case 'equals':
      return bind.equals(terms.whole);
    case 'startsWith':
      return bind.startsWith(terms.whole);
    case 'after':
      return call.after?.[own.index];
    case 'since':
      return call.since?.[own.index];
    case 'limit':
      return call.limit;
    case 'offset':
      return call.offset ?? 0;
  }
}

function slotValue(
  slot: Slot,
  values: ReadonlyMap<string, Given>,
  own: (own: OwnValue) => SqlValue | undefined,
  dialect: Dialect,
): SqlValue {
  if (slot.kind === 'own') {
    const value = own(slot.value);
    if (value === undefined) throw new Error(`No ${slot.value.kind} was given to a query that needs one.`);
    return value;
  }
  const value = values.get(slot.name);
  if (value === undefined) throw new Error(`No value was given for :${slot.name}.`);
  if (!isList(value)) return value;
  if (slot.kind === 'list' && dialect.array !== undefined) return dialect.array(value);
  if (slot.kind === 'list') throw new Error(`The list :${slot.name} cannot be one value here.`);
  return value[Math.min(slot.index ?? 0, value.length - 1)] ?? null;
}

/**
 * Compiles an expanded template (see `expandParts`) and what is asked of its output columns. `outputColumns` are the
 * query's columns as `SqlSource.describe` gave them. Throws an Error where a column of the wrap is not among them.
 */
export function compileStatement(
  template: Template,
  wrap: Wrap,
  dialect: Dialect,
  outputColumns?: readonly string[],
): CompiledStatement {
  const uses = valueUses(template);
  const blocks = template.pieces
    .flatMap((piece) => (piece.kind === 'block' ? [valueUses({ ...template, pieces: [piece] })] : []))
    .map((inside) => [...new Set(inside.map(({ name }) => name))]);
  const fixed = uses.filter(({ block }) => block === undefined).map(({ name }) => name);
  const always = new Set([...fixed, ...(wrap.where ?? []).map(({ value }) => value)]);
  const framed = needsFrame(wrap);
  const column = columnReference(template, dialect, outputColumns);
  const nested = nest(template, dialect);
  const texts = new Map<string, Rendered>();

  function text(
    stands: readonly boolean[],
    sizes: ReadonlyMap<string, number | undefined>,
    shape: FrameShape,
  ): Rendered {
    const key = `${stands.join()};${[...sizes.values()].join()};${Object.values(shape).join()}`;
    const known = texts.get(key);
    if (known) return known;
    const frame = framed ? buildFrame(wrap, shape, dialect, column) : undefined;
    const built = render(nested, frame, { blocks: stands, sizeOf: (name) => sizes.get(name) }, dialect);
    const oldest = texts.size >= maximumTexts ? texts.keys().next().value : undefined;
    if (oldest !== undefined) texts.delete(oldest);
    texts.set(key, built);
    return built;
  }

  function shapeOf(terms: SearchTerms, since: boolean, after: boolean): FrameShape {
    const { whole, words, rest, nothing } = terms;
    const rare = terms.rare && dialect.searchRare !== undefined;
    return { words: words.length, rest: rest.length > 0, searching: whole !== '', nothing, rare, since, after };
  }

  const match = wrap.search?.match ?? 'words';
  const lists = new Map(uses.filter(({ name }) => name.startsWith('rows.')).map(({ name }) => [name, 1]));
  const everything = shapeOf(
    searchTerms(wrap.search ? 'word' : '', match),
    wrap.since !== undefined,
    wrap.after !== undefined,
  );
  const unsearched = searchTerms('', match);
  const sample = text(
    blocks.map(() => true),
    lists,
    everything,
  );

  return {
    bindingsNamed: uses,
    sample,
    bind(call) {
      const stands = blocks.map((names) => names.every((name) => call.given(name)));
      const standing = blocks.flatMap((inside, index) => (stands[index] ? inside : []));
      const names = standing.length === 0 ? always : new Set([...always, ...standing]);
      const values = new Map<string, Given>();
      const sizes = new Map<string, number | undefined>();
      for (const name of names) {
        const value = call.value(name);
        if (value === undefined) throw new Error(`No value was given for :${name}.`);
        values.set(name, value);
        sizes.set(name, placeholders(value));
      }
      const terms = wrap.search && call.search !== undefined ? searchTerms(call.search, match) : unsearched;
      const { sql, slots } = text(stands, sizes, shapeOf(terms, call.since !== undefined, call.after !== undefined));
      return {
        sql,
        values: slots.map((slot) => slotValue(slot, values, (own) => ownValue(own, terms, call, dialect), dialect)),
      };
    },
  };
}
