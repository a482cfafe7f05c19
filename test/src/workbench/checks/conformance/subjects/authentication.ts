import { describe, expect, it } from 'vitest';
import { type Bench, bearer, keyOf } from '../bench.ts';
import type { Call } from '../client.ts';
import { everyEndpoint } from '../endpoints.ts';
import { refused } from '../replies.ts';

const BROKEN_BODY = '{"schemaVersion":';
const BASIC = 'Basic dXNlcjpwYXNz';

/** Headers without a good token, named for the test titles. */
const strangers = (key: string): readonly (readonly [string, Readonly<Record<string, string>>])[] => [
  ['no Authorization header', {}],
  ['an empty header', { authorization: '' }],
  ['the scheme alone', { authorization: 'Bearer' }],
  ['the scheme and a blank', { authorization: 'Bearer ' }],
  ['an unknown token', bearer('not-a-key-of-this-service')],
  ['a key and one letter more', bearer(`${key}x`)],
  ['a key less its last letter', bearer(key.slice(0, -1))],
  ['a key in other capitals', bearer(key === key.toLowerCase() ? key.toUpperCase() : key.toLowerCase())],
  ['a key without its scheme', { authorization: key }],
  ['another scheme', { authorization: BASIC }],
  ['a second word after the key', bearer(`${key} again`)],
  ['a token with letters beyond ASCII', bearer('\u00e9\u00fc')],
];

/** Who is let in, and that this is judged before anything else. */
export function authentication(bench: () => Bench): void {
  async function isStranger(call: Call): Promise<void> {
    const reply = await bench().client.send(call);
    refused(reply, 401, 'UNAUTHORIZED');
    expect(reply.headers['www-authenticate'], 'WWW-Authenticate').toMatch(/^Bearer\b/);
  }

  describe('authentication', { timeout: 60_000 }, () => {
    for (const endpoint of everyEndpoint) {
      it(`[contract 5.3] [decisions: Order 1] a missing, malformed or unknown token is 401 UNAUTHORIZED on ${endpoint.path}`, async () => {
        const key = keyOf(bench().target, endpoint.app);
        for (const [, headers] of strangers(key)) {
          const body = JSON.stringify({ schemaVersion: '1', ...endpoint.shaped });
          await isStranger({
            path: endpoint.path,
            headers: { 'content-type': 'application/json', ...headers },
            body,
          });
        }
      });

      it(`[decisions: Order 1] 401 comes before 400, 405, 413, 415 and 422 on ${endpoint.path}`, async () => {
        const { path } = endpoint;
        const json = { 'content-type': 'application/json' };
        await isStranger({ path, headers: json, body: BROKEN_BODY });
        await isStranger({ path, headers: json, body: '' });
        await isStranger({ path, headers: json, body: '{}' });
        await isStranger({ path, headers: { 'content-type': 'text/plain' }, body: 'x' });
        for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) await isStranger({ path, method });
      });
    }

    it('[decisions: Order 1] 401 comes before 404: unknown paths, the root, and malformed ones', async () => {
      for (const path of ['/', '/no/such/path', '/health/', '/health/more', '//', '/%00', '/Health']) {
        for (const method of ['POST', 'GET', 'DELETE']) await isStranger({ path, method });
      }
    });

    it('[contract 7] the message of a 401 tells the caller to use a bearer token', async () => {
      const body = refused(await bench().client.send({ path: '/health' }), 401, 'UNAUTHORIZED');
      expect(body.error).toMatch(/bearer/i);
    });

    it('[contract 5.5] [decisions: Failures, messages] no error repeats the token that it refuses', async () => {
      const token = 'a-token-that-must-not-come-back';
      const reply = await bench().client.send({ path: '/health', headers: bearer(token) });
      expect(refused(reply, 401, 'UNAUTHORIZED').error).not.toContain(token);
      expect(JSON.stringify(reply.headers)).not.toContain(token);
    });

    it('[contract 5.4] a key that was revoked is 401 from then on', async () => {
      const revoked = bench().target.otherKeys?.revoked;
      if (revoked === undefined) return expect.fail('the target names no revoked key');
      await isStranger({ path: '/health', headers: bearer(revoked) });
    });
  });
}
