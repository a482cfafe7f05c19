/** Answers to requests whose body has not come whole. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

/** Milliseconds that a caller who still sends gets to read its answer. */
const linger = 1_000;

/** Whether part of a request's body is still to come. To be asked after the parser has gone through the bytes that are there. */
export function isUnfinished(request: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  return (coding !== undefined || Number(length ?? 0) > 0) && !request.complete;
}

/**
 * The text of an answer that ends its connection, as a stream that ends later than its text: when the rest of the request has come and
 * been thrown away, the caller has left, or some time has passed. A connection that is closed upon a caller who still sends is
 * reset, and the answer would be lost with it.
 */
export function lastWords(text: string, request: IncomingMessage): Readable {
  async function* words(): AsyncGenerator<string> {
    yield text;
    const rest = Promise.withResolvers<void>();
    request.once('end', rest.resolve);
    request.once('close', rest.resolve);
    request.resume();
    await Promise.race([rest.promise, setTimeout(linger, undefined, { ref: false })]);
  }
  return Readable.from(words());
}
