/** Secrets at rest: AES-256-GCM (NIST SP 800-38D), bound to the name that they are kept under. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Secret, SourceError } from '../../engine/index.ts';
import { storeKeyBytes } from '../config/store-key.ts';

const algorithm = 'aes-256-gcm';
const [ivBytes, tagBytes] = [12, 16];
const version = 'v1';

export interface Cipher {
  /** `v1.` and base64url of nonce, text and tag. Equal texts differ. */
  seal(name: string, text: Secret): string;
  /** Throws `SourceError` (`denied`) where key or name are others than at sealing, or the text was changed. */
  open(name: string, sealed: string): Secret;
}

/** Throws where the key is none: the setting has checked it. */
export function createCipher(key: Secret): Cipher {
  const bytes = storeKeyBytes(key.reveal());
  if (bytes === undefined) throw new Error('The key of the store is no key of 32 bytes.');
  return {
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
        if (mark !== version || all.length < ivBytes + tagBytes) throw new Error('It is none of this program.');
        const decipher = createDecipheriv(algorithm, bytes, all.subarray(0, ivBytes), { authTagLength: tagBytes });
        decipher.setAAD(Buffer.from(name)).setAuthTag(all.subarray(-tagBytes));
        const plain = Buffer.concat([decipher.update(all.subarray(ivBytes, -tagBytes)), decipher.final()]);
        return new Secret(plain.toString('utf8'));
      } catch {
        const message = 'The kept token cannot be opened: it was kept with another key, or was changed.';
        const cure = 'Set ENGINE_STORE_KEY to the key that it was kept with, or store a new token: engine auth set.';
        throw new SourceError('denied', message, { effect: 'none', cure });
      }
    },
  };
}
