/** Headers of answers, and access to a request's headers as they were received. Node's `headers` joins or drops repeated ones. */
import type { IncomingMessage } from 'node:http';

/**
 * The number of headers with a name, which is in lower case. Reads the raw list: `headersDistinct` would create an array for each header of
 * each request.
 */
export function countHeader({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index];
    if (given?.length === name.length && given.toLowerCase() === name) count += 1;
  }
  return count;
}

/** Headers of every answer with a body. Answers contain a customer's data: no proxy may store them (OWASP ASVS 5.0, 3.4.4 and 14.3.2). */
export const answerHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;
