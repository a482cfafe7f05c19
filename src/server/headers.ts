/** What Node's joined view of a request's headers hides. */
import type { IncomingMessage } from 'node:http';

/**
 * How often a header came. `name` in lower case. Counted in the list as it was received: `headersDistinct` would build a list for each
 * header of each request.
 */
export function countHeader({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index];
    if (given?.length === name.length && given.toLowerCase() === name) count += 1;
  }
  return count;
}
