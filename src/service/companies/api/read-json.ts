/** Reads the JSON body of a request to the API for operators. */
import type { IncomingMessage } from 'node:http';
import { ApiError } from './reply.ts';

/** Largest body, in bytes: an entry with its variables, such as certificates. */
const largest = 1_048_576;

/** Throws `ApiError` for a body that is not JSON, too large, or of another type. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1);
  if (!['application/json', 'application/merge-patch+json'].includes(type.trim().toLowerCase()))
    throw new ApiError(415);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > largest) throw new ApiError(413, { connection: 'close' });
    chunks.push(bytes);
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw new ApiError(400);
  }
}
