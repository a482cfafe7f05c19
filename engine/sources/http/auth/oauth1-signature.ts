/** The signature of OAuth 1.0a (RFC 5849, section 3.4). */

import { createHmac } from 'node:crypto';
import { compareTexts } from '../../../base/compare.ts';

export type OAuth1Method = 'HMAC-SHA1' | 'HMAC-SHA256';

const digests: Readonly<Record<OAuth1Method, string>> = { 'HMAC-SHA1': 'sha1', 'HMAC-SHA256': 'sha256' };

export type Parameter = readonly [name: string, value: string];

/** Percent-encoding of RFC 5849, section 3.6: everything except letters, digits and `-._~`, in upper case. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Parameters of a query or of a form, decoded as `application/x-www-form-urlencoded`. */
export function parametersOf(text: string): readonly Parameter[] {
  return [...new URLSearchParams(text)];
}

/**
 * The signature base string (section 3.4.1). `parameters` are those of the query, a form body and the header,
 * decoded, without `realm` and the signature. The port is included only if it is not the default of the scheme.
 */
export function signatureBase(method: string, url: URL, parameters: readonly Parameter[]): string {
  // After encoding all characters are ASCII, so that string order equals the byte order of the RFC.
  const normalized = parameters
    .map(([name, value]): Parameter => [percentEncoded(name), percentEncoded(value)])
    .sort(([a, x], [b, y]) => compareTexts(a, b) || compareTexts(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const address = `${url.protocol}//${url.host}${url.pathname}`;
  return [method.toUpperCase(), address, normalized].map(percentEncoded).join('&');
}

/** The signature (section 3.4.2), in base64. */
export function signature(
  method: OAuth1Method,
  base: string,
  secrets: { readonly consumer: string; readonly token: string },
): string {
  const key = `${percentEncoded(secrets.consumer)}&${percentEncoded(secrets.token)}`;
  return createHmac(digests[method], key).update(base).digest('base64');
}
