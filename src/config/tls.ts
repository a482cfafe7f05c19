/** Certificate and key of the HTTPS server, from files. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';

/** PEM texts; `cert` may hold a chain. */
export interface KeyPair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

export type PairRead =
  | { readonly ok: true; readonly pair: KeyPair }
  /** `file`: which of the two is at fault; `reason` never holds anything of the key. */
  | { readonly ok: false; readonly file: 'cert' | 'key' | 'both'; readonly reason: string };

/** Reads certificate and key and tries whether they can be used together. */
export function readKeyPair(certFile: string, keyFile: string): PairRead {
  const cert = readPem(certFile);
  if (cert === undefined) return { ok: false, file: 'cert', reason: `${certFile} cannot be read` };
  const key = readPem(keyFile);
  if (key === undefined) return { ok: false, file: 'key', reason: `${keyFile} cannot be read` };
  try {
    new X509Certificate(cert);
  } catch {
    return { ok: false, file: 'cert', reason: `${certFile} holds no PEM certificate` };
  }
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    const mismatch = error instanceof Error && /mismatch/i.test(error.message);
    return mismatch
      ? { ok: false, file: 'both', reason: `the key in ${keyFile} does not belong to the certificate in ${certFile}` }
      : {
          ok: false,
          file: 'key',
          reason: `${keyFile} holds no usable PEM key (a key with a passphrase cannot be used)`,
        };
  }
  return { ok: true, pair: { cert, key } };
}

function readPem(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
