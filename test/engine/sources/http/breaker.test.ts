/** The circuit breaker for an ERP that does not answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { SourceEvent } from '../../../../engine/base/events.ts';
import { createBreaker } from '../../../../engine/sources/http/index.ts';
import { SourceError } from '../../../../engine/sources/source.ts';
import { closeAll, failureOf, get, httpDouble, json, ok, open, post, within } from './double.ts';
import { inTurn } from './verdicts.ts';

afterEach(closeAll);

describe('a breaker', () => {
  it('fails requests at once after an ERP did not answer five times in a row, and lets one try again', async () => {
    let silent = true;
    const erp = await httpDouble((_seen, response) => {
      if (!silent) json(response, {});
    });
    const events: SourceEvent[] = [];
    const limits = { timeoutMs: 1_000 };
    const source = open({ url: erp.url, limits, retry: { attempts: 1 } }, { report: (event) => events.push(event) });
    await Promise.all(Array.from({ length: 5 }, () => failureOf(source.send(get('/unanswered'), ok, within(60_000)))));
    const error = await failureOf(source.send(post('/x'), ok, within(60_000)));
    expect(error).toMatchObject({ kind: 'unreachable', effect: 'none' });
    expect(error.retryAfterMs).toBeLessThanOrEqual(2_000);
    expect(erp.seen.filter(({ path }) => path === '/x')).toEqual([]);
    silent = false;
    // A timer may fire a fraction of a millisecond early.
    await sleep(Math.ceil(error.retryAfterMs ?? 0) + 1);
    await source.send(get('/x'), ok, within(60_000));
    await Promise.all(Array.from({ length: 5 }, () => source.send(get('/x'), ok, within(60_000))));
    expect(erp.seen.filter(({ path }) => path === '/x')).toHaveLength(6);
    expect(events.map(({ event }) => event).filter((event) => event.startsWith('circuit'))).toEqual([
      'circuit_opened',
      'circuit_closed',
    ]);
  });

  it('lets a probe through, one at a time, whose haste tells nothing', () => {
    let time = 0;
    const breaker = createBreaker(
      () => undefined,
      () => time,
    );
    for (let n = 0; n < 5; n += 1) breaker.recordFailure(new SourceError('unreachable', `No connection ${n}.`));
    // The reason of the last failure.
    expect(() => breaker.begin()).toThrow(
      'did not answer several times in a row, and is tried again shortly. No connection 4.',
    );
    breaker.admitProbe();
    breaker.begin();
    expect(() => breaker.begin()).toThrow('did not answer several times');
    breaker.abandonAttempt();
    // The pause of 2 s is what it was.
    time = 1_999;
    expect(() => breaker.begin()).toThrow('did not answer several times');
    breaker.admitProbe();
    breaker.begin();
    breaker.recordAnswer();
    for (let n = 0; n < 3; n += 1) breaker.begin();
  });

  it('closes when the probe of an ERP that is back is answered', async () => {
    let silent = true;
    const erp = await httpDouble((_seen, response) => {
      if (!silent) json(response, {});
    });
    const source = open({ url: erp.url, limits: { timeoutMs: 1_000 }, retry: { attempts: 1 } });
    await Promise.all(Array.from({ length: 5 }, () => failureOf(source.send(get('/unanswered'), ok, within(60_000)))));
    silent = false;
    expect(await failureOf(source.send(get('/x'), ok, within(60_000)))).toMatchObject({ kind: 'unreachable' });
    await source.send({ ...get('/ping'), probe: true }, ok, within(60_000));
    await source.send(get('/x'), ok, within(60_000));
    expect(erp.seen.map(({ path }) => path).filter((path) => path !== '/unanswered')).toEqual(['/ping', '/x']);
  });

  it('does not open for errors that the ERP answers, nor for callers in a hurry', async () => {
    const erp = await inTurn([500]);
    const source = open({ url: erp.url, retry: { attempts: 1 } });
    for (let n = 0; n < 10; n += 1) await source.send(get('/x'), ok, within(60_000));
    const slow = await httpDouble(() => undefined);
    const hurried = open({ url: slow.url, retry: { attempts: 1 } });
    for (let n = 0; n < 6; n += 1) {
      expect(await failureOf(hurried.send(get('/x'), ok, within(300)))).toMatchObject({ kind: 'timeout' });
    }
    expect(erp.seen).toHaveLength(10);
  });
});
