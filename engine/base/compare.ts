/** Orders for `sort`. */
import type { Place } from './place.ts';

/** The order of two texts by their UTF-16 code units. */
export const compareTexts = (one: string, other: string): number => Number(one > other) - Number(one < other);

/** The order of two places: by file, line and column. */
export const comparePlaces = (one: Place, other: Place): number =>
  compareTexts(one.file, other.file) || one.line - other.line || one.column - other.column;
