/** Bytes that are no request of HTTP/1.1, or one that servers read in different ways. */
import type { Random } from '../src/workbench/checks/conformance/random.ts';
import { keys } from './send.ts';
import { pick } from './values.ts';

const head = (lines: readonly string[], body = ''): string =>
  `${['POST /catalog/products/search HTTP/1.1', 'Host: x', `Authorization: Bearer ${keys.ordering}`, ...lines].join('\r\n')}\r\n\r\n${body}`;
const json = 'Content-Type: application/json';

const requests: readonly string[] = [
  'GET / HTTP/9.9\r\n\r\n',
  'post /health HTTP/1.1\r\nHost: x\r\n\r\n',
  'POST /health HTTP/1.1\r\n\r\n',
  'POST  /health  HTTP/1.1\r\nHost: x\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'POST /% HTTP/1.1\r\nHost: x\r\n\r\n',
  'POST /health%zz HTTP/1.1\r\nHost: x\r\n\r\n',
  '\r\n\r\n\r\n\r\nx\r\n\r\n',
  head([json, 'Content-Length: 5', 'Content-Length: 6'], '{}   '),
  head([json, 'Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
  head([json, 'Transfer-Encoding: chunked, identity'], '2\r\n{}\r\n0\r\n\r\n'),
  head([json, 'Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'),
  head([json, 'Transfer-Encoding: chunked'], 'ffffffffffffffff\r\n{}'),
  head([json, 'Content-Length: -1'], '{}'),
  head([json, 'Content-Length: 1e3'], '{}'),
  head([json, 'Content-Length : 2'], '{}'),
  head([json, `X-Long: ${'x'.repeat(100_000)}`, 'Content-Length: 2'], '{}'),
  head([json, 'X-Nul: a\u0000b', 'Content-Length: 2'], '{}'),
  head([json, ' folded: x', 'Content-Length: 2'], '{}'),
  head([json, 'No colon', 'Content-Length: 2'], '{}'),
  `POST /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
];

/** Malformed bytes: one of the known cases, or random ones. No such request may be answered with success. */
export function rawBytes(random: Random): Buffer {
  if (random.below(4) > 0) return Buffer.from(pick(random, requests), 'latin1');
  const noise = Array.from({ length: 1 + random.below(2_000) }, () => random.below(256));
  return Buffer.from([...noise, 13, 10, 13, 10]);
}
