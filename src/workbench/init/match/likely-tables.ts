/** The tables that may have the records of a kind, where no table is certain. */
import { wordsOf } from '../../vocabulary/words.ts';
import { keyTo, type Table } from '../model/database.ts';
import { bestColumn } from './field.ts';
import { scoreOfWords } from './names.ts';
import { type Entity, tableCriteria } from './table-criteria.ts';
import type { FoundTables } from './tables.ts';

/** Names with a lower score have little in common with the record. */
const leastScore = 1.5;
/** The share of the columns of a record that a table has to have, unless its name says enough. */
const leastShare = 0.5;

/** The lead of the table that was found, and the loss of one without rows where the customers have some. */
const lead = 4;

/** The likely tables, the best first: by name, columns, keys and rows; that of `foundTables` has a lead. */
export function likelyTables(entity: Entity, foundTables: FoundTables, tables: readonly Table[]): readonly Table[] {
  const { names, columns, keys, excluded } = tableCriteria[entity];
  const foundTable = foundTables.get(entity)?.table;
  const isInUse = (foundTables.get('customer')?.table.rows ?? 0) > 0;
  const scored = tables.flatMap((table) => {
    const words = wordsOf(table.name);
    const byName = scoreOfWords(words, names, { prefixes: new Set(), excluded: [] });
    const isPart = byName > scoreOfWords(words, names, { prefixes: new Set(), excluded });
    const share = columns.filter((role) => bestColumn(table, role) !== undefined).length / columns.length;
    const isLikely = table === foundTable || byName >= leastScore || (share >= leastShare && columns.length > 1);
    if (!isLikely) return [];
    const keyCount = keys.filter((other) => keyTo(table, foundTables.get(other)?.table) !== undefined).length;
    const byRows = isInUse && table.rows === 0 ? -lead : table === foundTable ? lead : 0;
    return [{ table, score: (isPart ? byName / 2 : byName) + 3 * share + 1.5 * keyCount + byRows }];
  });
  return scored.toSorted((one, other) => other.score - one.score).map(({ table }) => table);
}
