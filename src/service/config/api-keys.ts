/** API keys. The service keeps their SHA-256 digests, never the keys themselves. Contract part 5; rulings on keys. */
import { createHash, randomBytes } from 'node:crypto';
import { Secret } from '../../../engine/index.ts';

/** The app of the platform that a key authorises. */
export type KeyApp = 'ordering' | 'receivables' | 'both';
export const keyApps = ['ordering', 'receivables', 'both'] as const satisfies readonly KeyApp[];

export interface Key {
  /** Shown in logs and messages. */
  readonly name: string;
  readonly app: KeyApp;
  /** SHA-256 of the key's bytes: 32 bytes. */
  readonly digest: Uint8Array;
  /** The key is refused from this time on, in milliseconds since the epoch; undefined: it does not expire. */
  readonly until: number | undefined;
}

/** SHA-256 of a key's UTF-8 bytes. */
export function digestOf(text: string): Uint8Array {
  return createHash('sha256').update(text, 'utf8').digest();
}

/** Whether a key has not expired yet. `now` is in milliseconds since the epoch. */
export function isCurrent(key: Pick<Key, 'until'>, now: number): boolean {
  return key.until === undefined || now < key.until;
}

/** A new random key of 256 bits. Its prefix lets secret scanners find a leaked key. */
export function generateKey(): Secret {
  return new Secret(`erpk_${randomBytes(32).toString('base64url')}`);
}
