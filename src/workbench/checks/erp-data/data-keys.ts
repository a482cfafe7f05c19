/** Keys and references that an ERP does not declare, found in the names and values of columns. */
import type { Column, ForeignKey, Table } from '../../init/model/database.ts';
import type { Meaning } from '../../vocabulary/vocabulary.ts';
import { wordsOf } from '../../vocabulary/words.ts';

/** Rows below which equal or unequal values show nothing. */
const leastRows = 3;

const identifying: readonly Meaning[] = ['id', 'number', 'code'];
const stemsOf = (texts: readonly string[]): string => texts.map((text) => text.replace(/s$/, '')).join(' ');

const isNumberName = (name: string): boolean =>
  wordsOf(name).some(({ meanings }) => meanings.some((one) => identifying.includes(one)));

/** `id`, `no`, or the name of the table with such a word: the number of the row itself, and not of another record. */
function namesRow(column: string, table: string): boolean {
  const words = wordsOf(column);
  const others = words.filter(({ meanings }) => !meanings.some((one) => identifying.includes(one)));
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
      const targets = [...keys].filter(([target, own]) => target !== table && [...values].some((one) => own.has(one)));
      const hits = [...values].map((value) => targets.filter(([, own]) => own.has(value)).length);
      if (!hits.every((count) => count === 1)) return [];
      return targets.map(([{ name, primaryKey }]) => ({
        ...{ columns: [column.name], table: name, references: primaryKey, declared: false, verified: true },
      }));
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

/**
 * References of two columns of the same names in two tables, such as the type and the number of a transaction: together they have another value in
 * each row of the target, and most rows of the table have a pair of the target.
 */
export function pairReferences(tables: readonly Table[]): readonly Table[] {
  const pairs = tables.flatMap((target) => {
    const open = target.columns.filter((column) => isKeyLike(column) && target.primaryKey.join() !== column.name);
    return open.flatMap((one, place) =>
      open.slice(place + 1).flatMap((other) => {
        const names = [one.name, other.name];
        if (!names.some(isNumberName)) return [];
        const values = pairsIn(target, names);
        const isDistinct = values.length === target.sample.length && new Set(values).size === values.length;
        return isDistinct ? [{ target, names, values: new Set(values) }] : [];
      }),
    );
  });
  return tables.map((table) => {
    const keys = pairs.flatMap(({ target, names, values }): readonly ForeignKey[] => {
      const hasColumns = names.every((name) => table.columns.some((column) => column.name === name));
      const isKnown = table.foreignKeys.some((key) => key.table === target.name && key.columns.length > 1);
      if (target === table || !hasColumns || isKnown) return [];
      const own = pairsIn(table, names);
      const hits = own.filter((one) => values.has(one));
      if (new Set(hits).size < leastRows || hits.length * 2 < own.length) return [];
      return [{ columns: names, table: target.name, references: names, declared: false, verified: true }];
    });
    return { ...table, foreignKeys: [...table.foreignKeys, ...keys] };
  });
}
