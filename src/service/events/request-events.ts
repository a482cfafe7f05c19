/** Events of requests. */
import type { EventTable } from '../../../engine/index.ts';
import { client, endpoint, number, optional, requestId, running, status, text } from './event-fields.ts';

const failedCall = {
  requestId,
  endpoint,
  problem: text(
    'Kind of the problem: `invalid`, `unprovided`, `throttled`, `unreachable`, `timeout`, `broken` or `bug`.',
  ),
  message: text('The cause: the error and its causes, then what to do about it.'),
  key: optional(text('Of a write: the key of the document, such as the number of the purchase order.')),
  customer: optional(text('The customer or debtor that the request names.')),
  stack: optional(text('Where the error was thrown; only of a bug.')),
} as const;

/** Events of requests. */
export const requestEvents = {
  request: {
    levels: ['info'],
    summary: 'A request was answered, or its client closed the connection.',
    fields: {
      requestId,
      method: text('HTTP method.'),
      path: text('Path, without the query.'),
      status,
      ms: number('Milliseconds from the arrival of the headers to the end of the answer.'),
      key: optional(text('Name of the API key; missing if the key is not valid.')),
      client,
      traceId: optional(text('Id of the trace, if the request is traced.')),
      aborted: { type: 'boolean', meaning: 'Whether the client closed the connection before the answer was sent.' },
    },
  },
  request_malformed: {
    levels: ['warn'],
    summary: 'The received bytes are not an HTTP request, or the request did not arrive in time.',
    action: 'None, if it is rare.',
    fields: { requestId, status, reason: text("Error code or message of Node's HTTP parser."), client },
  },
  request_shed: {
    levels: ['warn'],
    summary:
      'A request was refused with 503, because more requests than `concurrency` are in progress, or a page of a list got no turn (`pagesPerKey`) in time.',
    action: 'Find out why the ERP is slow, or add a replica.',
    fields: { requestId, running },
  },
  answer_waited: {
    levels: ['debug'],
    summary:
      'A request waited for memory for an answer of the ERP, because the requests in progress hold more than `answersLimit` or `allAnswersLimit`.',
    fields: { requestId, ms: number('Milliseconds of the wait.') },
  },
  answer_refused: {
    levels: ['warn'],
    summary:
      'A request was refused with 503, because it got no memory for an answer of the ERP within `requestTimeout`.',
    action:
      'Ask the ERP for smaller pages in the profile, or raise `answersLimit` or `allAnswersLimit` if the machine has the memory.',
    fields: { requestId, bytes: number('Bytes of answers that the requests of the service hold.') },
  },
  answer_unread: {
    levels: ['warn'],
    summary: 'A connection was closed because its client did not read an answer.',
    action:
      'Find out why the client, or a proxy before it, reads so slowly. A read can be repeated; a write too, it returns the same id.',
    fields: {
      requestId,
      reason: text('`time`: longer than `answerTimeout`; `memory`: all unread answers together exceed `unsentLimit`.'),
      bytes: number('Size of the answer.'),
      ms: number('Milliseconds since the answer.'),
    },
  },
  connections_refused: {
    levels: ['warn'],
    summary:
      'Connections were closed, because more are open than the limit on open files allows. Logged at most once a minute.',
    action: 'Raise the limit (`LimitNOFILE` of systemd, `ulimit -n`), or find the client that opens so many.',
    fields: {
      refused: number('Number of refused connections since the previous event.'),
      limit: number('Largest number of open connections.'),
      openFiles: number('Limit of the operating system on open files.'),
    },
  },
  call_failed: {
    levels: ['info', 'warn', 'error'],
    summary:
      'A request was answered with an error. `info`: the request or the profile does not allow it; `warn`: the ERP did not answer; `error`: the ERP, the profile or the program has a fault.',
    action: 'See [why a request failed](howto/why-a-request-failed.md).',
    fields: { ...failedCall, status },
  },
  call_failed_late: {
    levels: ['info', 'warn', 'error'],
    summary: 'A call failed after its request had been answered with a time-out.',
    action: 'See [why a request failed](howto/why-a-request-failed.md).',
    fields: failedCall,
  },
  bug: {
    levels: ['error'],
    summary: 'The program has a bug. A request that it affects was answered with 500.',
    action: 'Report it, with the log line.',
    fields: {
      requestId: optional(requestId),
      endpoint: optional(endpoint),
      status: optional(status),
      error: { type: 'unknown', meaning: 'The error with its stack and causes.' },
    },
  },
} as const satisfies EventTable;
