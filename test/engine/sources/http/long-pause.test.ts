/** A pause that an ERP asks for is bounded: a wrong number does not disable its source. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSketch } from '../../../http/ask.ts';
import { closeAll, failureOf, get, later, open, within } from './double.ts';
import { inTurn, judge } from './verdicts.ts';

const minute = 60_000;

beforeEach(() => {
  // The monotonic clock alone: requests and their deadlines go on in real time.
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await closeAll();
});

const probe = { ...get('/probe'), probe: true };

describe('a source whose ERP asks for an endless pause', () => {
  it.each([
    { 'retry-after': '99999999999' },
    { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' },
    { 'x-ratelimit-reset': String((Date.now() + 30_000) * 1_000_000) },
  ])('%j: sends requests again after 15 minutes', async (headers) => {
    const erp = await inTurn([429, headers], [200]);
    const events: object[] = [];
    const source = open({ url: erp.url }, { report: (event) => void events.push(event) });
    const refused = await failureOf(source.send(get('/x'), judge, within(30_000)));
    expect(refused).toMatchObject({ kind: 'throttled', retryAfterMs: 15 * minute });
    expect(source.isPaused()).toBe(true);
    expect(events).toContainEqual(
      expect.objectContaining({ level: 'warn', event: 'erp_throttled', pauseMs: 15 * minute }),
    );
    vi.advanceTimersByTime(14 * minute);
    expect(await failureOf(source.send(get('/x'), judge, within(30_000)))).toMatchObject({ kind: 'throttled' });
    expect(erp.seen).toHaveLength(1);
    vi.advanceTimersByTime(minute + 1);
    expect(source.isPaused()).toBe(false);
    expect(await source.send(get('/x'), judge, within(30_000))).toMatchObject({ verdict: { kind: 'ok' } });
  });

  it('waits for microseconds since the epoch as they are meant', async () => {
    const erp = await inTurn([429, { 'x-ratelimit-reset': String((Date.now() + 90_000) * 1_000) }]);
    const refused = await failureOf(open({ url: erp.url }).send(get('/x'), judge, within(30_000)));
    expect(refused.retryAfterMs).toBeGreaterThan(80_000);
    expect(refused.retryAfterMs).toBeLessThan(100_000);
  });

  it('sends one probe a minute, and ends the pause when one is answered', async () => {
    const endless = { 'retry-after': '99999999999' };
    const erp = await inTurn([429, endless], [429, endless], [200]);
    const source = open({ url: erp.url });
    await failureOf(source.send(get('/x'), judge, within(30_000)));
    expect(await failureOf(source.send(probe, judge, within(30_000)))).toMatchObject({ kind: 'throttled' });
    expect(erp.seen).toHaveLength(1);
    vi.advanceTimersByTime(minute + 1);
    await failureOf(source.send(probe, judge, within(30_000)));
    await failureOf(source.send(probe, judge, within(30_000)));
    expect(erp.seen).toHaveLength(2);
    vi.advanceTimersByTime(minute + 1);
    await source.send(probe, judge, within(30_000));
    expect(source.isPaused()).toBe(false);
    expect(await source.send(get('/x'), judge, within(30_000))).toMatchObject({ verdict: { kind: 'ok' } });
  });

  it('does not slow down a source whose ERP asks for a short pause', async () => {
    const erp = await inTurn([429, { 'retry-after': '30' }]);
    const source = open({ url: erp.url });
    await failureOf(source.send(get('/x'), judge, within(30_000)));
    expect(source.isPaused()).toBe(false);
  });
});

it('a service whose ERP asks for a long pause is not healthy', async () => {
  const erp = await inTurn([429, { 'retry-after': '99999999999' }]);
  const sketch = { source: { http: erp.url }, endpoints: { '/all': { get: '/x', fields: { id: 'id' } } } };
  const engine = await openSketch(sketch);
  later(() => engine.close());
  expect(engine.engine.health().ready).toBe(true);
  expect(await engine.call('/all', {})).toMatchObject({ problem: { kind: 'throttled', retryAfter: 900 } });
  expect(engine.engine.health().ready).toBe(false);
});
