/** Compiles `since` of a query: the columns that its entries compare, and the values that a point in time becomes for them. */

import { milliseconds } from '../../base/duration.ts';
import { earliestLocalSince, localDateTime } from '../../base/local-time.ts';
import type { Path } from '../../base/place.ts';
import type { SincePlan } from '../../plan/read.ts';
import { joinWithOr } from '../../profile/grammar/describe-value.ts';
import { type SinceEntry, type SinceSpec, sinceEntries } from '../../profile/schema/since.ts';
import type { ColumnType, SqlValue, StatementDescription } from '../../sources/source.ts';
import type { Dialect } from '../../sources/sql/text/dialect.ts';
import type { SinceTerm } from '../../sources/sql/text/wrap.ts';
import type { CompileContext } from '../context/context.ts';
import { databaseKindOf, zoneOf } from '../context/sources.ts';
import type { ParameterScope } from '../names/parameter-scope.ts';
import { compileQuery } from '../sql/query.ts';

/** Values of the columns of one entry for a point in time in milliseconds since the epoch. */
type Bound = (ms: number) => readonly SqlValue[];

/** Rounds a local time down to seconds, so that changes within the same second are included. */
const toSecond = (local: string): string => local.slice(0, 19);

const numberAt = (text: string, start: number): number => Number(text.slice(start, start + 2));

/** The time of day of a local time as a number, in the form that the ERP stores. */
function timeNumber(form: 'hhmmss' | 'hhmm' | 'seconds' | 'hundredths', local: string): number {
  const [hours, minutes, seconds] = [numberAt(local, 11), numberAt(local, 14), numberAt(local, 17)];
  const sinceMidnight = (hours * 60 + minutes) * 60 + seconds;
  switch (form) {
    case 'hhmmss':
      return (hours * 100 + minutes) * 100 + seconds;
    case 'hhmm':
      return hours * 100 + minutes;
    case 'seconds':
      return sinceMidnight;
    case 'hundredths':
      return sinceMidnight * 100;
  }
}

/** The bound for a column that stores a time zone. A database that accepts no offset reads the text in the zone of its session, which is the source's. */
function instantBound({ readsOffsets }: Dialect, zone: string): Bound {
  if (!readsOffsets) return (ms) => [toSecond(earliestLocalSince(ms, zone))];
  return (ms) => [`${toSecond(localDateTime(ms, 'UTC'))}+00:00`];
}

/** The type of a column as the database describes it; undefined where it is not known. */
function typeOf(description: StatementDescription | undefined, column: string | undefined): ColumnType | undefined {
  const index = description?.columns?.findIndex((name) => name.toLowerCase() === column?.toLowerCase()) ?? -1;
  return description?.types[index];
}

interface TimeColumns {
  readonly by: SinceEntry['by'];
  readonly as: Exclude<SinceEntry['as'], 'version'>;
  readonly zone: string;
  /** Type of the first column. */
  readonly type: ColumnType | undefined;
  /** The bound for a column that stores a time zone. */
  readonly instant: Bound;
}

function boundOf({ by, as, zone, type, instant }: TimeColumns): Bound {
  const local = (ms: number): string => earliestLocalSince(ms, zone);
  const day = (ms: number): string => local(ms).slice(0, 10);
  switch (as) {
    case undefined:
      if (typeof by !== 'string') return (ms) => [day(ms), local(ms).slice(11, 19)];
      if (type === 'instant') return instant;
      return type === 'date' ? (ms) => [day(ms)] : (ms) => [toSecond(local(ms))];
    case 'date':
      return (ms) => [day(ms)];
    case 'unix':
      return (ms) => [Math.floor(ms / 1000)];
    case 'unix-ms':
      return (ms) => [ms];
    case 'hhmmss':
    case 'hhmm':
    case 'seconds':
    case 'hundredths':
      return (ms) => [day(ms), timeNumber(as, local(ms))];
  }
}

const typeWords: Readonly<Record<ColumnType, string>> = {
  instant: 'a point in time with its zone',
  datetime: 'a date and time',
  date: 'a date',
  time: 'a time of day',
  number: 'a number',
  text: 'a text',
  binary: 'binary data',
  other: 'something else',
};

/** The types that each column of an entry may have, and the hint for another type. */
function allowedTypes({
  by,
  as,
}: SinceEntry): readonly { readonly types: readonly ColumnType[]; readonly hint: string }[] {
  const isNumber = as !== undefined && as !== 'date';
  if (typeof by === 'string') {
    if (as === 'version') return [{ types: ['number', 'binary'], hint: 'A version is a number, or a rowversion.' }];
    if (isNumber) return [{ types: ['number'], hint: 'Omit `as` if the column is a date and time.' }];
    const hint = 'Write `as: unix` for seconds since 1970, `as: unix-ms` for milliseconds.';
    return [{ types: ['date', 'datetime', 'text', ...(as === undefined ? (['instant'] as const) : [])], hint }];
  }
  const day = {
    types: ['date', 'datetime', 'text'],
    hint: 'The first column must be the date: CAST it if it is not.',
  } as const;
  if (isNumber) return [day, { types: ['number'], hint: 'Omit `as` if the column is a time of day.' }];
  return [
    day,
    {
      types: ['time', 'text'],
      hint: 'Write `as: hhmmss`, `hhmm`, `seconds` or `hundredths` for a number; CAST a date and time AS time.',
    },
  ];
}

function checkTypes(
  context: CompileContext,
  entry: SinceEntry,
  description: StatementDescription | undefined,
  path: Path,
): void {
  const columns = [entry.by].flat();
  for (const [index, { types, hint }] of allowedTypes(entry).entries()) {
    const column = columns[index] ?? '';
    const type = typeOf(description, column);
    if (type === undefined || type === 'other' || types.includes(type)) continue;
    const words = types.map((one) => typeWords[one]);
    context.report('MAP270', {
      path: [...path, 'by', ...(typeof entry.by === 'string' ? [] : [index])],
      message: `The column "${column}" holds ${typeWords[type]}, but must hold ${joinWithOr(words)}.`,
      hint,
    });
  }
}

interface CompiledEntry {
  readonly term: SinceTerm;
  readonly plan: SincePlan;
}

interface SinceInput {
  /** Path of `since`. */
  readonly path: Path;
  readonly source: string;
  /** The description of the query whose columns the entries name. */
  readonly description: StatementDescription | undefined;
  readonly scope: ParameterScope;
}

/** Compiles an entry for a column that counts changes, with the statement that reads the counter. */
function versionEntry(
  context: CompileContext,
  entry: SinceEntry,
  type: ColumnType | undefined,
  { path, source, scope }: SinceInput,
): CompiledEntry | undefined {
  const text = entry.version;
  if (text === undefined) return undefined;
  const versionScope: ParameterScope = { ...scope, request: {}, parts: new Map(), zone: zoneOf(context, source) };
  const at = [...path, 'version'];
  const query = compileQuery(context, { path: at, text, source, verb: 'read', scope: versionScope, fields: [] });
  const form = type === 'binary' ? 'binary' : 'integer';
  const overlap = milliseconds(entry.overlap ?? '0s');
  const term: SinceTerm = { columns: [entry.by].flat(), value: form };
  return query && { term, plan: { kind: 'version', overlap, query: query.plan, text, form } };
}

/** Compiles `since` of a query; undefined where the read has none. Faulty entries are reported and left out. */
export function compileSince(
  context: CompileContext,
  spec: SinceSpec | undefined,
  input: SinceInput,
): { readonly terms: readonly SinceTerm[]; readonly plans: readonly SincePlan[] } | undefined {
  const { source, description } = input;
  if (spec === undefined) return undefined;
  const instant = instantBound(databaseKindOf(context, source).dialect, zoneOf(context, source));
  const entries = sinceEntries(spec).flatMap(({ entry: written, path: inner }): CompiledEntry[] => {
    const at = [...input.path, ...inner];
    const { by, as } = written;
    if (by === undefined) {
      const message = 'The entry does not say which column holds the time of the last change.';
      context.report('MAP118', {
        path: at,
        key: true,
        message,
        hint: 'Write `by:` with an output column of the query.',
      });
      return [];
    }
    const entry = { ...written, by };
    checkTypes(context, entry, description, at);
    const columns = [by].flat();
    const type = typeOf(description, columns[0]);
    if (as === 'version') {
      const compiled = versionEntry(context, entry, type, { ...input, path: at });
      return compiled === undefined ? [] : [compiled];
    }
    const bound = boundOf({ by, as, zone: entry.clock ?? zoneOf(context, source), type, instant });
    const term: SinceTerm = { columns, value: as === undefined || as === 'date' ? 'text' : 'integer' };
    return [{ term, plan: { kind: 'time', overlap: milliseconds(entry.overlap ?? '0s'), bound } }];
  });
  return { terms: entries.map(({ term }) => term), plans: entries.map(({ plan }) => plan) };
}
