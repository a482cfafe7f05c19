/** The form of the key that encrypts tokens in the store. */

/** The 32 bytes of a key in base64, base64url or hexadecimal digits; undefined for any other text. */
export function storeKeyBytes(text: string): Uint8Array | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (!/^[\w+/-]{43}=?$/.test(text)) return undefined;
  return Buffer.from(text, 'base64');
}
