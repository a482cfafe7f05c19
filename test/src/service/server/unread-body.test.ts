/** Requests that are refused before their body has arrived. */
import { connect } from 'node:net';

import { describe, expect, it } from 'vitest';

import { fakeEngine, listen, post, raw, until } from './fixture.ts';

const search = '/catalog/products/search';
const valid = '{"schemaVersion":"1"}';

describe('a refusal before the body has arrived', () => {
  /** All that the server sends until it closes the connection; nothing is sent after `bytes`. */
  const untilClosed = (port: number, bytes: string): Promise<string> => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
    return promise;
  };
  const endless = { 'Content-Length': '100' };
  const chunked = { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' };
  const tooMuch = `${(5000).toString(16)}\r\n${'x'.repeat(5000)}\r\n`;
  const cases: Readonly<Record<string, readonly [string, number]>> = {
    'a missing token': [post(search, '', { ...endless, Authorization: undefined }), 401],
    'an unknown path': [post('/nothing', '', endless), 404],
    'another content type': [post(search, '', { ...endless, 'Content-Type': 'text/plain' }), 415],
    'a declared length over the limit': [post(search, '', { 'Content-Length': '5000' }), 413],
    'chunks over the limit': [post(search, '', chunked) + tooMuch, 413],
  };
  it.each(Object.entries(cases))('ends the connection: %s', async (_name, [bytes, status]) => {
    const { port } = await listen(fakeEngine());
    const text = await untilClosed(port, bytes);
    expect(text.match(/^HTTP\/1\.1 \d+/gm)).toEqual([`HTTP/1.1 ${status}`]);
    expect(text).toMatch(/^connection: close\r$/im);
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject({ schemaVersion: '1' });
  });

  it('is not followed by a second answer when the time for the body runs out', async () => {
    const { port } = await listen(fakeEngine(), { requestTimeout: 100 });
    const text = await untilClosed(port, post(search, '', { ...endless, Authorization: undefined }));
    expect(text.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 401']);
  });

  it('is logged as an answer, not as a call given up, when the caller then leaves', async () => {
    const { port, events } = await listen(fakeEngine());
    await raw(port, post(search, '', { ...endless, Authorization: undefined }));
    const line = await until(() => events.find(({ event }) => event === 'request'));
    expect(line).toMatchObject({ status: 401, aborted: false });
  });

  it('keeps the connection if the body has arrived', async () => {
    const { port } = await listen(fakeEngine());
    const answer = await raw(port, post(search, valid, { Authorization: undefined }));
    expect([answer.status, answer.headers.connection]).toEqual([401, 'keep-alive']);
  });
});
