/** Encryption of secrets at rest: AES-256-GCM (NIST SP 800-38D), with the name of the secret as associated data. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { Secret, SourceError } from '../../../engine/index.ts';
import { storeKeyBytes } from '../config/store-key.ts';

const algorithm = 'aes-256-gcm';
const [ivBytes, tagBytes] = [12, 16];
const version = 'v1';

export interface Cipher {
  /** `v1.` and the base64url of nonce, ciphertext and tag. Encrypting a text twice gives different results. */
  seal(name: string, text: Secret): string;
  /** Throws `SourceError` (`denied`) if the key or the name differ from those of `seal`, or if the text was modified. */
  open(name: string, sealed: string): Secret;
  /** 16 hexadecimal digits that are equal for equal texts of a name. Without the key they reveal nothing. */
  fingerprint(name: string, text: Secret): string;
}

/** `key`: 32 bytes in base64 or hexadecimal digits. Throws for any other text; the setting has been checked before. */
export function createCipher(key: Secret): Cipher {
  const bytes = storeKeyBytes(key.reveal());
  if (bytes === undefined) throw new Error('invariant: the key of the store has 32 bytes');
  return {
    fingerprint: (name, text) =>
      createHmac('sha256', bytes)
        .update(JSON.stringify(['fingerprint', name, text.reveal()]))
        .digest('hex')
        .slice(0, 16),
    seal(name, text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, bytes, iv).setAAD(Buffer.from(name));
      const sealed = Buffer.concat([iv, cipher.update(text.reveal(), 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${version}.${sealed.toString('base64url')}`;
    },
    open(name, sealed) {
      const [mark, text = ''] = sealed.split('.', 2);
      const all = Buffer.from(text, 'base64url');
      try {
        if (mark !== version || all.length < ivBytes + tagBytes) throw new Error('unknown format');
        const decipher = createDecipheriv(algorithm, bytes, all.subarray(0, ivBytes), { authTagLength: tagBytes });
        decipher.setAAD(Buffer.from(name)).setAuthTag(all.subarray(-tagBytes));
        const decrypted = Buffer.concat([decipher.update(all.subarray(ivBytes, -tagBytes)), decipher.final()]);
        return new Secret(decrypted.toString('utf8'));
      } catch {
        const message = 'The stored token cannot be decrypted: it was encrypted with another key, or was modified.';
        const cure = 'Set ENGINE_STORE_KEY to the key that encrypted it, or store a new token: engine auth set.';
        throw new SourceError('denied', message, { effect: 'none', cure });
      }
    },
  };
}
