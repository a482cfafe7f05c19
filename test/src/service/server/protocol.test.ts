/** The order of checks, and the contract's error body on every refusal. */
import { describe, expect, it } from 'vitest';

import { expectError, fakeEngine, hits, listen, orderingKey, post, raw, receivablesKey } from './fixture.ts';

const search = '/catalog/products/search';
const valid = '{"schemaVersion":"1"}';

describe('the token is checked first', () => {
  const bad: Readonly<Record<string, string | undefined>> = {
    missing: undefined,
    empty: '',
    'no scheme': orderingKey,
    'another scheme': `Basic ${orderingKey}`,
    'without token': 'Bearer',
    unknown: 'Bearer somebody-elses-key-000',
    'a prefix of a key': `Bearer ${orderingKey.slice(0, -1)}`,
    'two tokens': `Bearer ${orderingKey} ${receivablesKey}`,
  };
  it.each(Object.entries(bad))('refuses a token that is %s', async (_name, header) => {
    const { port } = await listen(fakeEngine());
    const answer = await raw(port, post(search, valid, { Authorization: header }));
    expectError(answer, 401, 'UNAUTHORIZED');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  const wrong: Readonly<Record<string, string>> = {
    'an unknown path': post('/nothing', valid, { Authorization: undefined }),
    'another method': `GET ${search} HTTP/1.1\r\nHost: test\r\n\r\n`,
    'a method that is not served': `PROPFIND ${search} HTTP/1.1\r\nHost: test\r\n\r\n`,
    'another content type': post(search, 'a', { Authorization: undefined, 'Content-Type': 'text/plain' }),
    'a body over the limit': post(search, 'x'.repeat(5000), { Authorization: undefined }),
    'broken JSON': post(search, '{', { Authorization: undefined }),
    'no Host': post(search, valid, { Authorization: undefined, Host: undefined }),
    'a bad URL': post('/%zz', valid, { Authorization: undefined }),
    'an unknown expectation': post(search, valid, { Authorization: undefined, Expect: 'tea' }),
    CONNECT: 'CONNECT test:443 HTTP/1.1\r\nHost: test\r\n\r\n',
  };
  it.each(Object.entries(wrong))('answers 401 to a request without token and with %s', async (_name, bytes) => {
    const { port } = await listen(fakeEngine());
    expectError(await raw(port, bytes), 401, 'UNAUTHORIZED');
  });

  it('takes the scheme in any case', async () => {
    const { port } = await listen(fakeEngine());
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
      const answer = await raw(port, post(search, valid, { Authorization: `${scheme} ${orderingKey}` }));
      expect(answer.status).toBe(200);
    }
  });

  it('refuses a request with two Authorization headers', async () => {
    const { port } = await listen(fakeEngine());
    const twice = post(search, valid).replace('Host: test', `Host: test\r\nAuthorization: Bearer ${receivablesKey}`);
    expectError(await raw(port, twice), 401, 'UNAUTHORIZED');
  });
});

describe('path, method, type and size', () => {
  it('answers 404 on an unknown path', async () => {
    const { port } = await listen(fakeEngine());
    expectError(await raw(port, post('/nothing', valid)), 404, 'BAD_REQUEST');
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])('answers 405 to %s', async (method) => {
    const { port } = await listen(fakeEngine());
    const answer = await raw(port, post(search, valid).replace('POST', method));
    expectError(answer, 405, 'BAD_REQUEST');
    expect(answer.headers.allow).toBe('POST');
  });

  it.each([undefined, 'text/plain', 'application/jsonp', 'application/x-www-form-urlencoded', ';', 'application'])(
    'answers 415 to the content type %s',
    async (type) => {
      const { port } = await listen(fakeEngine());
      expectError(await raw(port, post(search, valid, { 'Content-Type': type })), 415, 'BAD_REQUEST');
    },
  );

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;x=y'])('takes %s', async (type) => {
    const { port } = await listen(fakeEngine());
    expect((await raw(port, post(search, valid, { 'Content-Type': type }))).status).toBe(200);
  });

  it('answers 413 by the declared length, and by the length of the received chunks', async () => {
    const { port } = await listen(fakeEngine());
    expectError(await raw(port, post(search, 'x'.repeat(4097))), 413, 'BAD_REQUEST');
    const chunk = `${(5000).toString(16)}\r\n${'x'.repeat(5000)}\r\n0\r\n\r\n`;
    const head = { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' };
    expectError(await raw(port, post(search, '', head) + chunk), 413, 'BAD_REQUEST');
  });

  it('lets a client that still sends read its 413', async () => {
    const { url } = await listen(fakeEngine());
    const response = await fetch(`${url}${search}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${orderingKey}`, 'content-type': 'application/json' },
      body: 'x'.repeat(8 * 1024 * 1024),
    });
    expect(response.status).toBe(413);
  });

  it('takes a body of exactly the limit', async () => {
    const { port } = await listen(fakeEngine());
    const body = JSON.stringify({ schemaVersion: '1', pad: '' });
    const full = body.replace('""', `"${'x'.repeat(4096 - body.length)}"`);
    expect((await raw(port, post(search, full))).status).toBe(200);
  });

  it('checks in the order 404, 415, 413, 403, 400', async () => {
    const { port } = await listen(fakeEngine());
    const other = { Authorization: `Bearer ${receivablesKey}` };
    const large = 'x'.repeat(5000);
    const text = { 'Content-Type': 'text/plain' };
    const status = async (bytes: string): Promise<number> => (await raw(port, bytes)).status;
    expect(await status(post('/nothing', large, { ...other, ...text }))).toBe(404);
    expect(await status(post(search, large, { ...other, ...text }))).toBe(415);
    expect(await status(post(search, large, other))).toBe(413);
    expect(await status(post(search, '{', other))).toBe(403);
    expect(await status(post(search, '{'))).toBe(400);
  });
});

describe('apps and JSON', () => {
  it('answers 403 to the key of the other app, in both directions', async () => {
    const { port } = await listen(fakeEngine());
    expectError(await raw(port, post(search, valid, { Authorization: `Bearer ${receivablesKey}` })), 403, 'FORBIDDEN');
    expectError(await raw(port, post('/debtors/list', valid)), 403, 'FORBIDDEN');
  });

  const broken: Readonly<Record<string, Buffer>> = {
    'an empty body': Buffer.from(''),
    'half an object': Buffer.from('{"schemaVersion":'),
    'bytes that are no UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  };
  it.each(Object.entries(broken))('answers 400 to %s', async (_name, body) => {
    const { port } = await listen(fakeEngine());
    const head = post(search, '', { 'Content-Length': String(body.length) });
    expectError(await raw(port, Buffer.concat([Buffer.from(head), body])), 400, 'INVALID_JSON');
  });

  it('takes a byte order mark', async () => {
    const engine = fakeEngine();
    const { port } = await listen(engine);
    expect((await raw(port, post(search, `\uFEFF${valid}`))).status).toBe(200);
    expect(engine.seen[0]?.body).toEqual({ schemaVersion: '1' });
  });
});

describe('what Node itself would refuse', () => {
  const form: Readonly<Record<string, readonly [string, number]>> = {
    'no HTTP at all': ['hello\r\n\r\n', 400],
    'a method that HTTP does not know': ['FETCH / HTTP/1.1\r\nHost: test\r\n\r\n', 400],
    'a broken header': ['POST /health HTTP/1.1\r\nHost: test\r\nbad header\r\n\r\n', 400],
    'both a length and chunks': [post(search, valid, { 'Transfer-Encoding': 'chunked' }), 400],
    'headers without end': [`POST /health HTTP/1.1\r\nHost: test\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    'no Host': [post(search, valid, { Host: undefined }), 400],
    'a bad URL': [post('/%zz', valid), 400],
    'an unknown expectation': [post(search, valid, { Expect: 'tea' }), 417],
    CONNECT: [`CONNECT test:443 HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${orderingKey}\r\n\r\n`, 405],
  };
  it.each(Object.entries(form))('answers %s in the words of the contract', async (_name, [bytes, status]) => {
    const { port } = await listen(fakeEngine());
    expectError(await raw(port, bytes), status, 'BAD_REQUEST');
  });

  it('answers 400 to a body that is cut short', async () => {
    const { port } = await listen(fakeEngine());
    const cut = post(search, valid, { 'Content-Length': '100' });
    expectError(await raw(port, cut, { end: true }), 400, 'BAD_REQUEST');
  });

  it('answers 408 to a request that does not arrive in time', async () => {
    const { port } = await listen(fakeEngine(), { requestTimeout: 200 });
    expectError(await raw(port, 'POST /health HTTP/1.1\r\nHost: te'), 408, 'BAD_REQUEST');
    expectError(await raw(port, post(search, valid, { 'Content-Length': '100' })), 408, 'BAD_REQUEST');
  });

  it('ignores a wish to upgrade', async () => {
    const { port } = await listen(fakeEngine());
    const answer = await raw(port, post(search, valid, { Connection: 'Upgrade', Upgrade: 'websocket' }));
    expect(answer.status).toBe(200);
  });

  it('sends 100 Continue only to a request that it wants', async () => {
    const { port } = await listen(fakeEngine());
    expect((await raw(port, post(search, valid, { Expect: '100-continue' }))).status).toBe(200);
    const refused = post(search, '', { Expect: '100-continue', 'Content-Length': '9', Authorization: undefined });
    expectError(await raw(port, refused), 401, 'UNAUTHORIZED');
  });

  it('does not let bytes after a request take the place of its answer', async () => {
    const release = Promise.withResolvers<typeof hits>();
    const engine = fakeEngine(() => release.promise);
    const { port } = await listen(engine);
    const answer = raw(port, `${post(search, valid)}garbage\r\n\r\n`);
    setTimeout(() => release.resolve(hits), 100);
    expect(JSON.parse((await answer).body.split('HTTP/1.1')[0] ?? '')).toEqual({ schemaVersion: '1', hits: [] });
  });
});
