/** New API keys of companies: given, as digests, or generated. */
import type { Secret } from '../../../engine/index.ts';
import { digestOf, generateKey, type KeyApp } from '../config/api-keys.ts';
import { expiryOf, type KeyEntry } from '../config/schema.ts';
import type { KeyInput } from './schema.ts';

interface NewKey {
  readonly entry: KeyEntry;
  /** Undefined if it was given. */
  readonly generated: Secret | undefined;
}

/** The stored form of a key. Without key and digest it is generated. */
export function newKey({ name, app, key, sha256, until }: KeyInput): NewKey {
  const generated = key === undefined && sha256 === undefined ? generateKey() : undefined;
  const text = generated?.reveal() ?? key;
  const digest = text === undefined ? (sha256 ?? '') : Buffer.from(digestOf(text)).toString('hex');
  const end = until === undefined ? {} : { until };
  return { entry: { name, app, sha256: digest.toLowerCase(), ...end }, generated };
}

/** The key that a company gets if none is given. */
export const firstKey = { name: 'key-1', app: 'both' } as const satisfies KeyInput;

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `24h` in milliseconds; 0 for `0`. */
export function durationMs(text: string): number {
  const unit = unitMs[text.slice(-1)];
  return unit === undefined ? 0 : Number(text.slice(0, -1)) * unit;
}

/** Whether keys of these apps open an endpoint in common. */
const sharesApp = (a: KeyApp, b: KeyApp): boolean => a === 'both' || b === 'both' || a === b;

/** The keys with an end for those of the same app that have none, or a later one. `until`: in milliseconds since the epoch. */
export function withEnd(keys: readonly KeyEntry[], app: KeyApp, until: number): readonly KeyEntry[] {
  return keys.map((key) => {
    const end = key.until === undefined ? undefined : expiryOf(key.until);
    const isEarlier = end !== undefined && end <= until;
    return isEarlier || !sharesApp(key.app, app) ? key : { ...key, until: new Date(until).toISOString() };
  });
}
