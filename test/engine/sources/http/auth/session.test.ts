/** Sessions, against doubles that keep them as the vendors document. */
import { afterEach, describe, expect, it } from 'vitest';
import { businessOne, loginOf } from './business-one.ts';
import { bench, type Double, double, failure } from './double.ts';

let erp: Double;
afterEach(() => erp.close());

const tried = (): number => erp.seen.filter(({ target }) => target.endsWith('/Login')).length;

describe('a session by cookies', () => {
  it('is one login for 50 callers, and one more for 50 whose session has ended', async () => {
    const { answer, alive, logins } = businessOne({ loginMs: 50 });
    erp = await double(answer);
    const { send } = bench(`${erp.url}/b1s/v1`, { session: loginOf('right') });
    const all = async (): Promise<readonly number[]> => {
      const replies = await Promise.all(Array.from({ length: 50 }, () => send('/Orders')));
      return replies.map(({ status }) => status);
    };
    expect(await all()).toEqual(Array(50).fill(200));
    expect(logins()).toBe(1);
    alive.clear();
    expect(await all()).toEqual(Array(50).fill(200));
    expect(logins()).toBe(2);
  });

  it('is renewed once where the ERP says that it is over at a bad moment, and no storm follows', async () => {
    const { answer, alive, logins } = businessOne();
    let isForbidden = false;
    erp = await double(async (request) =>
      isForbidden && request.target.endsWith('/Orders') ? { status: 401, json: {} } : answer(request),
    );
    const { send } = bench(`${erp.url}/b1s/v1`, { session: loginOf('right') });
    expect((await send('/Orders')).status).toBe(200);
    alive.clear();
    expect((await send('/Items')).status).toBe(200);
    expect(logins()).toBe(2);
    // A right that is missing looks like a session that is over.
    isForbidden = true;
    for (let time = 0; time < 20; time += 1) expect((await send('/Orders')).status).toBe(401);
    expect(logins()).toBe(4);
    expect((await send('/Items')).status).toBe(200);
  });

  it('is renewed before a request when it was not used for so long, or is so old', async () => {
    const { answer, logins } = businessOne();
    erp = await double(answer);
    const { send, pass } = bench(`${erp.url}/b1s/v1`, {
      session: { ...loginOf('right'), idleMs: 25 * 60_000, maxAgeMs: 60 * 60_000 },
    });
    await send('/Orders');
    for (const minutes of [20, 20]) {
      pass(minutes * 60_000);
      await send('/Orders');
    }
    expect(logins()).toBe(1);
    pass(20 * 60_000);
    await send('/Orders');
    expect(logins()).toBe(2);
    pass(25 * 60_000);
    await send('/Orders');
    expect(logins()).toBe(3);
    expect(erp.seen.filter(({ target }) => target.endsWith('/Orders')).length).toBe(5);
  });

  it('ends with a logout, also one whose login was under way', async () => {
    const { answer, alive, logins } = businessOne({ loginMs: 100 });
    erp = await double(answer);
    const { auth, send } = bench(`${erp.url}/b1s/v1`, { session: loginOf('right') });
    const sending = send('/Orders').catch(() => undefined);
    await expect.poll(() => erp.seen.length).toBe(1);
    await auth.close();
    await sending;
    expect([logins(), alive.size]).toEqual([1, 0]);
    expect((await failure(send('/Orders'))).message).toBe('The source is closed.');
    expect(erp.seen.at(-1)?.headers['content-length']).toBe('0');
  });

  it('is not logged out where there was none', async () => {
    erp = await double(businessOne().answer);
    await bench(`${erp.url}/b1s/v1`, { session: loginOf('right') }).auth.close();
    expect(erp.seen).toEqual([]);
  });

  it('logs a logout that fails, and stops nevertheless', async () => {
    const { answer } = businessOne();
    erp = await double((request) => (request.target.endsWith('/Logout') ? { status: 500 } : answer(request)));
    const { auth, send, events } = bench(`${erp.url}/b1s/v1`, { session: loginOf('right') });
    await send('/Orders');
    await auth.close();
    expect(events).toEqual([
      {
        level: 'warn',
        event: 'logout_failed',
        message: 'Logging out failed: the ERP answered 500. The session stays open until the ERP ends it.',
      },
    ]);
  });
});

describe('a refused login', () => {
  it('is not tried again at once: a minute, two, four, up to a quarter of an hour', async () => {
    erp = await double(businessOne().answer);
    const { send, pass, events } = bench(`${erp.url}/b1s/v1`, { session: loginOf('wrong') });
    const refused = await failure(send('/Orders'));
    expect([refused.kind, refused.effect]).toEqual(['denied', 'none']);
    expect(refused.message).toBe('Logging in failed: the ERP answered 401.');
    expect(refused.cure).toContain('Check user, password and company');
    expect(await Promise.all(Array.from({ length: 50 }, () => failure(send('/Orders'))))).toHaveLength(50);
    expect(tried()).toBe(1);
    const waits = [60, 120, 240, 480, 900, 900];
    for (const [index, seconds] of waits.entries()) {
      pass(seconds * 1_000 - 1_000);
      await failure(send('/Orders'));
      expect(tried()).toBe(index + 1);
      pass(1_001);
      await failure(send('/Orders'));
      expect(tried()).toBe(index + 2);
    }
    expect(events[0]).toMatchObject({ level: 'error', event: 'login_failed' });
    expect(events).toHaveLength(7);
  });

  it('is forgotten with the first one that succeeds', async () => {
    const { answer } = businessOne();
    let isLocked = true;
    erp = await double((request) => (isLocked ? { status: 403 } : answer(request)));
    const { send, pass } = bench(`${erp.url}/b1s/v1`, { session: loginOf('right') });
    await failure(send('/Orders'));
    isLocked = false;
    pass(60_000);
    expect((await send('/Orders')).status).toBe(200);
  });

  it('is valid without a cookie, also with `send: cookies`', async () => {
    erp = await double(() => ({ json: { error: 'Wrong company' } }));
    const { send } = bench(erp.url, { session: loginOf('right') });
    expect((await failure(send('/Orders'))).message).toBe('Logging in failed: the ERP answered 200 without a cookie.');
  });

  it('by too many logins is throttling, with the time that the ERP names', async () => {
    // Acumatica answers 429 when its licence has no session left.
    erp = await double(() => ({ status: 429, headers: { 'retry-after': '7' } }));
    const { send, pass } = bench(erp.url, { session: loginOf('right') });
    const first = await failure(send('/Orders'));
    expect([first.kind, first.retryAfterMs]).toEqual(['throttled', 7_000]);
    pass(2_000);
    const second = await failure(send('/Orders'));
    expect(second.kind).toBe('throttled');
    expect(second.retryAfterMs).toBeGreaterThan(0);
    expect(second.retryAfterMs).toBeLessThanOrEqual(5_000);
    expect(tried()).toBe(1);
  });
});

describe('a login that hangs', () => {
  it('delays no call beyond its deadline, and a late login serves the waiting calls', async () => {
    const { answer, logins } = businessOne();
    const held = Promise.withResolvers<void>();
    erp = await double(async (request) => {
      if (request.target.endsWith('/Login')) await held.promise;
      return answer(request);
    });
    const { send } = bench(`${erp.url}/b1s/v1`, { session: loginOf('right') });
    const patient = send('/Orders', 'GET', 20_000);
    const [hasty] = await Promise.all([failure(send('/Orders', 'GET', 50)), failure(send('/Orders', 'GET', 80))]);
    expect([hasty?.kind, hasty?.effect, hasty?.message]).toEqual(['timeout', 'none', 'Logging in took too long.']);
    held.resolve();
    expect((await patient).status).toBe(200);
    expect(logins()).toBe(1);
  });
});
