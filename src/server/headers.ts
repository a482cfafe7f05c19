/** Access to a request's headers as they were received. Node's `headers` joins or drops repeated ones. */
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
