/** Authentication and authorisation of a request by its API key. Contract part 5. */
import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isCurrent, type Key, type KeyApp } from '../config/api-keys.ts';
import { countHeader } from './headers.ts';

// A text of other characters would be hashed as UTF-8.
const ascii = /^[\x21-\x7e]+$/;
const bearer = /^bearer +(\S+) *$/i;

type Digested = Pick<Key, 'digest' | 'until'>;

/**
 * The key that a request presents, or undefined when the token is missing, malformed, unknown or expired. A request with several
 * Authorization headers is malformed: a proxy and the service could each read a different one.
 */
export function authenticate<K extends Digested>(
  request: IncomingMessage,
  keys: readonly K[],
  now: number,
): K | undefined {
  const header = request.headers.authorization;
  const token = header === undefined ? undefined : bearer.exec(header)?.[1];
  if (token === undefined || countHeader(request, 'authorization') !== 1) return undefined;
  return findKey(keys, token, now);
}

/**
 * The key that matches a token, if it has not expired. `token` is the header's text as Node gives it, one character per byte. All digests
 * are compared, in constant time, so that the duration reveals nothing about the keys.
 */
export function findKey<K extends Digested>(keys: readonly K[], token: string, now: number): K | undefined {
  const bytes = ascii.test(token) ? token : Buffer.from(token, 'latin1');
  // Node makes a text of a digest in a third of the time of a buffer.
  const presented = Buffer.from(hash('sha256', bytes, 'hex'), 'hex');
  let match: K | undefined;
  for (const key of keys) {
    const equal = timingSafeEqual(presented, key.digest);
    if (equal && isCurrent(key, now)) match = key;
  }
  return match;
}

/** Whether a key of `keyApp` may call an endpoint of `endpointApp`. Any key may call an endpoint of both apps. */
export function mayCall(keyApp: KeyApp, endpointApp: KeyApp): boolean {
  return keyApp === 'both' || endpointApp === 'both' || keyApp === endpointApp;
}
