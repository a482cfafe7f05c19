/** Names of columns without a prefix that hides their words: `brname` and `braddress1` of a table of branches. */
import { splitCompound } from '../../vocabulary/vocabulary.ts';
import { wordsOf } from '../../vocabulary/words.ts';
import type { Column, Table } from '../model/database.ts';

/** Prefixes of this length are looked for. */
const lengths = [1, 2, 3, 4];
/** This many columns with different words, and the same prefix, are no coincidence. */
const leastColumns = 3;
/** Shorter words occur by chance. */
const leastWord = 3;

const withoutDigits = (name: string): string => name.toLowerCase().replace(/\d+$/, '');

/** A name of letters that no known words explain. */
const isUnknown = (name: string): boolean => /^[a-z]+$/.test(name) && splitCompound(name) === undefined;

/** The words behind a prefix; undefined if they are not known, or the name is explained without it. */
function wordsBehind(name: string, prefix: string): string | undefined {
  const plain = withoutDigits(name);
  const rest = plain.slice(prefix.length);
  const fits = plain.startsWith(prefix) && rest.length >= leastWord && isUnknown(plain);
  return fits && wordsOf(rest).every(({ text, meanings }) => meanings.length > 0 && text.length >= leastWord)
    ? rest
    : undefined;
}

/** The prefix that hides words in most columns; undefined if there is none. */
function prefixOf({ columns }: Table): string | undefined {
  const counts = new Map<string, ReadonlySet<string>>();
  for (const { name } of columns)
    for (const length of lengths) {
      const prefix = name.toLowerCase().slice(0, length);
      const rest = wordsBehind(name, prefix);
      if (rest !== undefined) counts.set(prefix, new Set([...(counts.get(prefix) ?? []), name]));
    }
  const [best] = [...counts].toSorted((one, other) => other[1].size - one[1].size);
  return best === undefined || best[1].size < leastColumns ? undefined : best[0];
}

/** The tables with the words behind a shared prefix of columns as further names. */
export function withoutColumnPrefixes(tables: readonly Table[]): readonly Table[] {
  return tables.map((table) => {
    const prefix = prefixOf(table);
    if (prefix === undefined) return table;
    const columns = table.columns.map((column): Column => {
      if (wordsBehind(column.name, prefix) === undefined) return column;
      const other = {
        name: column.name.slice(prefix.length),
        reason: `named ${column.name}, where ${prefix} is a prefix of columns`,
      };
      return { ...column, otherNames: [...(column.otherNames ?? []), other] };
    });
    return { ...table, columns };
  });
}
