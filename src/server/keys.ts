/** API keys as the service holds them: digests, never the keys themselves. Contract part 5; rulings on keys. */
import { createHash, hash, randomBytes, timingSafeEqual } from 'node:crypto';

import { Secret } from './engine-api.ts';

/** The app of the platform that a key was made for. */
export type KeyApp = 'ordering' | 'receivables' | 'both';
export const keyApps = ['ordering', 'receivables', 'both'] as const satisfies readonly KeyApp[];

export interface Key {
  /** For people and logs. */
  readonly name: string;
  readonly app: KeyApp;
  /** SHA-256 of the key's bytes: 32 bytes. */
  readonly digest: Uint8Array;
  /** Milliseconds since the epoch from which the key is refused; undefined: no end. */
  readonly until: number | undefined;
}

/** SHA-256 of a key's UTF-8 bytes. */
export function digestOf(text: string): Uint8Array {
  return createHash('sha256').update(text, 'utf8').digest();
}

/** True while a key has not reached its end. */
export function isCurrent(key: Key, now: number): boolean {
  return key.until === undefined || now < key.until;
}

/**
 * Finds the key that a presented token is, among those that have not ended. `token` is the header's text as Node gives it,
 * one character for each byte. Every digest is compared, whatever the earlier ones said, so that time tells nothing.
 */
export function findKey(keys: readonly Key[], token: string, now: number): Key | undefined {
  const presented = hash('sha256', Buffer.from(token, 'latin1'), 'buffer');
  let found: Key | undefined;
  for (const key of keys) {
    const equal = timingSafeEqual(presented, key.digest);
    if (equal && isCurrent(key, now)) found = key;
  }
  return found;
}

/** True when a key of `keyApp` may call an endpoint of `endpointApp`; what both apps use is open to any key. */
export function mayCall(keyApp: KeyApp, endpointApp: KeyApp): boolean {
  return keyApp === 'both' || endpointApp === 'both' || keyApp === endpointApp;
}

/** A new random key of 256 bits. The prefix makes a leaked one easy to search for. */
export function generateKey(): Secret {
  return new Secret(`erpk_${randomBytes(32).toString('base64url')}`);
}
