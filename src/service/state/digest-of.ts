/** Digests of names: they contain values of requests or URLs and have any length, so that the store keeps their digests. */
import { createHash } from 'node:crypto';

/** SHA-256 in hexadecimal digits. */
export const digestOf = (name: string): string => createHash('sha256').update(name).digest('hex');
