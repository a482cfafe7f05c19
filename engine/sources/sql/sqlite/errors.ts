/** Maps SQLite's errors to `SourceError`. */
import { SourceError, type SourceErrorKind } from '../../source.ts';

const kinds: readonly (readonly [RegExp, SourceErrorKind])[] = [
  [/^SQLITE_(BUSY|LOCKED)/, 'conflict'],
  [/^SQLITE_CONSTRAINT_DATATYPE/, 'value'],
  [/^SQLITE_CONSTRAINT/, 'constraint'],
  [/^SQLITE_(MISMATCH|TOOBIG|RANGE)/, 'value'],
  [/^SQLITE_READONLY_DBMOVED/, 'unreachable'],
  [/^SQLITE_(READONLY|AUTH|PERM)/, 'denied'],
  [/^SQLITE_(CANTOPEN|NOTADB|NOTFOUND)/, 'unreachable'],
  [/^SQLITE_INTERRUPT/, 'timeout'],
  [/^SQLITE_ERROR/, 'statement'],
];

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** The driver reports no position: a word that the message quotes and that the text has only once gives it. */
function positionOf(message: string, sql: string): number | undefined {
  const named = /near "(.+)": syntax error/s.exec(message) ?? /no such (?:table|column|function): (\S+)/.exec(message);
  const word = named?.[1];
  if (word === undefined || !/^\w/.test(word)) return undefined;
  const literal = word.replaceAll(/[^\w\s]/g, '\\$&');
  const pattern = new RegExp(`(?<![\\w.])${literal}(?!\\w)`, 'g');
  const places = [...sql.matchAll(pattern)];
  return places.length === 1 ? places[0]?.index : undefined;
}

/** A driver's error as a `SourceError`; a `SourceError` is returned unchanged. `sql` is the statement that was run, if any. */
export function sqliteError(error: unknown, sql?: string): SourceError {
  if (error instanceof SourceError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = codeOf(error);
  // The driver checks the number and types of values before SQLite gets them.
  const misuse = error instanceof TypeError || error instanceof RangeError ? 'statement' : 'broken';
  const kind = kinds.find(([pattern]) => pattern.test(code))?.[1] ?? misuse;
  const position = sql === undefined ? undefined : positionOf(message, sql);
  const locked = /^SQLITE_(CANTOPEN|READONLY_(DIRECTORY|CANTINIT))/.test(code);
  const advice = locked ? '; a file in WAL mode can be used only where its folder can be written to' : '';
  return new SourceError(kind, `SQLite: ${message}${advice}${code ? ` (${code})` : ''}`, {
    ...(position === undefined ? {} : { position }),
    cause: error,
  });
}
