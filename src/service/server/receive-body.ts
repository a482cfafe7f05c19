/** Reads and parses the body of an authorised request. */
import type { IncomingMessage } from 'node:http';
import { type JsonExcess, type JsonLimits, parseBody } from './engine-api.ts';
import type { Limits } from './limits.ts';
import { type BodyRead, decodeBody, readBody } from './read-body.ts';
import { badRequest, type Refusal, tooLarge } from './refusal.ts';

type BodyLimits = Pick<Limits, 'bodyLimit' | 'bodyTimeout'>;

/**
 * Limits of bodies, besides their bytes. The check of 50,000 values takes about 10 ms of the only thread; a document of 5,000 lines, the most
 * that the contract allows, has half as many.
 */
const bodyJson: JsonLimits = { depth: 64, values: 50_000 };

function unreadable(why: 'invalid' | JsonExcess): Refusal {
  switch (why) {
    case 'invalid':
      return { status: 400, code: 'INVALID_JSON', message: 'The body is not valid JSON.' };
    case 'too deep':
      return {
        status: 400,
        code: 'INVALID_JSON',
        message: `The body has more than ${bodyJson.depth} lists and objects inside each other.`,
      };
    case 'too many values':
      return badRequest(413, `The body has more than the ${bodyJson.values} values that are accepted.`);
  }
}

export const cutShort = badRequest(400, 'The body ended before it was complete.');

function unread(why: Exclude<BodyRead, { readonly ok: true }>['why'], limit: number): Refusal {
  switch (why) {
    case 'too large':
      return tooLarge(limit);
    case 'too slow':
      return badRequest(408, 'The request did not arrive in time.');
    case 'cut short':
      return cutShort;
  }
}

type Body = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly refusal: Refusal };

/** The parsed body of a request. Never rejects. */
export async function receiveBody(request: IncomingMessage, { bodyLimit, bodyTimeout }: BodyLimits): Promise<Body> {
  const read = await readBody(request, bodyLimit, bodyTimeout);
  if (!read.ok) return { ok: false, refusal: unread(read.why, bodyLimit) };
  const text = decodeBody(read.bytes);
  if (text === undefined) return { ok: false, refusal: unreadable('invalid') };
  const parsed = parseBody(text, bodyJson);
  return parsed.ok ? { ok: true, value: parsed.body } : { ok: false, refusal: unreadable(parsed.why) };
}
