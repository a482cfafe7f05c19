/** Checks of the API keys and of the certificate of the service: what expires, and when. */
import { X509Certificate } from 'node:crypto';
import { type HealthCheck, validityCheck } from '../../../engine/tools/index.ts';
import type { Key } from '../../service/config/api-keys.ts';
import type { Configuration, LoadedConfig } from '../../service/config/load.ts';

const dayMs = 86_400_000;
/** Days before the expiry of a key from which on it is reported. */
const warnDays = 30;

function keyCheck({ name: keyName, app, until }: Key, now: number): HealthCheck {
  const name = keyName;
  if (until === undefined) return { name, status: 'ok', what: `for ${app}, does not expire` };
  const day = new Date(until).toISOString().slice(0, 10);
  const days = Math.floor((until - now) / dayMs);
  const fix =
    'Make a new key with `engine key`, give it to the platform, then remove the old one (docs/howto/rotate-keys.md).';
  const why = 'The service refuses every request with an expired key.';
  if (days < 0) return { name, status: 'warning', what: `The key expired on ${day}.`, why, fix };
  if (days >= warnDays) return { name, status: 'ok', what: `for ${app}, valid until ${day} (${days} days)` };
  return { name, status: 'warning', what: `The key for ${app} expires on ${day}, in ${days} days.`, why, fix };
}

/** `now`: milliseconds since the epoch. */
export function keyChecks({ keys }: LoadedConfig, now: number): readonly HealthCheck[] {
  if (keys.length === 0)
    return [{ name: 'keys', status: 'unchecked', what: 'No key could be read: see configuration.' }];
  return keys.map((key) => keyCheck(key, now));
}

/** The certificate of the service itself. */
export function certificateChecks({ pair, settings }: Configuration, now: number): readonly HealthCheck[] {
  const name = 'certificate';
  if (pair === undefined) {
    const what =
      settings.tlsCert === undefined
        ? 'The service has none: a reverse proxy ends TLS, or callers use plain HTTP.'
        : 'The certificate could not be read: see configuration.';
    return [{ name, status: 'unchecked', what }];
  }
  const { validFrom, validTo, subject } = new X509Certificate(pair.cert);
  const validity = { from: Date.parse(validFrom), until: Date.parse(validTo) };
  const check = validityCheck(
    validity,
    now,
    `Replace ${settings.tlsCert} and ${settings.tlsKey}: the service reads them again.`,
  );
  return [{ ...check, what: `${subject.replaceAll('\n', ', ')}: ${check.what}` }];
}
