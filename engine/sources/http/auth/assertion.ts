/** Signed assertions (RFC 7523): a client authenticates, or requests a token, with its private key. */
import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { SourceError } from '../../source.ts';
import type { AssertionConfig, SigningAlgorithm } from './config.ts';

/** Tolerated delay of the ERP's clock, in milliseconds: a server rejects a token that is dated in the future. */
const skewMs = 30_000;

function fits(key: KeyObject, algorithm: SigningAlgorithm): boolean {
  switch (algorithm) {
    case 'RS256':
      return key.asymmetricKeyType === 'rsa';
    case 'PS256':
      return key.asymmetricKeyType === 'rsa' || key.asymmetricKeyType === 'rsa-pss';
    case 'ES256':
      return key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
  }
}

function privateKey({ key, algorithm }: AssertionConfig): KeyObject {
  const wanted = algorithm === 'ES256' ? 'a private key of the curve P-256' : 'a private RSA key';
  let made: KeyObject;
  try {
    // A single-line environment variable writes line ends as \n.
    made = createPrivateKey(key.reveal().replaceAll('\\n', '\n'));
  } catch {
    // OpenSSL's message may contain part of the key.
    throw new SourceError('broken', `The key for ${algorithm} is no private key in PEM form.`, { effect: 'none' });
  }
  if (fits(made, algorithm)) return made;
  throw new SourceError('broken', `The key does not fit ${algorithm}, which needs ${wanted}.`, { effect: 'none' });
}

/**
 * Returns a function that signs a new assertion. Throws `SourceError` if the key is unusable. `now`: milliseconds
 * since the epoch.
 */
export function createSigner(config: AssertionConfig, now: () => number): () => Promise<string> {
  const key = privateKey(config);
  const { algorithm, keyId, issuer, subject, audience, lifetimeMs, claims, header } = config;
  return () => {
    const time = now();
    const jwt = new SignJWT({ ...claims })
      .setProtectedHeader({ ...header, alg: algorithm, typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(Math.floor((time - skewMs) / 1_000))
      .setExpirationTime(Math.floor((time - skewMs + lifetimeMs) / 1_000))
      .setJti(randomUUID());
    return (subject === undefined ? jwt : jwt.setSubject(subject)).sign(key);
  };
}
