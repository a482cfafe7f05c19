/** Bytes in answers: hexadecimal digits, which can spell a name. */

/** `0x4265726720` and, in the notation of PostgreSQL, `\x4265726720`. A long one was cut. */
const hexadecimal = /^(0x|\\x)((?:[\da-f]{2})+)…?$/i;

export interface Bytes {
  /** The text that they spell in UTF-8; undefined if they are no text. */
  readonly spelled: string | undefined;
  /** Another text in the same notation. */
  write(text: string): string;
}

/** Undefined for a value in another notation. */
export function bytesIn(value: string): Bytes | undefined {
  const [, sign = '', digits = ''] = hexadecimal.exec(value) ?? [];
  if (digits === '') return undefined;
  const decoded = Buffer.from(digits, 'hex');
  const text = decoded.toString('utf8');
  const isText = Buffer.from(text, 'utf8').equals(decoded) && !/\p{Cc}/u.test(text);
  return {
    spelled: isText ? text : undefined,
    write: (other) => `${sign}${Buffer.from(other, 'utf8').toString('hex')}`,
  };
}
