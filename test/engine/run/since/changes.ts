/** Rows whose change is known as an instant, written in every form that ERPs keep it in. */
import type { DialectName } from '../../../support/kinds.ts';

/** A change of a clock, at an instant, and how far it is set back; less than nothing where it is set forward. */
interface ClockChange {
  readonly zone: string;
  readonly at: string;
}

/** By the tz database: https://www.iana.org/time-zones, files europe, northamerica, australasia. */
export const clockChanges: readonly ClockChange[] = [
  { zone: 'Europe/London', at: '2026-03-29T01:00:00Z' },
  { zone: 'Europe/London', at: '2026-10-25T01:00:00Z' },
  { zone: 'America/New_York', at: '2026-03-08T07:00:00Z' },
  { zone: 'America/New_York', at: '2026-11-01T06:00:00Z' },
  { zone: 'Australia/Lord_Howe', at: '2026-04-04T15:00:00Z' },
  { zone: 'Australia/Lord_Howe', at: '2026-10-03T15:30:00Z' },
];

export const minute = 60_000;

/** What the zone's clock shows, by the runtime's own formatter, which the engine does not use: `YYYY-MM-DD HH:MM:SS`. */
function shown(ms: number, zone: string): string {
  return formatter(zone).format(ms);
}

const formatters = new Map<string, Intl.DateTimeFormat>();
function formatter(zone: string): Intl.DateTimeFormat {
  const cachedFormatter = formatters.get(zone);
  if (cachedFormatter !== undefined) return cachedFormatter;
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formatters.set(zone, made);
  return made;
}

/** One way of keeping the time of a change. */
export interface Form {
  readonly name: string;
  /** The keys of `since`. */
  readonly since: string;
  /** The clock that the form is kept by; undefined for instants. */
  readonly clock: 'own' | 'UTC' | undefined;
  /** What the form keeps of a local time, or of an instant. */
  readonly keeps: 'second' | 'minute' | 'day' | 'millisecond';
}

export const forms: readonly Form[] = [
  { name: 'local', since: '{ by: _local }', clock: 'own', keeps: 'second' },
  { name: 'text', since: '{ by: _text }', clock: 'own', keeps: 'second' },
  { name: 'utc', since: '{ by: _utc, clock: UTC }', clock: 'UTC', keeps: 'second' },
  { name: 'day', since: '{ by: _day, as: date }', clock: 'own', keeps: 'day' },
  { name: 'two', since: '{ by: [_day, _time] }', clock: 'own', keeps: 'second' },
  { name: 'two-texts', since: '{ by: [_midnight, _clock] }', clock: 'own', keeps: 'second' },
  { name: 'hhmmss', since: '{ by: [_midnight, _hhmmss], as: hhmmss }', clock: 'own', keeps: 'second' },
  { name: 'hhmm', since: '{ by: [_day, _hhmm], as: hhmm }', clock: 'own', keeps: 'minute' },
  { name: 'seconds', since: '{ by: [_day, _seconds], as: seconds }', clock: 'own', keeps: 'second' },
  { name: 'hundredths', since: '{ by: [_day, _hundredths], as: hundredths }', clock: 'own', keeps: 'second' },
  { name: 'unix', since: '{ by: _unix, as: unix }', clock: undefined, keeps: 'second' },
  { name: 'unix-ms', since: '{ by: _ms, as: unix-ms }', clock: undefined, keeps: 'millisecond' },
  { name: 'instant', since: '{ by: _instant }', clock: undefined, keeps: 'second' },
];

type Types = Readonly<Record<'local' | 'day' | 'time' | 'instant' | 'text', string>>;

const types: Readonly<Record<DialectName, Types>> = {
  sqlite: { local: 'text', day: 'text', time: 'text', instant: 'text', text: 'text' },
  postgres: { local: 'timestamp', day: 'date', time: 'time', instant: 'timestamptz', text: 'text' },
  mysql: { local: 'datetime', day: 'date', time: 'time', instant: 'timestamp null', text: 'varchar(30)' },
  mssql: { local: 'datetime', day: 'date', time: 'time(0)', instant: 'datetimeoffset(0)', text: 'varchar(30)' },
};

/** The table that `insert` fills. */
export function createTable(dialect: DialectName, table: string): string {
  const { local, day, time, instant, text } = types[dialect];
  return `create table ${table} (id integer primary key, c_local ${local}, c_text ${text}, c_utc ${local}, c_day ${day},
    c_midnight ${local}, c_time ${time}, c_clock ${text}, c_hhmmss integer, c_hhmm integer, c_seconds integer,
    c_hundredths integer, c_unix integer, c_ms bigint, c_instant ${instant})`;
}

const columns =
  'id, c_local, c_text, c_utc, c_day, c_midnight, c_time, c_clock, c_hhmmss, c_hhmm, c_seconds, c_hundredths, c_unix, c_ms, c_instant';

function row(dialect: DialectName, id: number, ms: number, zone: string): string {
  const local = shown(ms, zone);
  const utc = new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
  const [day = '', time = ''] = local.split(' ');
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  const sinceMidnight = hours * 3600 + minutes * 60 + seconds;
  const numbers = [
    hours * 10_000 + minutes * 100 + seconds,
    hours * 100 + minutes,
    sinceMidnight,
    sinceMidnight * 100 + 37,
    Math.floor(ms / 1000),
    ms,
  ];
  const midnight = dialect === 'sqlite' ? day : `${day} 00:00:00`;
  const instant = dialect === 'postgres' || dialect === 'mssql' ? `${utc}+00:00` : utc;
  const texts = [local, local, utc, day, midnight, time, time].map((value) => `'${value}'`);
  return `(${[id, ...texts, ...numbers, `'${instant}'`].join(', ')})`;
}

/** One row for each instant, its id counted from 1. */
export function insert(dialect: DialectName, table: string, instants: readonly number[], zone: string): string {
  const rows = instants.map((ms, index) => row(dialect, index + 1, ms, zone));
  return `insert into ${table} (${columns}) values ${rows.join(',\n')}`;
}

/** A query of the table with all forms. */
export function query(table: string): string {
  const names = columns.split(', ').slice(1);
  return `SELECT id AS id, ${names.map((name) => `${name} AS ${name.slice(1)}`).join(', ')} FROM ${table}`;
}

/** What a form keeps of a text `YYYY-MM-DD HH:MM:SS`. */
function kept(text: string, keeps: Form['keeps']): string {
  return text.slice(0, { second: 19, minute: 16, day: 10, millisecond: 19 }[keeps]);
}

/**
 * The rows that must be given, by the definition: what was stamped at or after the lowest time that the clock shows from the instant on,
 * at the resolution of the form. The clock is read minute by minute for the three hours in which a change can still come.
 */
export function expected(form: Form, zone: string, since: number, instants: readonly number[]): readonly number[] {
  const ids = (test: (ms: number) => boolean) => instants.flatMap((ms, index) => (test(ms) ? [index + 1] : []));
  if (form.clock === undefined) {
    const unit = form.keeps === 'millisecond' ? 1 : 1000;
    return ids((ms) => Math.floor(ms / unit) >= Math.floor(since / unit));
  }
  const clock = form.clock === 'own' ? zone : form.clock;
  let lowest = kept(shown(since, clock), form.keeps);
  const nextMinute = Math.ceil(since / minute) * minute;
  for (let ms = nextMinute; ms < since + 180 * minute; ms += minute) {
    const text = kept(shown(ms, clock), form.keeps);
    if (text < lowest) lowest = text;
  }
  return ids((ms) => kept(shown(ms, clock), form.keeps) >= lowest);
}
