/** Reads the certificate and private key of the HTTPS server from files. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { lackOfText } from './file-contents.ts';

/** PEM texts; `cert` may hold a chain. */
export interface KeyPair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

type ReadKeyPair =
  | { readonly ok: true; readonly pair: KeyPair }
  /** `file`: the faulty one. `reason` never contains a part of the key. */
  | { readonly ok: false; readonly file: 'cert' | 'key' | 'both'; readonly reason: string };

/** Reads certificate and key, and checks that they belong together. Never throws. */
export function readKeyPair(certFile: string, keyFile: string): ReadKeyPair {
  const cert = readPem(certFile);
  if (cert === undefined) return { ok: false, file: 'cert', reason: `${certFile} ${lackOfText(certFile, undefined)}` };
  const key = readPem(keyFile);
  if (key === undefined) return { ok: false, file: 'key', reason: `${keyFile} ${lackOfText(keyFile, undefined)}` };
  try {
    new X509Certificate(cert);
  } catch {
    return { ok: false, file: 'cert', reason: `${certFile} contains no PEM certificate` };
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
          reason: `${keyFile} contains no usable PEM key (keys with a passphrase are not supported)`,
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
