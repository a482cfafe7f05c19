/** Reports why a database refuses a statement: the position, the database's message, and a correction. */

import type { Path } from '../base/place.ts';
import type { CompileContext } from '../compile/context/context.ts';
import { locateInProfile, type StatementVariant } from '../compile/context/statements.ts';
import type { Finding } from '../diagnostics/reporter.ts';
import { SourceError } from '../sources/source.ts';
import { foreignWordsIn } from '../sources/sql/grammar/foreign-words.ts';
import { inBlock, typoAt } from '../sources/sql/grammar/syntax-typos.ts';
import type { SqlSource } from '../sources/sql/kind.ts';
import {
  nearestName,
  placeOfName,
  type UnknownName,
  unknownAlias,
  unknownNameIn,
} from '../sources/sql/unknown-name.ts';

/** Time limit of one statement or request of an inspection, in milliseconds. */
export const statementTimeoutMs = 10_000;

/** Whether the source is temporarily unreachable, which is no fault of the profile. */
export const isUnreachable = (error: unknown): error is SourceError =>
  error instanceof SourceError && ['unreachable', 'timeout', 'throttled'].includes(error.kind);

/** The database's message without the driver's name and code. */
export function databaseMessage(message: string): string {
  return message
    .replace(/^\w+: /, '')
    .replace(/ \([A-Z_0-9]+\)$/, '')
    .replace(/\.?$/, '.');
}

function wordAt(sql: string, position: number): string {
  return /^[\p{L}\p{N}_.$]+/u.exec(sql.slice(position))?.[0] ?? ' ';
}

/** The offset of the table that the message about a missing right names; undefined where the statement does not name it. */
function placeOfTable(sql: string, message: string): number | undefined {
  const name =
    /\bfor (?:table|view|relation|materialized view|sequence|function|column) ["'`]?(?:[\w]+["'`]?\.["'`]?)?([\w$]+)/.exec(
      message,
    )?.[1];
  const nameMatch =
    name === undefined ? undefined : new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'i').exec(sql);
  return nameMatch?.index;
}

interface Refusal {
  readonly path: Path;
  readonly variant: StatementVariant;
  /** The beginning of the message: what was refused. */
  readonly what: string;
  readonly error: SourceError;
  /** The correction if the error itself suggests none. */
  readonly hint?: string;
}

/** A similar name in the catalogue; undefined if there is none, or the catalogue cannot be read. */
async function meantBy(
  unknown: UnknownName | undefined,
  sql: string,
  source: Pick<SqlSource, 'databaseKind' | 'read'>,
  now: () => number,
): Promise<string | undefined> {
  if (unknown === undefined) return undefined;
  try {
    return await nearestName(source, sql, unknown, { deadline: now() + statementTimeoutMs });
  } catch (error) {
    // The refusal is reported without a similar name.
    if (error instanceof SourceError) return undefined;
    throw error;
  }
}

/** The word of a statement with another name; what is before its last dot stays. */
const renamed = (word: string, name: string): string => word.slice(0, word.lastIndexOf('.') + 1) + name;

/** Reports a refusal at the word that the database names, or whose position it gives. */
export async function reportRefusal(
  context: CompileContext,
  { path, variant, what, error, hint: given }: Refusal,
  source: Pick<SqlSource, 'databaseKind' | 'read'>,
  now: () => number,
): Promise<void> {
  const { sql } = variant;
  const { dialect, statements } = source.databaseKind;
  const message = databaseMessage(error.message);
  const unknown = unknownNameIn(message);
  const denied = error.kind === 'denied' ? placeOfTable(sql, message) : undefined;
  const position = error.position ?? denied ?? (unknown && placeOfName(sql, unknown));
  const word = position === undefined ? undefined : wordAt(sql, position);
  const range = position === undefined || word === undefined ? undefined : { offset: position, length: word.length };
  const isName = unknown !== undefined || /no such|does not exist|doesn't exist|unknown/i.test(error.message);
  const isWhole = variant.omitted.length === 0;
  const typo =
    isName || range === undefined
      ? undefined
      : isWhole && given === undefined
        ? typoAt(sql, dialect.lexicon, range)
        : inBlock(range);
  const alias = unknown && unknownAlias(sql, unknown);
  const near = alias === undefined ? await meantBy(unknown, sql, source, now) : undefined;
  const at: Pick<Finding, 'path' | 'range'> =
    range === undefined ? { path } : locateInProfile(variant, typo?.range ?? range);
  const hint =
    foreignWordsIn(sql, dialect.lexicon, statements.foreignWords)[0]?.instead ??
    (near === undefined ? undefined : `Did you mean "${near}"?`) ??
    (alias === undefined
      ? undefined
      : `No table has the alias "${alias}" here: write FROM table ${alias}, or use the alias of another one.`) ??
    error.cure ??
    given ??
    typo?.hint ??
    (error.kind === 'denied'
      ? 'Grant the login of this service what the statement needs.'
      : 'Correct the statement, or the setting that names its tables.');
  const code = error.kind === 'denied' ? 'SQL424' : isName ? 'SQL406' : 'SQL405';
  const replacement = near === undefined || word === undefined ? undefined : renamed(word, near);
  context.report(code, {
    ...{ ...at, usedIn: path, message: `${what}: ${message}`, hint },
    ...(replacement === undefined ? {} : { replacement }),
  });
}
