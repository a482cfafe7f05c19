/** Sends answers: the JSON of a successful call, or the contract's error body. */
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { CallRecord } from './call-record.ts';
import type { Answer } from './handle-call.ts';
import { answerHeaders } from './headers.ts';
import { errorBody, type Refusal } from './refusal.ts';
import { isUnfinished, lingeringBody } from './unread-body.ts';

/** As a list of names and values. */
const answerHead = Object.entries(answerHeaders).flat();

/** Node joins the head and a text, which are sent together. From this length on, the copy costs more than a separate buffer. */
const longText = 16 * 1024;

/**
 * Sends a successful answer, and returns the size of its body in bytes. Bypasses Fastify's reply, whose serialisation and header handling cost more than the rest of the call's
 * bookkeeping. `isLast`: ends the connection.
 */
export function sendJson(
  response: ServerResponse,
  requestId: string,
  answer: Extract<Answer, { ok: true }>,
  isLast: boolean,
): number {
  const parts = answer.parts ?? [answer.json.length > longText ? Buffer.from(answer.json) : answer.json];
  const bytes = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  const head = [...answerHead, 'x-request-id', requestId, 'content-length', String(bytes)];
  if (isLast) head.push('connection', 'close');
  response.writeHead(200, head);
  if (parts.length > 1) {
    // All parts go with one system call.
    response.cork();
    for (const part of parts.slice(0, -1)) response.write(part);
  }
  response.end(parts.at(-1));
  return bytes;
}

export interface Refuser {
  /** Sends an error answer. If a part of the request's body is missing, ends the connection after it. */
  refuse(reply: FastifyReply, record: CallRecord, refusal: Refusal): FastifyReply;
  /** The same for a request whose body is not read. */
  refuseUnread(reply: FastifyReply, record: CallRecord, refusal: Refusal): Promise<FastifyReply>;
}

/** `version`: of the contract. While `stopping()` is true, each answer ends its connection. */
export function createRefuser(version: string, stopping: () => boolean): Refuser {
  const refuse: Refuser['refuse'] = (reply, record, refusal) => {
    const unfinished = isUnfinished(reply.request.raw);
    if (unfinished || stopping()) reply.header('connection', 'close');
    const body = errorBody(refusal, version, record.id);
    reply.code(refusal.status).headers({ ...refusal.headers, ...answerHeaders, 'x-request-id': record.id });
    if (!unfinished) return reply.send(body);
    record.isAnswered = true;
    return reply.header('content-length', Buffer.byteLength(body)).send(lingeringBody(body, reply.request.raw));
  };
  return {
    refuse,
    async refuseUnread(reply, record, refusal) {
      // A short body arrives with its head. After this turn of the event loop it is parsed, so that the connection can stay open.
      await setImmediate();
      return refuse(reply, record, refusal);
    },
  };
}
