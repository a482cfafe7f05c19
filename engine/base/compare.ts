/** Orders for `sort`, and names that are the same. */
import type { Place } from './place.ts';

/** The order of two texts by their UTF-16 code units. */
export const compareTexts = (one: string, other: string): number => Number(one > other) - Number(one < other);

/** Whether two names of a database are the same: upper and lower case do not differ. */
export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The order of two places: by file, line and column. */
export const comparePlaces = (one: Place, other: Place): number =>
  compareTexts(one.file, other.file) || one.line - other.line || one.column - other.column;
