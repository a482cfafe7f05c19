/** A refresh token that the ERP refuses: it is not sent again, the state says so, and a new one ends it. */
import { afterEach, describe, expect, it } from 'vitest';
import { firstToken } from '../../../../../engine/sources/http/auth/index.ts';
import { bench, type Double, double, failure, secret } from './double.ts';
import { keptAs, memoryTokens, rotating, tokenOf } from './rotating.ts';

let erp: Double;
afterEach(() => erp.close());

async function begin(error = 'invalid_grant') {
  const tokens = memoryTokens();
  let isRefused = false;
  const server = rotating();
  erp = await double((request) =>
    isRefused && request.target === '/token' ? { status: 400, json: { error } } : server.answer(request),
  );
  const bank = bench(erp.url, { token: tokenOf(erp.url) }, { tokens });
  const state = bank.auth.consent;
  if (state === undefined) throw new Error('The authentication has no refresh token.');
  return {
    ...bank,
    tokens,
    state,
    asked: () => erp.seen.filter(({ target }) => target === '/token').length,
    refuse(is: boolean): void {
      isRefused = is;
    },
    names: () => bank.events.map(({ event }) => event),
  };
}

describe('a consent', () => {
  it('is needed while there is no token, and given with the first one', async () => {
    const { tokens, state, names, send } = await begin();
    expect(state.isNeeded()).toBe(false);
    await state.look();
    await state.look();
    expect(state.isNeeded()).toBe(true);
    expect((await failure(send('/a'))).kind).toBe('denied');
    await tokens.put(keptAs, firstToken(secret('r1')));
    await state.look();
    expect(state.isNeeded()).toBe(false);
    expect((await send('/a')).status).toBe(200);
    expect(names()).toEqual(['consent_needed', 'login_failed', 'consent_given']);
  });

  it('that is revoked is needed again; its token is sent once in a quarter of an hour', async () => {
    const { tokens, state, names, send, pass, asked, refuse } = await begin();
    await tokens.put(keptAs, firstToken(secret('r1')));
    await send('/a');
    refuse(true);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      pass(600_000);
      await failure(send('/a'));
    }
    expect(asked()).toBe(2);
    expect(state.isNeeded()).toBe(true);
    await state.look();
    expect(state.isNeeded()).toBe(true);
    refuse(false);
    await tokens.put(keptAs, firstToken(secret('r2')));
    // The same text again is no new consent.
    await state.look();
    expect(state.isNeeded()).toBe(true);
    expect(names().filter((event) => event === 'consent_needed')).toHaveLength(1);
  });

  it('is looked for once, while none is needed: the store is not read at each probe', async () => {
    const { tokens, state } = await begin();
    await tokens.put(keptAs, firstToken(secret('r1')));
    let reads = 0;
    const { read } = tokens;
    tokens.read = (name) => {
      reads += 1;
      return read(name);
    };
    for (let probe = 0; probe < 5; probe += 1) await state.look();
    expect([reads, state.isNeeded()]).toEqual([1, false]);
  });

  it('is not what a wrong client needs', async () => {
    const { tokens, state, send, refuse } = await begin('invalid_client');
    await tokens.put(keptAs, firstToken(secret('r1')));
    refuse(true);
    expect((await failure(send('/a'))).kind).toBe('denied');
    expect(state.isNeeded()).toBe(false);
  });

  it('is not declared needed by a store that is away', async () => {
    const { tokens, state } = await begin();
    tokens.read = async () => {
      const { SourceError } = await import('../../../../../engine/sources/source.ts');
      throw new SourceError('unreachable', 'The store is away.');
    };
    await state.look();
    expect(state.isNeeded()).toBe(false);
  });
});
