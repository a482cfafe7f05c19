/** Numbers of a case file with all their digits: 1.50, 1e5 and 9007199254740993 are numbers, as in JSON. */
import { ExactNumber } from '../../base/exact-number.ts';
import type { Path } from '../../base/place.ts';
import { isQuoted, type ProfileDocument } from '../../profile/yaml/document.ts';

/** A JSON number (RFC 8259, 6). */
const numeral = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The value at a path of the file. The YAML parser keeps numbers in an unusual form as text; here they become
 * numbers.
 */
function exactly(document: ProfileDocument, path: Path, value: unknown): unknown {
  if (typeof value === 'string')
    return numeral.test(value) && !isQuoted(document, path) ? new ExactNumber(value) : value;
  if (Array.isArray(value)) return value.map((item, index) => exactly(document, [...path, index], item));
  if (typeof value !== 'object' || value === null) return value;
  return exactMembers(document, path, value);
}

/** `exactly` for the members of a map at `path`. */
export function exactMembers(document: ProfileDocument, path: Path, value: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, exactly(document, [...path, name], item)]),
  );
}
