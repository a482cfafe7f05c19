/** Who calls: the key behind the bearer token of a request. Contract part 5. */
import type { IncomingMessage } from 'node:http';

import { countHeader } from './headers.ts';
import { findKey, type Key } from './keys.ts';

const bearer = /^bearer +(\S+) *$/i;

/**
 * The key that a request presents, or undefined when the token is missing, malformed, unknown or ended. A request with
 * several Authorization headers is malformed: a proxy and the service could each believe another one.
 */
export function authenticate(request: IncomingMessage, keys: readonly Key[], now: number): Key | undefined {
  const header = request.headers.authorization;
  const token = header === undefined ? undefined : bearer.exec(header)?.[1];
  if (token === undefined || countHeader(request, 'authorization') !== 1) return undefined;
  return findKey(keys, token, now);
}
