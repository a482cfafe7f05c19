/** `since` of a read: what its entries compare, and the bounds that an instant becomes in the form that the ERP keeps. */
import { earliestLocalSince, localDateTime } from '../../base/clock.ts';
import { milliseconds } from '../../base/duration.ts';
import type { Path } from '../../base/place.ts';
import type { SincePlan } from '../../plan/read.ts';
import { type SinceEntry, type SinceSpec, sinceEntries } from '../../profile/schema/since.ts';
import type { ColumnType, SqlValue, StatementFacts } from '../../sources/source.ts';
import type { Dialect } from '../../sources/sql/text/dialect.ts';
import type { SinceTerm } from '../../sources/sql/text/wrap.ts';
import type { CompileContext } from '../context/context.ts';
import { databaseKindOf, zoneOf } from '../context/sources.ts';
import type { ParameterScope } from '../names/parameter-scope.ts';
import { compileQuery } from '../sql/query.ts';

type Bound = (ms: number) => readonly SqlValue[];

/** Whole seconds, rounded down: what the ERP stamped within the same second counts as changed. */
const second = (local: string): string => local.slice(0, 19);

const numberAt = (text: string, start: number): number => Number(text.slice(start, start + 2));

/** The time of day of a local time, as a number in the form. */
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

/** A point in time for a column that knows its own zone. A session that reads no offset reads the text by the clock of the source. */
function instantBound({ readsOffsets }: Dialect, zone: string): Bound {
  if (!readsOffsets) return (ms) => [second(earliestLocalSince(ms, zone))];
  return (ms) => [`${second(localDateTime(ms, 'UTC'))}+00:00`];
}

/** What a column holds, by the word of the database; undefined while it was not asked, or cannot tell. */
function typeOf(facts: StatementFacts | undefined, column: string | undefined): ColumnType | undefined {
  const index = facts?.columns?.findIndex((name) => name.toLowerCase() === column?.toLowerCase()) ?? -1;
  return facts?.types[index];
}

function boundOf(
  by: SinceEntry['by'],
  as: Exclude<SinceEntry['as'], 'version'>,
  zone: string,
  own: Bound,
  type: ColumnType | undefined,
): Bound {
  const local = (ms: number): string => earliestLocalSince(ms, zone);
  const day = (ms: number): string => local(ms).slice(0, 10);
  switch (as) {
    case undefined:
      if (typeof by !== 'string') return (ms) => [day(ms), local(ms).slice(11, 19)];
      if (type === 'instant') return own;
      return type === 'date' ? (ms) => [day(ms)] : (ms) => [second(local(ms))];
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

const named: Readonly<Record<ColumnType, string>> = {
  instant: 'a point in time with its zone',
  datetime: 'a date and time',
  date: 'a date',
  time: 'a time of day',
  number: 'a number',
  text: 'a text',
  binary: 'binary data',
  other: 'something else',
};

/** What each column of an entry may hold, and what to do where it holds something else. */
function wanted({ by, as }: SinceEntry): readonly { readonly types: readonly ColumnType[]; readonly hint: string }[] {
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

function checkTypes(context: CompileContext, entry: SinceEntry, facts: StatementFacts | undefined, path: Path): void {
  const columns = [entry.by].flat();
  for (const [index, { types, hint }] of wanted(entry).entries()) {
    const column = columns[index] ?? '';
    const type = typeOf(facts, column);
    if (type === undefined || type === 'other' || types.includes(type)) continue;
    const words = types.map((one) => named[one]);
    context.report('MAP270', {
      path: [...path, 'by', ...(typeof entry.by === 'string' ? [] : [index])],
      message: `The column "${column}" holds ${named[type]}; ${[words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ')} is wanted.`,
      hint,
    });
  }
}

interface CompiledEntry {
  readonly term: SinceTerm;
  readonly plan: SincePlan;
}

/** A column that counts changes, and the statement that tells what the counter stands at. */
function versionEntry(
  context: CompileContext,
  entry: SinceEntry,
  source: string,
  type: ColumnType | undefined,
  scope: ParameterScope,
  path: Path,
): CompiledEntry | undefined {
  const text = entry.version;
  if (text === undefined) return undefined;
  const own: ParameterScope = { ...scope, request: {}, parts: new Map(), zone: zoneOf(context, source) };
  const at = [...path, 'version'];
  const query = compileQuery(context, { path: at, text, source, verb: 'read', scope: own, fields: [] });
  const form = type === 'binary' ? 'binary' : 'integer';
  const overlap = milliseconds(entry.overlap ?? '0s');
  const term: SinceTerm = { columns: [entry.by].flat(), value: form };
  return query && { term, plan: { kind: 'version', overlap, query: query.plan, text, form } };
}

/** Compiles the `since` at a path for a query with these facts; undefined where the read has none. */
export function compileSince(
  context: CompileContext,
  spec: SinceSpec | undefined,
  source: string,
  facts: StatementFacts | undefined,
  scope: ParameterScope,
  path: Path,
): { readonly terms: readonly SinceTerm[]; readonly plans: readonly SincePlan[] } | undefined {
  if (spec === undefined) return undefined;
  const own = instantBound(databaseKindOf(context, source).dialect, zoneOf(context, source));
  const entries = sinceEntries(spec).flatMap(({ entry: written, path: inner }): CompiledEntry[] => {
    const at = [...path, ...inner];
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
    checkTypes(context, entry, facts, at);
    const columns = [by].flat();
    const type = typeOf(facts, columns[0]);
    if (as === 'version') {
      const compiled = versionEntry(context, entry, source, type, scope, at);
      return compiled === undefined ? [] : [compiled];
    }
    const bound = boundOf(by, as, entry.clock ?? zoneOf(context, source), own, type);
    const term: SinceTerm = { columns, value: as === undefined || as === 'date' ? 'text' : 'integer' };
    return [{ term, plan: { kind: 'time', overlap: milliseconds(entry.overlap ?? '0s'), bound } }];
  });
  return { terms: entries.map(({ term }) => term), plans: entries.map(({ plan }) => plan) };
}
