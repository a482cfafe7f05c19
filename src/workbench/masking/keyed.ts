/** Numbers that follow from a value and a secret key. */
import { createHmac } from 'node:crypto';

/** Numbers from 0 to 255 without end: equal keys and texts give equal numbers. */
interface KeyedNumbers {
  next(): number;
}

export type Keyed = (text: string) => KeyedNumbers;

/** Numbers by HMAC-SHA-256: without the key they cannot be computed for a guessed text. */
export function keyedBy(key: string): Keyed {
  return (text) => {
    let block = 0;
    let bytes: Buffer = Buffer.alloc(0);
    let place = 0;
    return {
      next() {
        if (place >= bytes.length) {
          bytes = createHmac('sha256', key).update(`${block++}\n${text}`).digest();
          place = 0;
        }
        return bytes[place++] ?? 0;
      },
    };
  };
}

/** The item of a list that a number selects. */
export const pick = (items: string, number: number): string => items.charAt(number % items.length);
