/** Answers to requests whose body has not arrived completely. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

/** Time that a client that is still sending gets to read its answer, in milliseconds. */
const linger = 1_000;

/** Whether a part of the request's body is missing. Only valid after the parser has processed the received bytes. */
export function isUnfinished(request: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  return (coding !== undefined || Number(length ?? 0) > 0) && !request.complete;
}

/**
 * The body of an answer that closes its connection, as a stream. It ends after the rest of the request has arrived and been discarded, the
 * client has disconnected, or `linger` has passed: closing the connection while a client is still sending would reset it, and the client
 * would not get the answer.
 */
export function lingeringBody(text: string, request: IncomingMessage): Readable {
  async function* chunks(): AsyncGenerator<string> {
    yield text;
    const rest = Promise.withResolvers<void>();
    request.once('end', rest.resolve);
    request.once('close', rest.resolve);
    request.resume();
    await Promise.race([rest.promise, setTimeout(linger, undefined, { ref: false })]);
  }
  return Readable.from(chunks());
}
