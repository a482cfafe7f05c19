/** Headers of answers, and the address of a caller behind a proxy. */
import { expect, it } from 'vitest';
import { fakeEngine, listen, post, raw, until } from './fixture.ts';

const body = '{"schemaVersion":"1","query":"bolt"}';
const search = '/catalog/products/search';

it.each([
  ['200', post(search, body)],
  ['401', post(search, body, { Authorization: 'Bearer wrong' })],
  ['404', post('/nowhere', body)],
  ['405', post(search, body).replace('POST', 'GET')],
  ['400', 'NONSENSE\r\n\r\n'],
])('an answer with status %s may not be stored, and its type may not be guessed', async (status, request) => {
  const { port } = await listen(fakeEngine());
  const answer = await raw(port, request);
  expect(answer.status).toBe(Number(status));
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(answer.headers.location).toBeUndefined();
});

it.each([
  [false, '127.0.0.1'],
  [true, '203.0.113.7'],
])('with trustProxy %s, the log has the client %s', async (trustProxy, client) => {
  const { port, events } = await listen(fakeEngine(), { trustProxy });
  // A proxy adds the address that it sees after those that the caller has sent.
  await raw(port, post(search, body, { 'X-Forwarded-For': '198.51.100.9, 203.0.113.7' }));
  expect(await until(() => events.find(({ event }) => event === 'request'))).toMatchObject({ client });
});
