/** Orders for `sort`, and names that are the same. */
import type { Place } from './place.ts';

/** The order of two texts by their UTF-16 code units. */
export const compareTexts = (one: string, other: string): number => Number(one > other) - Number(one < other);

/** Whether two values are the same name of a database: upper and lower case do not differ. */
export const isSameName = (one: unknown, other: string | undefined): boolean =>
  typeof one === 'string' && one.toLowerCase() === other?.toLowerCase();

/** The order of two places: by file, line and column. */
export const comparePlaces = (one: Place, other: Place): number =>
  compareTexts(one.file, other.file) || one.line - other.line || one.column - other.column;
