/** A profile's SQL, compiled: at run time only values are bound, and each text is built once. */
import type { BoundStatement } from '../../source.ts';
import type { Dialect } from './dialect.ts';
import { buildFrame, type FrameShape, needsFrame, type Wrap } from './frame.ts';
import { nest } from './nesting.ts';
import { type ValueUse, valueUses } from './parts.ts';
import { type Rendered, render } from './render.ts';
import { type SearchTerms, searchTerms } from './search.ts';
import type { Template } from './template.ts';
import { type BindArguments, type Given, isList, nameOf, type Take, takeOf } from './value-slots.ts';

export type { Wrap } from './frame.ts';
export type { Rendered } from './render.ts';
export type { BindArguments } from './value-slots.ts';

/** The text of a statement as it is without some of its optional blocks. */
export interface Variant extends Rendered {
  /** Names of the values that were not given; empty where every block stands. */
  readonly without: readonly string[];
}

export interface CompiledStatement {
  /** Every use of a value in the profile's SQL. */
  readonly bindingsNamed: readonly ValueUse[];
  /** Whether the engine puts something around the profile's SQL. */
  readonly framed: boolean;
  /** The text with every block standing and every search word in place: for asking the database about it. */
  readonly sample: Rendered;
  /** Texts for a grammar: the sample, the one without any block, and each block alone. */
  variants(): readonly Variant[];
  /** Throws an Error that names the value where one is missing. */
  bind(call: BindArguments): BoundStatement;
}

/** What a call asks for besides values. */
type Asked = Pick<BindArguments, 'rare' | 'empty'>;

/** Texts kept per statement. */
const maximumTexts = 256;

/** Lists are padded to powers of two with their last value, so that few texts exist. */
function placeholders(value: Given | undefined): number | undefined {
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

/** A text, with how the values of its placeholders are found. */
interface Text {
  readonly sql: string;
  readonly takes: readonly Take[];
  readonly names: readonly string[];
}

/** A shape as a whole number: flags, and the numbers of words and patterns in front. Words are 32 at most. */
function shapeKey({ words, starts, rest, searching, nothing, rare, since, after, empty }: FrameShape): number {
  const flags = (rest ? 1 : 0) + (searching ? 2 : 0) + (nothing ? 4 : 0) + (rare ? 8 : 0);
  return (starts * 64 + words) * 128 + flags + (since ? 16 : 0) + (after ? 32 : 0) + (empty ? 64 : 0);
}

function givenOf(call: BindArguments, name: string): Given {
  const value = call.value(name);
  if (value === undefined) throw new Error(`No value was given for :${name}.`);
  return value;
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
  // Each name has a place, in which a call's value for it is kept.
  const names = [...new Set([...uses.map(({ name }) => name), ...(wrap.where ?? []).map(({ value }) => value)])];
  const places = new Map(names.map((name, place) => [name, place]));
  const placeOf = (name: string): number => places.get(name) ?? -1;
  const fixed = new Set(uses.filter(({ block }) => block === undefined).map(({ name }) => name));
  for (const { value } of wrap.where ?? []) fixed.add(value);
  const always = [...fixed].map(placeOf);
  const framed = needsFrame(wrap);
  const column = columnReference(template, dialect, outputColumns);
  const nested = nest(template, dialect);
  const texts = new Map<string | number, Text>();

  function renderText(
    stands: readonly boolean[],
    sizeOf: (name: string) => number | undefined,
    shape: FrameShape,
  ): Rendered {
    const frame = framed ? buildFrame(wrap, shape, dialect, column) : undefined;
    return render(nested, frame, { blocks: stands, sizeOf }, dialect);
  }

  /** The text for blocks that stand, values and a shape: built once. */
  function textOf(stands: readonly boolean[], values: readonly (Given | undefined)[], shape: FrameShape): Text {
    let key: string | number = shapeKey(shape);
    for (const stand of stands) key = `${key}${stand ? '+' : '-'}`;
    for (let place = 0; place < values.length; place++) {
      const value = values[place];
      if (isList(value)) key = `${key};${place}:${placeholders(value)}`;
    }
    const known = texts.get(key);
    if (known) return known;
    const { sql, slots } = renderText(stands, (name) => placeholders(values[placeOf(name)]), shape);
    const takes = slots.map((slot) => takeOf(slot, placeOf, dialect));
    const built = { sql, takes, names: slots.map(nameOf) };
    const oldest = texts.size >= maximumTexts ? texts.keys().next().value : undefined;
    if (oldest !== undefined) texts.delete(oldest);
    texts.set(key, built);
    return built;
  }

  function shapeOf(terms: SearchTerms, since: boolean, after: boolean, more: Asked = {}): FrameShape {
    const { whole, words, rest, starts, nothing } = terms;
    const rare = more.rare === true && dialect.searchRare !== undefined;
    return {
      words: words.length,
      starts: starts.length,
      rest: rest.length > 0,
      searching: whole !== '',
      nothing,
      rare,
      since,
      after,
      empty: more.empty === true,
    };
  }

  const match = wrap.search?.match ?? 'words';
  const { narrow } = dialect.search;
  const oneRow = (name: string): number | undefined => (name.startsWith('rows.') ? 1 : undefined);
  const everything = shapeOf(
    searchTerms(wrap.search ? 'word' : '', match, narrow),
    wrap.since !== undefined,
    wrap.after !== undefined,
  );
  const unsearched = searchTerms('', match);
  const sample = renderText(
    blocks.map(() => true),
    oneRow,
    everything,
  );

  return {
    bindingsNamed: uses,
    framed,
    sample,
    variants() {
      const all = blocks.map(() => true);
      const shapes = [all, blocks.map(() => false), ...blocks.map((_, own) => blocks.map((_block, at) => at === own))];
      const distinct = new Map(shapes.map((stands) => [stands.join(), stands]));
      return [...distinct.values()].map((stands) => ({
        ...renderText(stands, oneRow, everything),
        without: [...new Set(blocks.flatMap((inside, index) => (stands[index] ? [] : inside)))],
      }));
    },
    bind(call) {
      const values: (Given | undefined)[] = names.map(() => undefined);
      for (const place of always) values[place] = givenOf(call, names[place] ?? '');
      const stands = blocks.map((inside) => inside.every((name) => call.given(name)));
      for (let index = 0; index < blocks.length; index++) {
        if (stands[index]) for (const name of blocks[index] ?? []) values[placeOf(name)] = givenOf(call, name);
      }
      const terms = wrap.search && call.search !== undefined ? searchTerms(call.search, match, narrow) : unsearched;
      const {
        sql,
        takes,
        names: named,
      } = textOf(stands, values, shapeOf(terms, call.since !== undefined, call.after !== undefined, call));
      return { sql, values: takes.map((one) => one(values, terms, call)), names: named };
    },
  };
}
