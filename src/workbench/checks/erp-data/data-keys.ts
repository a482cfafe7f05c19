/** Keys and references that an ERP does not declare, found in the names and values of columns. */
import type { Column, ForeignKey, Table } from '../../init/model/database.ts';
import type { Meaning } from '../../vocabulary/vocabulary.ts';
import { wordsOf } from '../../vocabulary/words.ts';
import { plainName } from '../core/column-names.ts';
import { isNone } from '../core/erp-data.ts';

/** Rows below which equal or unequal values show nothing. */
const leastRows = 3;

const identifying: readonly Meaning[] = ['id', 'number', 'code'];
const stemsOf = (texts: readonly string[]): string => texts.map((text) => text.replace(/s$/, '')).join(' ');

/** Whether a word of a name says that it is an id, a number or a code. */
export const isIdentifying = (meanings: readonly Meaning[]): boolean =>
  meanings.some((one) => identifying.includes(one));

const isNumberName = (name: string): boolean => wordsOf(name).some(({ meanings }) => isIdentifying(meanings));

/** `id`, `no`, or the name of the table with such a word: the number of the row itself, and not of another record. */
function namesRow(column: string, table: string): boolean {
  const words = wordsOf(column);
  const others = words.filter(({ meanings }) => !isIdentifying(meanings));
  if (others.length === words.length) return false;
  const named = stemsOf(others.map(({ text }) => text));
  return named === '' || named === stemsOf(wordsOf(table).map(({ text }) => text));
}

const textsIn = ({ sample }: Table, column: string): readonly string[] =>
  sample.flatMap((row) => (row[column] === null || row[column] === undefined ? [] : [String(row[column])]));

/** The table with a key: the declared one, else the column that names its rows and has another value in each. All rows have to be in the sample. */
export function withDataKey(table: Table): Table {
  if (table.primaryKey.length > 0 || table.rows !== table.sample.length) return table;
  const key = table.columns.find(({ name, kind }) => {
    const texts = textsIn(table, name);
    const isDistinct = texts.length === table.sample.length && new Set(texts).size === texts.length;
    return kind === 'number' && texts.length > 0 && isDistinct && namesRow(name, table.name);
  });
  return key === undefined ? table : { ...table, primaryKey: [key.name] };
}

const keyValues = (table: Table): ReadonlySet<string> => {
  const [key, ...more] = table.primaryKey;
  return new Set(key === undefined || more.length > 0 ? [] : textsIn(table, key));
};

/**
 * References of columns whose every value is the key of a row in one of several tables: an ERP that numbers the rows of many tables together
 * keeps the lines of all documents in one table. Each of these tables is a target, and a value is in one of them.
 */
export function sharedReferences(tables: readonly Table[]): readonly Table[] {
  const keys = new Map(tables.map((table) => [table, keyValues(table)]));
  return tables.map((table) => {
    const taken = new Set([...table.primaryKey, ...table.foreignKeys.flatMap(({ columns }) => columns)]);
    const references = table.columns.flatMap((column): readonly ForeignKey[] => {
      const isId = wordsOf(column.name).some(({ meanings }) => meanings.includes('id'));
      const values = new Set(textsIn(table, column.name).filter((value) => value !== '0'));
      if (column.kind !== 'number' || !isId || taken.has(column.name) || values.size < leastRows) return [];
      const targets = [...keys].filter(
        ([target, idsOfTarget]) => target !== table && [...values].some((one) => idsOfTarget.has(one)),
      );
      const hits = [...values].map((value) => targets.filter(([, idsOfTarget]) => idsOfTarget.has(value)).length);
      if (!hits.every((count) => count === 1)) return [];
      return targets.map(([{ name, primaryKey }]) => ({
        ...{ columns: [column.name], table: name, references: primaryKey, declared: false, verified: true },
      }));
    });
    return { ...table, foreignKeys: [...table.foreignKeys, ...references] };
  });
}

/** The part of the values that must be keys at least: some rows may refer to removed ones. */
const leastKeys = 0.8;

/**
 * References of columns that are named as the key of another table behind the prefix of their own table: `quhead_cust_id` of the key `cust_id`. Nearly
 * all values are such keys.
 */
export function prefixedReferences(tables: readonly Table[]): readonly Table[] {
  const byKey = Map.groupBy(
    tables.filter(({ primaryKey }) => primaryKey.length === 1),
    ({ primaryKey: [key = ''] }) => key.toLowerCase(),
  );
  return tables.map((table) => {
    const taken = new Set([...table.primaryKey, ...table.foreignKeys.flatMap(({ columns }) => columns)]);
    const references = table.columns.flatMap(({ name }): readonly ForeignKey[] => {
      const shortName = plainName(table, name);
      const [target, ...others] =
        shortName === name || taken.has(name) ? [] : (byKey.get(shortName.toLowerCase()) ?? []);
      if (target === undefined || others.length > 0) return [];
      const keys = keyValues(target);
      const values = textsIn(table, name).filter((value) => !isNone(value));
      const hits = values.filter((value) => keys.has(value)).length;
      if (hits === 0 || hits < values.length * leastKeys) return [];
      return [{ columns: [name], table: target.name, references: target.primaryKey, declared: false, verified: true }];
    });
    return { ...table, foreignKeys: [...table.foreignKeys, ...references] };
  });
}

const pairsIn = ({ sample }: Table, columns: readonly string[]): readonly string[] =>
  sample.flatMap((row) => {
    const texts = columns.map((name) => String(row[name] ?? ''));
    return texts.some((text) => text === '' || text === '0') ? [] : [JSON.stringify(texts)];
  });

/** A number of one of these is no part of a key of other tables: it counts within its document, or measures. */
const noParts: readonly Meaning[] = ['line', 'quantity', 'price', 'amount'];

const isKeyLike = ({ name, kind, type }: Column): boolean =>
  (kind === 'text' || (kind === 'number' && /int|serial|char/i.test(type))) &&
  !wordsOf(name).some(({ meanings }) => meanings.some((one) => noParts.includes(one)));

const textsOf = (name: string): readonly string[] => wordsOf(name).map(({ text }) => text);

/** The words of a name without those of another one; undefined where it lacks one of them. */
function wordsBeyond(name: string, other: string): readonly string[] | undefined {
  const [nameTexts, wanted] = [textsOf(name), textsOf(other)];
  return wanted.every((text) => nameTexts.includes(text))
    ? nameTexts.filter((text) => !wanted.includes(text))
    : undefined;
}

/** The names that have all words of another one, each with its further words. */
const namesWith = (names: readonly string[], other: string): readonly (readonly [string, readonly string[]])[] =>
  names.flatMap((name) => {
    const beyond = wordsBeyond(name, other);
    return beyond === undefined ? [] : [[name, beyond] as const];
  });

/** Whether a name has no words but those of an id or a number and those of the other name: `id` or `type_no` for `type`. */
const isNumberOf = (name: string, other: string): boolean => {
  const words = textsOf(other);
  return wordsOf(name).every(({ text, meanings }) => isIdentifying(meanings) || words.includes(text));
};

/**
 * Two columns of a table named like those of a pair, alone or with further words: `trans_type_from` and `trans_no_from` for `type` and `trans_no`. The
 * further words of one are among those of the other. Without such columns, the same kind with a number that has no other name: `type` and `id`.
 */
function namedLike(table: Table, [first = '', second = '']: readonly string[]): readonly (readonly string[])[] {
  const names = table.columns.filter(isKeyLike).map(({ name }) => name);
  if (names.includes(first) && names.includes(second)) return [[first, second]];
  const [kind, number] = isNumberName(second) ? [first, second] : [second, first];
  const numbers = names.filter((name) => name !== kind && isNumberName(name) && isNumberOf(name, kind));
  const partners = names.includes(kind) && numbers.length === 1 ? numbers : [];
  if (partners.length > 0 && isNumberName(number))
    return partners.map((name) => (kind === first ? [kind, name] : [name, kind]));
  const likeSecond = namesWith(names, second);
  if (likeSecond.length === 0) return [];
  return namesWith(names, first).flatMap(([one, beyond]) =>
    likeSecond.flatMap(([other, others]) => {
      const isLike =
        beyond.every((text) => others.includes(text) || second.includes(text)) ||
        others.every((text) => beyond.includes(text) || first.includes(text));
      return isLike && one !== other ? [[one, other]] : [];
    }),
  );
}

/** A pair of columns with another value in each row of its table, or in nearly each if both are of its primary key. */
interface KeyPair {
  readonly target: Table;
  readonly names: readonly [string, string];
  readonly values: ReadonlySet<string>;
  readonly isOfKey: boolean;
}

/** The part of the rows that have another pair at least: a document of two customers may have a row for each. */
const mostlyDistinct = 0.9;

function keyPairs(target: Table): readonly KeyPair[] {
  // Tables of hundreds of columns have many pairs.
  if (target.sample.length < leastRows) return [];
  const open = target.columns.filter((column) => isKeyLike(column) && target.primaryKey.join() !== column.name);
  return open.flatMap((one, place) =>
    open.slice(place + 1).flatMap((other): readonly KeyPair[] => {
      const names = [one.name, other.name] as const;
      if (!names.some(isNumberName)) return [];
      const pairs = pairsIn(target, names);
      const values = new Set(pairs);
      const isOfKey = names.every((name) => target.primaryKey.includes(name));
      // A kind may be 0, so that some rows of a key have no pair.
      const fewest = target.sample.length * (isOfKey ? mostlyDistinct : 1);
      return values.size >= Math.max(fewest, leastRows) ? [{ target, names, values, isOfKey }] : [];
    }),
  );
}

interface PairReference {
  readonly columns: readonly string[];
  readonly pair: KeyPair;
  /** Pairs of the target, in parts of the rows with a pair. */
  readonly hits: number;
}

/** The references of a table to pairs, for each two columns those with most hits, of these those to a primary key. */
function referencesToPairs(table: Table, pairs: readonly KeyPair[]): readonly PairReference[] {
  const all = pairs.flatMap((pair): readonly PairReference[] => {
    const { target, names, values } = pair;
    const isKnown = table.foreignKeys.some((key) => key.table === target.name && key.columns.length > 1);
    if (target === table || isKnown) return [];
    return namedLike(table, names).flatMap((columns) => {
      const pairsOfRows = pairsIn(table, columns);
      const pairsThere = pairsOfRows.filter((one) => values.has(one));
      if (new Set(pairsThere).size < leastRows || pairsThere.length * 2 < pairsOfRows.length) return [];
      return [{ columns, pair, hits: pairsThere.length / pairsOfRows.length }];
    });
  });
  return [...Map.groupBy(all, ({ columns }) => columns.toSorted().join())].flatMap(([, group]) => {
    const most = Math.max(...group.map(({ hits }) => hits));
    const closest = group.filter(({ hits }) => hits === most);
    const toKeys = closest.filter(({ pair }) => pair.isOfKey);
    return toKeys.length > 0 ? toKeys : closest;
  });
}

/**
 * References of two columns to a pair of such names in another table, such as the type and the number of a transaction: together they have another value
 * in each row of the target, and most rows of the table have a pair of the target. The number alone refers to nothing then.
 */
export function pairReferences(tables: readonly Table[]): readonly Table[] {
  const pairs = tables.flatMap(keyPairs);
  const referencesOfTables = tables.map((table) => referencesToPairs(table, pairs));
  const inPairs = new Set(
    referencesOfTables.flatMap((references, place) =>
      references.flatMap(({ columns, pair }) => [
        ...columns.map((name) => `${tables[place]?.name} ${name}`),
        ...pair.names.map((name) => `${pair.target.name} ${name}`),
      ]),
    ),
  );
  return tables.map((table, place) => {
    const isGuessed = ({ columns, references, declared }: ForeignKey): boolean =>
      !declared && columns.length === 1 && columns[0] !== references[0] && inPairs.has(`${table.name} ${columns[0]}`);
    const kept = table.foreignKeys.filter((key) => !isGuessed(key));
    const added = (referencesOfTables[place] ?? []).map(
      ({ columns, pair: { target, names } }): ForeignKey => ({
        ...{ columns, table: target.name, references: names, declared: false, verified: true },
      }),
    );
    return { ...table, foreignKeys: [...kept, ...added] };
  });
}
