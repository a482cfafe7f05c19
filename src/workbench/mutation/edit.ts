/** Edits of a text: the changes that make one mutant of a profile. */

/** What an edit changes. It decides how grave the mistake is (`risk.ts`), and which data shows it (`datum.ts`). */
export type MutationKind =
  | 'condition'
  | 'optional condition'
  | 'outer join'
  | 'inner join'
  | 'comparison'
  | 'calculation'
  | 'logic'
  | 'text'
  | 'number'
  | 'aggregate'
  | 'direction'
  | 'duplicates'
  | 'null'
  | 'existence'
  | 'entry'
  | 'member'
  | 'code';

/** Replaces the characters from `start` to before `end` (UTF-16 code units). */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** A clause without a full stop, for reports. */
  readonly change: string;
  readonly kind: MutationKind;
  /** The text that the change is about, in one line: a condition, an operator, an entry. */
  readonly subject: string;
}

/** The text with one edit. */
export const edited = (text: string, { start, end, replacement }: Edit): string =>
  text.slice(0, start) + replacement + text.slice(end);

/** The edit of a part of a text as an edit of the whole text. `offset`: where the part begins. */
export const shifted = (edit: Edit, offset: number): Edit => ({
  ...edit,
  start: edit.start + offset,
  end: edit.end + offset,
});

/** A part of a profile in one line, shortened for reports. */
export function inOneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 77)}...` : line;
}
