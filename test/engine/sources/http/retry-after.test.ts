/** The waiting time that an ERP requests, in the formats of the vendors. */
import { describe, expect, it } from 'vitest';
import { waitOf } from '../../../../engine/sources/http/reply/retry-after.ts';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('an answer asks for a pause', () => {
  it.each([
    ['for seconds', { 'retry-after': '30' }, 30_000],
    ['for no time', { 'retry-after': '0' }, 0],
    ['until a date (RFC 9110, 10.2.3)', { 'retry-after': 'Sat, 21 Nov 2026 12:01:00 GMT' }, 60_000],
    ['until a date that is over', { 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, 0],
    [
      'until seconds since the epoch, which would be half a century',
      { 'retry-after': String(now / 1_000 + 45) },
      45_000,
    ],
    [
      'until a date by its own clock, which is ten minutes ahead',
      { date: 'Sat, 21 Nov 2026 12:10:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 12:11:00 GMT' },
      60_000,
    ],
    // frappe/rate_limiter.py: X-RateLimit-Reset has the seconds until the window ends.
    [
      'as Frappe says it',
      { 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '42' },
      42_000,
    ],
    ['until seconds since the epoch', { 'x-ratelimit-reset': String(now / 1_000 + 90) }, 90_000],
    // Exact Online: one family for the day and one for the minute, both in milliseconds since the epoch.
    [
      'as Exact says it, for the minute',
      {
        'x-ratelimit-remaining': '4000',
        'x-ratelimit-reset': String(now + 40_000_000),
        'x-ratelimit-minutely-remaining': '0',
        'x-ratelimit-minutely-reset': String(now + 12_345),
      },
      12_345,
    ],
    [
      'as Exact says it, for the day',
      {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(now + 40_000_000),
        'x-ratelimit-minutely-remaining': '0',
        'x-ratelimit-minutely-reset': String(now + 12_345),
      },
      900_000,
    ],
    ['as the draft of the IETF says it', { 'ratelimit-remaining': '0', 'ratelimit-reset': '5' }, 5_000],
    [
      'and Retry-After goes before all else',
      { 'retry-after': '1', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '42' },
      1_000,
    ],
    ['not, where some are left', { 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': '42' }, undefined],
    ['not, where it says nothing', {}, undefined],
    ['in words that mean nothing', { 'retry-after': 'soon', 'x-ratelimit-reset': '-1' }, undefined],
  ])('%s', (_how, headers, wait) => {
    expect(waitOf(headers, now)).toBe(wait);
  });
});
