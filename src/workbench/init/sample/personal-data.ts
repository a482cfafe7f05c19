/** Replaces personal data in the rows of a fixture. Ids, codes, towns, postcodes and the data of items stay, so that a person recognises the rows. */

import type { Row } from '../../../../engine/host/index.ts';
import {
  type ColumnMask,
  columnMasks,
  createMasker,
  isCommonWord,
  type MaskTable,
  maskRow,
  partsOf,
} from '../../masking/index.ts';
import { means, wordsOf } from '../../vocabulary/words.ts';
import type { FoundTables } from '../match/tables.ts';
import type { Table } from '../model/database.ts';
import type { CutRows } from './row-collector.ts';

/** A table with what decides about the class of each column. */
function maskTable({ name, columns, primaryKey, foreignKeys }: Table): MaskTable {
  const isKey = (column: string): boolean =>
    primaryKey.includes(column) || foreignKeys.some((key) => key.columns.includes(column));
  return { name, columns: columns.map((column) => ({ ...column, isKey: isKey(column.name) })) };
}

const isPlace = (column: string): boolean => {
  const words = wordsOf(column);
  return (means(words, 'city') || means(words, 'zip')) && !means(words, 'street');
};

/** Whether a text has several words that can be names. */
const isSentence = (text: string): boolean =>
  partsOf(text).filter((part) => part.kind === 'word' && part.text.length > 2 && !isCommonWord(part.text)).length > 1;

/** The masks of a row: a sentence in a column of ids or codes is a free text, unless other rows have it too, as they have a state. */
function masksOf(row: Row, masks: readonly ColumnMask[]): readonly ColumnMask[] {
  return masks.map((mask) => {
    const cell = row[mask.column.name];
    if (!mask.isAllowed || isPlace(mask.column.name) || typeof cell !== 'string' || !isSentence(cell)) return mask;
    const uses = mask.column.values.filter((value) => value === cell).length;
    return uses > 1 ? mask : { ...mask, isAllowed: false, maskClass: 'text' };
  });
}

/** The rows without personal data. The replacements depend on `key`. Item titles are kept in all tables. */
export function pseudonymizeRows(
  rows: CutRows,
  tables: readonly Table[],
  foundTables: FoundTables,
  key: string,
): CutRows {
  const item = foundTables.get('item')?.table;
  const titles = item?.columns.filter(({ kind }) => kind === 'text').flatMap(({ values }) => values);
  const masker = createMasker({ key, keep: new Set(titles) });
  return new Map(
    [...rows].map(([name, all]) => {
      const table = tables.find((one) => one.name === name);
      if (table === undefined || table === item) return [name, all];
      const masks = columnMasks(maskTable(table)).map((mask) => ({
        ...mask,
        isAllowed: mask.maskClass === 'id' || mask.maskClass === 'code' || isPlace(mask.column.name),
      }));
      return [name, all.map((row) => maskRow(masksOf(row, masks), row, masker))];
    }),
  );
}
