/** SQL statements that a database can describe before the first request: their texts, and where each text stands in the profile. */
import type { Path } from '../../base/place.ts';
import type { Finding, TextRange } from '../../diagnostics/reporter.ts';
import type { Searched } from '../../sources/source.ts';
import type { Slot } from '../../sources/sql/text/render.ts';
import type { CompiledStatement } from '../../sources/sql/text/statement.ts';
import type { Wrap } from '../../sources/sql/text/wrap.ts';

/** A read as a request sends it: for advice about indexes. */
export interface SentRead {
  readonly statement: Pick<CompiledStatement, 'bind'>;
  readonly wrap: Wrap;
  /** Names of the values that select few rows: ids and texts of the request, keys, columns of other rows. */
  readonly identifying: ReadonlySet<string>;
  /** The path at which the read names a column of the wrap. */
  readonly namedAt: (by: 'search' | 'since' | 'order', column: string) => Path | undefined;
}

/** A statement of the profile that a database can describe, or at least parse. */
export interface StatementToDescribe {
  readonly path: Path;
  readonly source: string;
  readonly verb: 'read' | 'exec' | 'call';
  /** With the verb `call`: the name of the procedure. */
  readonly procedure?: string;
  readonly searched?: Searched;
  /** The database only parses it: it runs at another time, or its table may be missing. */
  readonly grammarOnly?: true;
  /**
   * The text as it is sent, with the engine's conditions, order and limit. Undefined if there are none, or the
   * columns are not known yet.
   */
  readonly framed?: () => StatementVariant | undefined;
  /** Undefined for writes, and while the columns are not known. */
  readonly sent?: () => SentRead | undefined;
  /** The texts that the statement can have: complete first, then without some of its optional blocks. */
  readonly variants: () => readonly StatementVariant[];
}

/** Finds the text of the profile that a position of a statement's SQL comes from, and the offset in it. */
export type TextOrigin = (position: number) => { readonly path: Path; readonly offset: number };

export interface StatementVariant {
  readonly sql: string;
  readonly origin: TextOrigin;
  /** Names of the optional values whose blocks are left out. */
  readonly omitted: readonly string[];
  /** The values of its placeholders, in order. */
  readonly slots?: readonly Slot[];
}

/** Locates a part of a statement's SQL in the profile. A range at the end of the SQL becomes its last word. */
export function locateInProfile({ sql, origin }: StatementVariant, range: TextRange): Pick<Finding, 'path' | 'range'> {
  const lastWord = /(?:[\p{L}\p{N}_$@]+|\S)\s*$/u.exec(sql);
  const isEnd = range.offset >= sql.trimEnd().length;
  const { offset, length } = isEnd
    ? { offset: lastWord?.index ?? 0, length: lastWord?.[0].trimEnd().length ?? 0 }
    : range;
  const at = origin(offset);
  return { path: at.path, range: { offset: at.offset, length: Math.max(length, 1) } };
}

/** Text of a path, for use as a key of maps. */
export function pathKey(path: Path): string {
  return JSON.stringify(path);
}
