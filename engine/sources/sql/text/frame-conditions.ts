/** The conditions of a frame. Columns are quoted references to the columns of the query. */
import { ownMember } from '../../../base/members.ts';
import type { Dialect } from './dialect.ts';
import { engineSlots } from './engine-values.ts';
import type { SearchWrap, SinceTerm, WrapUse } from './wrap.ts';

/** Gives the quoted reference of an output column. */
export type ColumnReference = (name: string) => string;

/**
 * Rows behind a key, in a form whose first term an index on the first column can serve, on every database. Where the database sorts
 * NULL last, NULL is behind every key; in the first column no index would serve that, and such rows are read by a separate query.
 */
export function afterKey(columns: readonly string[], emptyLast: boolean, index = 0): string {
  const [first, ...rest] = columns;
  const slot = engineSlots.after(index);
  const higher = `${first} > ${slot}`;
  if (rest.length === 0) return emptyLast && index > 0 ? `${higher} or ${first} is null` : higher;
  const later = afterKey(rest, emptyLast, index + 1);
  if (index === 0 || !emptyLast) return `${first} >= ${slot} and (${higher} or (${later}))`;
  return `${higher} or ${first} is null or ${first} = ${slot} and (${later})`;
}

/**
 * Rows at or after the bounds, in a form whose first term an index can serve. Where the second column is NULL the time of the day is not
 * known, and the row counts: a repeated row does no harm, a missed row is lost.
 */
export function sinceBounds(terms: readonly SinceTerm[], dialect: Dialect, column: ColumnReference): string {
  let count = 0;
  const conditions = terms.map(({ columns, value }) => {
    const slots = columns.map(() => engineSlots.since(count++));
    const [first = '', second] = columns.map(column);
    const last = slots.at(-1) ?? '';
    const bound = value === 'text' ? last : dialect[value](last);
    if (second === undefined) return `${first} >= ${bound}`;
    return `${first} >= ${slots[0]} and (${first} > ${slots[0]} or ${second} >= ${bound} or ${second} is null)`;
  });
  return conditions.length === 1 ? (conditions[0] ?? '') : `(${conditions.map((one) => `(${one})`).join(' or ')})`;
}

/** The conditions of a search: every word in one of the columns, or the whole text at the start of one, or equal to one. */
export function searchConditions(
  { columns: names, match, forms = {} }: SearchWrap,
  use: WrapUse,
  sql: Dialect['search'],
  column: ColumnReference,
): readonly string[] {
  if (use.matchesNothing) return ['1 = 0'];
  if (!use.searching) return [];
  const columns = names.map(column);
  const { startsBy } = sql;
  const isOrdered = (name: string): boolean => ownMember(forms, name)?.kind === 'ordered';
  const slots = Array.from({ length: use.starts }, (_, index) => engineSlots.start(index));
  /** The test of one of the columns, each with the condition that lets an index serve it. */
  const narrowed = (kind: 'prefix' | 'exact', test: (name: string) => string, ordered = test): string => {
    const both = (name: string) => `(${sql.narrow.test(name, slots, kind)} and ${test(name)})`;
    const usual = slots.length === 0 ? test : both;
    return `(${names.map((name) => (isOrdered(name) ? ordered : usual)(column(name))).join(' or ')})`;
  };
  switch (match) {
    case 'exact':
      return [narrowed('exact', (name) => sql.equals(name, engineSlots.equals))];
    case 'prefix':
      return [
        narrowed(
          'prefix',
          (name) => sql.startsWith(name, engineSlots.startsWith),
          startsBy && ((name) => startsBy(name, { whole: engineSlots.equals, pattern: engineSlots.startsWith })),
        ),
      ];
    case 'words': {
      const contains = (name: string, index: number): string => {
        const [word, ascii] = [engineSlots.word(index), engineSlots.ascii(index)];
        const form = ownMember(forms, name);
        return form === undefined || form.kind === 'ordered' || sql.containsBy === undefined
          ? sql.contains(column(name), word)
          : sql.containsBy(form, column(name), { word, ascii });
      };
      const inOne = (index: number): string => `(${names.map((name) => contains(name, index)).join(' or ')})`;
      const words = Array.from({ length: use.words }, (_, index) => inOne(index));
      return use.rest ? [...words, sql.containsAll(columns, engineSlots.rest)] : words;
    }
  }
}
