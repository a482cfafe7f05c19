import { describe, expect, it } from 'vitest';
import { addDays, firstOfMonthMonthsBack, isCalendarDate } from '../../engine/base/calendar.ts';
import { formatInstant, parseInstant } from '../../engine/base/instant.ts';
import {
  earliestLocalSince,
  instantOfLocal,
  isTimeZone,
  localDate,
  localDateTime,
} from '../../engine/base/local-time.ts';

const berlin = 'Europe/Berlin';
const newYork = 'America/New_York';
const lordHowe = 'Australia/Lord_Howe';
const at = (text: string) => Date.parse(text);

describe('isCalendarDate', () => {
  it.each(['2026-01-31', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31', '2026-04-30'])('takes %s', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });
  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-32',
    '0000-01-01',
    '2026-1-1',
    '20260101',
    '2026-01-01T00:00',
    '2026-01-01\n',
    ' 2026-01-01',
    '٢٠٢٦-01-01',
    '',
  ])('refuses %j', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });
});

describe('parseInstant', () => {
  it.each([
    ['2026-03-01T02:00:00.000Z', '2026-03-01T02:00:00.000Z'],
    ['2026-03-01T02:00:00Z', '2026-03-01T02:00:00.000Z'],
    ['2026-03-01T02:00Z', '2026-03-01T02:00:00.000Z'],
    ['2026-03-01t02:00:00z', '2026-03-01T02:00:00.000Z'],
    ['2026-03-01T02:00:00', '2026-03-01T02:00:00.000Z'],
    ['2026-03-01 02:00:00', '2026-03-01T02:00:00.000Z'],
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T02:00:00+02:00', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T02:00:00+0200', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T02:00:00-05', '2026-03-01T07:00:00.000Z'],
    ['2026-03-01T02:00:00+05:45', '2026-02-28T20:15:00.000Z'],
    ['2026-03-01T02:00:00-00:00', '2026-03-01T02:00:00.000Z'],
    ['2026-03-01T02:00:00.5Z', '2026-03-01T02:00:00.500Z'],
    ['2026-03-01T02:00:00,25Z', '2026-03-01T02:00:00.250Z'],
    ['2026-03-01T02:00:00.123999999Z', '2026-03-01T02:00:00.123Z'],
    ['1969-12-31T23:59:59.9999Z', '1969-12-31T23:59:59.999Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(formatInstant(parseInstant(text) ?? Number.NaN)).toBe(instant);
  });
  it.each([
    'yesterday',
    '',
    '2026-02-30T00:00:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T23:60:00Z',
    '2026-03-01T23:59:60Z',
    '2026-03-01T02Z',
    '2026-03-01T02:00:00+24:00',
    '2026-03-01T02:00:00+02:60',
    '2026-03-01T02:00:00.Z',
    '2026-03-01T02:00:00Z Z',
    '2026-03-01Z',
    '2026-03-01T02:00:00[Europe/Berlin]',
    '20260301T020000Z',
    '1772330400000',
    '9999-12-31T23:59:59-01:00',
    '0001-01-01T00:00:00+01:00',
    '2026-03-01T02:00:00+02:00:30',
  ])('refuses %j', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });
});

describe('isTimeZone', () => {
  it.each(['UTC', berlin, 'America/Argentina/Buenos_Aires', 'Asia/Kathmandu'])('knows %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });
  it.each(['', 'Europe/Berlln', 'Mars/Olympus', 'Europe/Berlin ', '2026-01-01T00:00Z'])('does not know %j', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});

describe('local time of an instant', () => {
  it.each([
    // Germany changes at 01:00 UTC on the last Sundays of March and October.
    ['2025-03-30T00:59:59.999Z', berlin, '2025-03-30 01:59:59.999'],
    ['2025-03-30T01:00:00.000Z', berlin, '2025-03-30 03:00:00.000'],
    ['2025-10-26T00:59:59.999Z', berlin, '2025-10-26 02:59:59.999'],
    ['2025-10-26T01:00:00.000Z', berlin, '2025-10-26 02:00:00.000'],
    // New York changes at 02:00 of its own clock on 9 March and 2 November 2025.
    ['2025-03-09T06:59:59.000Z', newYork, '2025-03-09 01:59:59.000'],
    ['2025-03-09T07:00:00.000Z', newYork, '2025-03-09 03:00:00.000'],
    ['2025-11-02T05:59:59.000Z', newYork, '2025-11-02 01:59:59.000'],
    ['2025-11-02T06:00:00.000Z', newYork, '2025-11-02 01:00:00.000'],
    // Lord Howe moves by half an hour between +10:30 and +11.
    ['2025-04-05T14:59:59.000Z', lordHowe, '2025-04-06 01:59:59.000'],
    ['2025-04-05T15:00:00.000Z', lordHowe, '2025-04-06 01:30:00.000'],
    ['2025-10-04T15:29:59.000Z', lordHowe, '2025-10-05 01:59:59.000'],
    ['2025-10-04T15:30:00.000Z', lordHowe, '2025-10-05 02:30:00.000'],
    ['2026-03-01T02:00:00.007Z', 'UTC', '2026-03-01 02:00:00.007'],
  ])('%s in %s is %s', (instant, zone, local) => {
    expect(localDateTime(at(instant), zone)).toBe(local);
  });

  it('has the day of the zone, not of UTC', () => {
    expect(localDate(at('2025-12-31T23:30:00Z'), berlin)).toBe('2026-01-01');
    expect(localDate(at('2026-01-01T04:59:59Z'), newYork)).toBe('2025-12-31');
  });
});

describe('instantOfLocal', () => {
  it.each([
    ['2025-07-01 12:00', berlin, '2025-07-01T10:00:00.000Z'],
    ['2025-01-01T12:00:00.123456', berlin, '2025-01-01T11:00:00.123Z'],
    ['2025-07-01', newYork, '2025-07-01T04:00:00.000Z'],
    ['2025-07-01 12:00:00', 'UTC', '2025-07-01T12:00:00.000Z'],
    // Before the railways: Berlin was 53 minutes and 28 seconds ahead of Greenwich.
    ['1890-01-01 00:53:28', berlin, '1890-01-01T00:00:00.000Z'],
    ['1890-01-01 00:53:28+00:53:28', newYork, '1890-01-01T00:00:00.000Z'],
    ['1883-01-01 00:00:00-04:56:02', berlin, '1883-01-01T04:56:02.000Z'],
    // Shown twice: the earlier one.
    ['2025-10-26 02:30:00', berlin, '2025-10-26T00:30:00.000Z'],
    ['2025-11-02 01:30:00', newYork, '2025-11-02T05:30:00.000Z'],
    ['2025-04-06 01:45:00', lordHowe, '2025-04-05T14:45:00.000Z'],
    // Skipped: as much later as the clock jumps.
    ['2025-03-30 02:30:00', berlin, '2025-03-30T01:30:00.000Z'],
    ['2025-03-09 02:30:00', newYork, '2025-03-09T07:30:00.000Z'],
    ['2025-10-05 02:15:00', lordHowe, '2025-10-04T15:45:00.000Z'],
    // With an offset: taken at its word, whatever the zone.
    ['2025-07-01 12:00:00Z', berlin, '2025-07-01T12:00:00.000Z'],
    ['2025-07-01 12:00:00+00', berlin, '2025-07-01T12:00:00.000Z'],
    ['2025-07-01 12:00:00.5+0200', newYork, '2025-07-01T10:00:00.500Z'],
    ['2025-07-01 12:00:00.1234567 -05:00', berlin, '2025-07-01T17:00:00.123Z'],
  ])('%s in %s is %s', (text, zone, instant) => {
    expect(formatInstant(instantOfLocal(text, zone) ?? Number.NaN)).toBe(instant);
  });
  it.each(['infinity', '2025-02-30 10:00', '2025-07-01 25:00', '', '12:00'])('refuses %j', (text) => {
    expect(instantOfLocal(text, berlin)).toBeUndefined();
  });
  it('has no instant beyond the years that can be written', () => {
    expect(instantOfLocal('9999-12-31 23:30', newYork)).toBeUndefined();
    expect(instantOfLocal('0001-01-01 00:30', berlin)).toBeUndefined();
  });
  it('undoes localDateTime outside the hour that comes twice', () => {
    for (const text of ['2025-03-30T01:00:00.001Z', '2025-10-26T02:00:00.000Z', '1985-06-01T12:34:56.789Z']) {
      expect(instantOfLocal(localDateTime(at(text), berlin), berlin)).toBe(at(text));
    }
  });
});

/** What the zone's clock shows, by the runtime's own formatter: an oracle apart from the library under test. */
function shown(ms: number, zone: string): string {
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(ms);
  return `${text}.000`;
}

describe('earliestLocalSince', () => {
  it.each([
    // 00:45 UTC shows 02:45; fifteen minutes later the clock goes back to 02:00.
    ['2025-10-26T00:45:00Z', berlin, '2025-10-26 02:00:00.000'],
    ['2025-10-26T00:00:00Z', berlin, '2025-10-26 02:00:00.000'],
    ['2025-10-25T23:59:59Z', berlin, '2025-10-26 01:59:59.000'],
    ['2025-10-26T01:15:00Z', berlin, '2025-10-26 02:15:00.000'],
    ['2025-03-30T00:59:00Z', berlin, '2025-03-30 01:59:00.000'],
    ['2025-11-02T05:10:00Z', newYork, '2025-11-02 01:00:00.000'],
    ['2025-04-05T14:45:00Z', lordHowe, '2025-04-06 01:30:00.000'],
    ['2025-04-05T14:15:00Z', lordHowe, '2025-04-06 01:15:00.000'],
    ['2025-06-01T12:00:00Z', 'UTC', '2025-06-01 12:00:00.000'],
  ])('from %s in %s it is %s', (instant, zone, bound) => {
    expect(earliestLocalSince(at(instant), zone)).toBe(bound);
  });

  it.each([
    [berlin, '2025-10-25T22:00:00Z'],
    [berlin, '2025-03-29T23:00:00Z'],
    [newYork, '2025-11-02T04:00:00Z'],
    [lordHowe, '2025-04-05T13:00:00Z'],
    [lordHowe, '2025-10-04T14:00:00Z'],
  ])('in %s around %s it is the least of all that the clock shows from then on', (zone, first) => {
    const step = 5 * 60_000;
    const times = Array.from({ length: 12 * 30 }, (_, index) => shown(at(first) + index * step, zone));
    for (let index = 0; index < 12 * 4; index += 1) {
      const least = times.slice(index).reduce((a, b) => (b < a ? b : a));
      expect(earliestLocalSince(at(first) + index * step, zone)).toBe(least);
    }
  });
});

describe('days', () => {
  it.each([
    ['2024-02-28', 1, '2024-02-29'],
    ['2025-02-28', 1, '2025-03-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2025-03-29', 2, '2025-03-31'],
    ['2025-10-25', 2, '2025-10-27'],
    ['2026-05-05', 0, '2026-05-05'],
    ['2026-01-01', 365, '2027-01-01'],
  ])('%s and %i days is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
  });
  it.each([
    ['2026-03-31', 12, '2025-03-01'],
    ['2026-03-01', 12, '2025-03-01'],
    ['2024-02-29', 12, '2023-02-01'],
    ['2026-01-31', 1, '2025-12-01'],
    ['2026-12-31', 0, '2026-12-01'],
    ['2026-05-15', 17, '2024-12-01'],
  ])('the first of the month, %2$i months before %1$s, is %3$s', (date, months, expected) => {
    expect(firstOfMonthMonthsBack(date, months)).toBe(expected);
  });
});
