/** The table and the column that have the ids of the service's answers. */
import type { DataRow, DataTable } from '../core/erp-data.ts';
import { spread } from '../core/sample.ts';
import type { ErpRow, Rows } from './rows.ts';

/** A record of an answer: its id, and texts that its row has, too. */
export interface Shown {
  readonly id: string;
  readonly texts: readonly string[];
}

export interface Place {
  readonly table: DataTable;
  readonly column: string;
  /** Which part of an id has the value of the column, counted from 0; undefined where any may. An id such as `10:7:3` has the values of a key of several columns. */
  readonly part?: number;
  /** Whether the texts are in rows that the rows of the table refer to: an account of a customer whose name is in the row of a company. */
  readonly refersToTexts?: true;
}

/** Records of answers that a place is found by, from all over a list. */
const mostShown = 6;
/** A shorter text is in too many rows. */
const shortestPart = 4;

const partsOfId = /[^:|/,;#]+/g;

/** The parts of an id: `3` and `57` of `3:57`. */
export const partsIn = (id: string): readonly string[] => id.match(partsOfId) ?? [];

/** The whole id, and its parts: `invoice:PS-INV1003` is of the row PS-INV1003. */
export const valuesIn = (id: string): readonly string[] => [...new Set([id, ...partsIn(id)])];

/** The id of the copy of a row, from the id of the original. */
export function idOfCopy(id: string, { column, part }: Place, original: ErpRow, copy: DataRow = {}): string {
  const [old, now] = [original.row[column], copy[column] ?? ''];
  if (id === old) return now;
  let place = -1;
  return id.replace(partsOfId, (one) => {
    place += 1;
    return part === undefined ? (one === old ? now : one) : part === place ? now : one;
  });
}

/** Whether a text of an answer is a value of a row, or has it as a part. */
export const shows = (value: string, text: string): boolean =>
  value === text || (value.length >= shortestPart && text.includes(value));

function showsAny({ row }: ErpRow, texts: readonly string[]): boolean {
  const values = Object.values(row).flatMap((value) => (value === null || value === '' ? [] : [value]));
  return texts.some((text) => values.some((value) => shows(value, text)));
}

/** The rows that may have the texts of a record. */
const rowsOfTexts = (rows: Rows, { refersToTexts }: Place, record: ErpRow): readonly ErpRow[] =>
  refersToTexts === true ? rows.referredToBy(record) : [record];

/** The row with the texts of a record that refers to it, where no other row of the record's table does: the company of an account. */
export const ownRowOfTexts = (rows: Rows, place: Place, record: ErpRow, { texts }: Shown): ErpRow | undefined =>
  rowsOfTexts(rows, place, record).find(
    (one) =>
      one.table !== record.table &&
      showsAny(one, texts) &&
      rows.referringTo(one).every((other) => other === record || other.table !== record.table),
  );

/** Whether an id has the values of all columns of a key that has several. */
function hasWholeKey({ table, row }: ErpRow, id: string): boolean {
  const left = [...partsIn(id)];
  return table.key.every((name) => {
    const place = left.indexOf(row[name] ?? '');
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
}

/** The rows whose column has the id of a record, or a part of it; those with the whole key in the id, if there are any. */
function rowsWithId(rows: Rows, { table, column, part }: Place, id: string): readonly ErpRow[] {
  const values = part === undefined ? valuesIn(id) : partsIn(id).slice(part, part + 1);
  const all = rows.inTable(table).filter(({ row }) => values.includes(row[column] ?? ''));
  const whole = table.key.length > 1 ? all.filter((one) => hasWholeKey(one, id)) : [];
  return whole.length > 0 ? whole : all;
}

const onlyOne = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);

/** The row of a record; undefined where there is none, or several. */
export const rowAt = (rows: Rows, place: Place, { id, texts }: Shown): ErpRow | undefined =>
  onlyOne(
    rowsWithId(rows, place, id).filter((one) =>
      rowsOfTexts(rows, place, one).some((textRow) => showsAny(textRow, texts)),
    ),
  );

/** Whether a column has the ids of all of these records once, with their texts. The profile may make up the text of a minority. */
function hasRecords(rows: Rows, place: Place, shown: readonly Shown[]): boolean {
  const byText = shown.map((one) => rowAt(rows, place, one));
  const isThere = ({ id }: Shown, index: number): boolean =>
    byText[index] !== undefined || onlyOne(rowsWithId(rows, place, id)) !== undefined;
  return byText.filter((row) => row !== undefined).length * 2 > shown.length && shown.every(isThere);
}

/**
 * The place that has the ids of a sample of the records, each once. A column of a key is preferred, then the table that most others refer to.
 * Undefined where there is none.
 */
export function placeOf(rows: Rows, shown: readonly Shown[]): Place | undefined {
  const some = spread(shown, mostShown);
  if (some.length === 0) return undefined;
  return bestPlace(rows, some, {}) ?? bestPlace(rows, some, { refersToTexts: true });
}

/** The place for each part of the ids that a column of a key of several columns may have, and the place without one. */
function partPlaces(place: Place, shown: readonly Shown[]): readonly Place[] {
  const [count = 0, ...others] = new Set(shown.map(({ id }) => partsIn(id).length));
  const isPart = place.table.key.length > 1 && place.table.key.includes(place.column) && others.length === 0;
  const parts = isPart && count > 1 ? Array.from({ length: count }, (_, part): Place => ({ ...place, part })) : [];
  return [...parts, place];
}

function bestPlace(rows: Rows, shown: readonly Shown[], texts: Pick<Place, 'refersToTexts'>): Place | undefined {
  const referringTo = ({ name }: DataTable): number =>
    rows.tables.filter((one) => one.name !== name && one.references.some(({ table }) => table === name)).length;
  const places = rows.tables.flatMap((table) =>
    table.columns.flatMap(({ name: column }): readonly (Place & { readonly rank: number })[] => {
      const place = partPlaces({ table, column, ...texts }, shown).find((one) => hasRecords(rows, one, shown));
      if (place === undefined) return [];
      const isKey = [table.key, ...table.uniqueKeys].some((key) => key.length === 1 && key[0] === column);
      // Of a key of several columns, the one that distinguishes most of the records.
      const values = place.part === undefined ? [] : shown.map(({ id }) => rowsWithId(rows, place, id)[0]?.row[column]);
      const distinct = new Set(values).size;
      const rank = (isKey ? 1_000 : table.key.includes(column) ? 500 : 0) + referringTo(table) + distinct / 10;
      return [{ ...place, rank }];
    }),
  );
  return places.toSorted((one, other) => other.rank - one.rank)[0];
}
