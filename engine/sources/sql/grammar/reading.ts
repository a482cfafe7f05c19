/** The result of parsing one statement without a database. */

import type { OutputColumn } from '../../source.ts';

/** A place in the statement: 0-based offset and length in UTF-16 units. An offset as long as the text means its end. */
export interface SqlRange {
  readonly offset: number;
  readonly length: number;
}

export interface Writing extends SqlRange {
  /** The word or function that writes. */
  readonly word: string;
}

export type Reading =
  /** Refused by the database's own grammar, so that the database refuses it, too. `message` has no full stop. */
  | { readonly kind: 'refused'; readonly message: string; readonly range: SqlRange }
  /** Refused by a third-party grammar, which does not know everything that the database accepts. */
  | { readonly kind: 'unread'; readonly message: string; readonly range: SqlRange }
  | {
      readonly kind: 'read';
      /** Undefined where the text does not name them: a `*`, an expression without a name. */
      readonly columns: readonly OutputColumn[] | undefined;
      /** The parts that change data. */
      readonly writes: readonly Writing[];
    };

/** Parses one statement with the driver's placeholders. Never throws. */
export type Grammar = (sql: string) => Reading;

/** The columns of a UNION: the first SELECT names them, and all of them decide the types, which stay open. */
export function untyped(columns: readonly OutputColumn[] | undefined): readonly OutputColumn[] | undefined {
  return columns?.map(({ name }) => ({ name, type: undefined }));
}

/** The word or sign at an offset; of length 0 at the end of the text. */
export function rangeAt(sql: string, offset: number): SqlRange {
  const length = /^(?:[\p{L}\p{N}_$@]+|\S)?/u.exec(sql.slice(offset))?.[0].length ?? 0;
  return { offset: length === 0 ? sql.length : offset, length };
}

/** The offset in UTF-16 units of a character that parsers count in code points. */
export function unitOffset(sql: string, characters: number): number {
  let offset = 0;
  for (let count = 0; count < characters && offset < sql.length; count += 1) {
    offset += (sql.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}
