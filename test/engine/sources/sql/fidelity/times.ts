/** Kinds of days, times and instants. */
import type { Random } from '../../../../src/workbench/checks/conformance/random.ts';
import { instantOf, localText, shownAt, someInstant, someLocal, yearStart } from './clocks.ts';
import { someDigits } from './digits.ts';
import { between, date, instant, type Kind, type Place, pick, same, sentAsText, text } from './kind.ts';

/** Days that the profile declares to mean "none". */
export const blankDays = ['1900-01-01', '1753-01-01'] as const;

/** The years that a dialect's dates are documented for, less one at each end for the zones. */
function yearsOf({ dialect }: Place): readonly [number, number] {
  return [yearStart(dialect === 'mysql' ? 1001 : 2), yearStart(9998)];
}

/** What a TIMESTAMP of MySQL can hold. */
const timestamps = [Date.UTC(1970, 0, 3), Date.UTC(2038, 0, 17)] as const;
const zonedRange = (place: Place) => (place.dialect === 'mysql' ? timestamps : yearsOf(place));

function someDay(random: Random, place: Place): string {
  const [from, to] = yearsOf(place);
  const day = localText(someLocal(random, place.clock, from, to)).slice(0, 10);
  return blankDays.some((blank) => blank === day) ? '2024-02-29' : day;
}

/** An instant's JSON text: UTC with milliseconds, the finer digits cut. */
const answered = (whole: number, fraction: string): string =>
  JSON.stringify(`${localText(whole).replace(' ', 'T')}.${fraction.slice(0, 3)}Z`);

/** The instant as a session of the database shows it: where the server goes by the zone's name, without an offset. */
function read(whole: number, { dialect, clock, knowsClock }: Place): number {
  return dialect === 'mysql' && knowsClock ? instantOf(shownAt(whole, clock), clock) : whole;
}

/** Sent to MySQL as seconds since the epoch, to all others with an offset from UTC. */
function sentInstant(random: Random, whole: number, fraction: string, { dialect }: Place): string {
  if (dialect === 'mysql') return `${whole / 1000}.${fraction}`;
  const minutes = between(random, -720, 840);
  const two = (value: number) => String(value).padStart(2, '0');
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  return `${localText(whole + minutes * 60_000)}.${fraction}${offset}`;
}

const fromEpoch: Kind['write'] = (slot, dialect) =>
  dialect === 'mysql' ? `from_unixtime(cast(${slot} as decimal(20,6)))` : slot;
const naive = { sqlite: 'text', postgres: 'timestamp', mysql: 'datetime(6)', mssql: 'datetime2(6)' };
const zoned = { sqlite: 'text', postgres: 'timestamptz', mysql: 'timestamp(6) null', mssql: 'datetimeoffset(6)' };

export const timeKinds: readonly Kind[] = [
  {
    name: 'calendarDay',
    column: { sqlite: 'text', postgres: 'date', mysql: 'date', mssql: 'date' },
    request: date,
    answer: date,
    generate: (random, place) => same(JSON.stringify(someDay(random, place))),
  },
  {
    name: 'dayOfLocal',
    column: naive,
    request: text,
    answer: date,
    generate(random, place) {
      const day = someDay(random, place);
      const clock = pick(random, ['00:00:00', '02:30:00', '23:59:59.999999']);
      return sentAsText(`${day} ${clock}`, JSON.stringify(day));
    },
  },
  {
    name: 'dayOfInstant',
    column: { postgres: 'timestamptz', mysql: 'timestamp(6) null' },
    request: text,
    answer: date,
    write: fromEpoch,
    generate(random, place) {
      const whole = someInstant(random, place.clock, ...zonedRange(place));
      const day = localText(shownAt(whole, place.clock)).slice(0, 10);
      return sentAsText(sentInstant(random, whole, '000000', place), JSON.stringify(day));
    },
  },
  {
    name: 'wallTime',
    column: naive,
    request: text,
    answer: instant,
    generate(random, place) {
      const local = someLocal(random, place.clock, ...yearsOf(place));
      const fraction = someDigits(random, 6);
      return sentAsText(`${localText(local)}.${fraction}`, answered(instantOf(local, place.clock), fraction));
    },
  },
  {
    name: 'moment',
    column: zoned,
    request: text,
    answer: instant,
    write: fromEpoch,
    generate(random, place) {
      const whole = someInstant(random, place.clock, ...zonedRange(place));
      const fraction = someDigits(random, 6);
      return sentAsText(sentInstant(random, whole, fraction, place), answered(read(whole, place), fraction));
    },
  },
  {
    name: 'clockTime',
    column: { sqlite: 'text', postgres: 'time', mysql: 'time', mssql: 'time(0)' },
    request: text,
    answer: text,
    generate(random) {
      const time = localText(between(random, 0, 86_399) * 1000).slice(11);
      return sentAsText(time, JSON.stringify(time));
    },
  },
  {
    name: 'blankDay',
    column: { sqlite: 'text', postgres: 'date', mysql: 'date', mssql: 'date' },
    request: date,
    answer: date,
    generate: (random) => ({ sent: JSON.stringify(pick(random, blankDays)), answered: undefined }),
  },
  {
    name: 'blankLocal',
    column: naive,
    request: text,
    answer: instant,
    generate: (random) => sentAsText(`${pick(random, blankDays)} 00:00:00`, undefined),
  },
  {
    name: 'blankMoment',
    // Without an offset it is midnight by the clock of the session, whatever that was in those days.
    column: { postgres: 'timestamptz' },
    request: text,
    answer: instant,
    generate: (random) => sentAsText(`${pick(random, blankDays)} 00:00:00`, undefined),
  },
];
