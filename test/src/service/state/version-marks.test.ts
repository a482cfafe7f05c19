/** Version marks on each database: the newest one that is old enough; shared; deleted after a hundred days. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAccess, type StoreAccess } from '../../../../src/service/state/store-access.ts';
import { createVersionMarks } from '../../../../src/service/state/version-marks.ts';
import { dialects, freshPlace, type Place } from './stores.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const start = Date.UTC(2026, 10, 21);

let place: Place;
let time = start;
let access: StoreAccess;
const now = () => time;
const marks = () => createVersionMarks(access, now);

describe.each(dialects)('marks of versions on %s', (dialect) => {
  beforeEach(async () => {
    time = start;
    place = await freshPlace(dialect);
    access = await openAccess({ database: await place.open(), emit: () => undefined, now });
  });
  afterEach(async () => {
    await access.close();
    await place.drop();
  });

  it('are found by time, to the millisecond, also by another replica', async () => {
    const changeMarks = marks();
    await changeMarks.keep('a', start, '9223372036854775807');
    await changeMarks.keep('a', start + 5 * minute, 'ff000000000007d1');
    await changeMarks.keep('b', start + minute, '7');
    const other = marks();
    expect(await other.find('a', start - 1)).toBeUndefined();
    expect(await other.find('a', start)).toBe('9223372036854775807');
    expect(await other.find('a', start + 5 * minute - 1)).toBe('9223372036854775807');
    expect(await other.find('a', start + 5 * minute)).toBe('ff000000000007d1');
    expect(await other.find('a', start + 50 * day)).toBe('ff000000000007d1');
    expect(await other.find('A', start + day)).toBeUndefined();
  });

  it('of one instant are stored once, for any order of writers', async () => {
    await marks().keep('a', start, '1');
    await marks().keep('a', start, '2');
    expect(await marks().find('a', start)).toBe('1');
  });

  it('are a minute apart at least', async () => {
    const changeMarks = marks();
    await changeMarks.keep('a', start, '1');
    await changeMarks.keep('a', start + minute - 1, '2');
    expect(await changeMarks.find('a', start + day)).toBe('1');
    await changeMarks.keep('a', start + minute, '3');
    expect(await changeMarks.find('a', start + day)).toBe('3');
  });

  it('are forgotten after a hundred days, when the next one is kept', async () => {
    const changeMarks = marks();
    await changeMarks.keep('a', start, '1');
    await changeMarks.keep('b', start, '1');
    time = start + 100 * day;
    await changeMarks.keep('a', time, '2');
    expect(await changeMarks.find('a', time - 1)).toBeUndefined();
    expect(await changeMarks.find('a', time)).toBe('2');
    expect(await changeMarks.find('b', time)).toBe('1');
  });

  it('are neither found nor kept while the store is away', async () => {
    const changeMarks = marks();
    await access.close();
    await changeMarks.keep('a', start, '1');
    expect(await changeMarks.find('a', start)).toBeUndefined();
    access = await openAccess({ database: await place.open(), emit: () => undefined, now });
    expect(await marks().find('a', start)).toBeUndefined();
  });
});
