/** The findings of a check as an editor shows them: with files and ranges. */

import type { Diagnostic, Place } from '../../../../engine/index.ts';
import { codes, sortDiagnostics, withoutSecretsOf } from '../../../../engine/tools/index.ts';
import type { Position, Range } from '../text/positions.ts';

export interface FileRange {
  /** Absolute. */
  readonly file: string;
  readonly range: Range;
}

/** A further place of a finding. */
interface RelatedPlace extends FileRange {
  /** Why it is shown: `the same mistake`, `used here`. */
  readonly reason: string;
}

/** A finding of `engine check`, with the file that it is in. */
export interface FileFinding extends FileRange {
  readonly code: Diagnostic['code'];
  /** The title of the code. */
  readonly title: string;
  readonly severity: Diagnostic['severity'];
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
  /** The part of the contract: `/invoices/list -> invoices[].amountTotal`. */
  readonly coordinate: string | undefined;
  /** The text to write instead of that of the range, if that cures the fault. */
  readonly replacement: string | undefined;
  readonly related: readonly RelatedPlace[];
}

/** The address of the explanation of a code with this title. */
export type FindingLink = (code: Diagnostic['code'], title: string) => string;

const isBefore = (one: Position, other: Position): boolean =>
  one.line < other.line || (one.line === other.line && one.character < other.character);

/** Whether two findings have the same code at places that overlap: one may be at a column, and the other at the column with its alias. */
export const isSamePlace = (one: FileFinding, other: FileFinding): boolean =>
  one.code === other.code &&
  one.file === other.file &&
  !isBefore(one.range.end, other.range.start) &&
  !isBefore(other.range.end, one.range.start);

const nowhere: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** A place counts lines and columns from 1, a range from 0. */
const rangeOfPlace = ({ line, column, length }: Place): Range => ({
  start: { line: line - 1, character: column - 1 },
  end: { line: line - 1, character: column - 1 + length },
});

/**
 * The findings as `engine check` prints them: sorted, each cause once, without secrets. `profile`: the file of findings without a place.
 * `sources`: the texts of all files by their names; `fileOf` gives the file of a name.
 */
export function fileFindings(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, string>,
  profile: string,
  fileOf: (name: string) => string,
): readonly FileFinding[] {
  const at = (place: Place): FileRange => ({ file: fileOf(place.file), range: rangeOfPlace(place) });
  return sortDiagnostics(withoutSecretsOf(diagnostics, sources)).map((one) => {
    const { code, severity, message, hint, place, alsoAt = [], usedAt = [], coordinate, replacement } = one;
    return {
      ...(place === undefined ? { file: profile, range: nowhere } : at(place)),
      code,
      title: codes[code].title,
      severity,
      message,
      hint,
      coordinate,
      replacement,
      related: [
        ...alsoAt.map((other) => ({ ...at(other), reason: 'The same mistake.' })),
        ...usedAt.map((other) => ({ ...at(other), reason: 'Used here.' })),
      ],
    };
  });
}
