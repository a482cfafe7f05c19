/** The events of the service's log, in one table: their types and docs/events.md are derived from it and from the engine's table. */
import type { EngineEvent, EventField, EventOf, EventTable } from '../../../engine/index.ts';

const text = (meaning: string) => ({ type: 'text', meaning }) as const satisfies EventField;
const number = (meaning: string) => ({ type: 'number', meaning }) as const satisfies EventField;
const texts = (meaning: string) => ({ type: 'texts', meaning }) as const satisfies EventField;
const optional = <const F extends EventField>(field: F) => ({ ...field, optional: true }) as const;

const message = text('What happened, for the operator.');
const requestId = text(
  'Id of the request. The caller gets it in the header `X-Request-Id`, and in the message of a 5xx answer.',
);
const endpoint = text('Path of the endpoint.');
const source = text('Name of the source in the profile.');
const status = number('HTTP status of the answer.');
const client = optional(text('Address of the client; with `trustProxy`, the one that the proxy reports.'));
const running = number('Requests in progress.');
const address = text('Base URL of the service.');
const keys = texts('Names of the valid API keys.');
const files = texts('The files.');

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
const requestEvents = {
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

/** Events of the start and the end of the service. */
const lifecycleEvents = {
  listening: {
    levels: ['info'],
    summary: 'The service accepts requests.',
    fields: {
      version: text('Version of the program, with the commit that it was built from: `0.1.0+3ebc878e12ab`.'),
      address,
      profile: optional(text('File of the profile, if there is one service.')),
      services: optional(texts('The services, with their paths or host names, if there are several.')),
    },
  },
  service_added: {
    levels: ['info'],
    summary: 'A service that was added to `services` answers requests from now on.',
    fields: { route: text('Its path or host name.'), ms: number('Duration of its start in milliseconds.') },
  },
  service_moved: {
    levels: ['info'],
    summary: 'A service has another path or host name from now on.',
    fields: { route: text('Its path or host name.') },
  },
  service_removed: {
    levels: ['info'],
    summary:
      'A service that was removed from `services` has ended: its requests in progress were answered, and its connections are closed.',
    fields: { ms: number('Milliseconds from its removal to its end.') },
  },
  service_suspended: {
    levels: ['info'],
    summary:
      'A service is suspended: it answers 503. Its requests in progress were answered, and its connections are closed.',
    fields: { ms: number('Milliseconds from its suspension to its end.') },
  },
  service_resumed: {
    levels: ['info'],
    summary: 'A suspended service answers requests again.',
    fields: { ms: number('Duration of its start in milliseconds.') },
  },
  company_changed: {
    levels: ['info'],
    summary: 'An operator has added, changed, suspended, resumed or removed a company, or changed its keys.',
    fields: {
      requestId,
      action: text('`added`, `changed`, `suspended`, `resumed`, `removed`, or `key` for a change of its API keys.'),
      actor: text('Name of the credential.'),
      revision: number('The revision of the company after the change.'),
    },
  },
  operator_refused: {
    levels: ['warn'],
    summary: 'A request to the API for operators had no valid credential, or one that may only read.',
    action: 'Find out who sends it. After ten of them within a minute, an address gets 429.',
    fields: { requestId, status, client, path: text('Path, without the query.') },
  },
  service_unavailable: {
    levels: ['error'],
    summary:
      'One of several services could not be started, because its profile has errors or does not fit its sources. Its requests are answered with 503; the other services work.',
    action: 'Correct the profile, then reload.',
    fields: {
      profile: text('File of the profile.'),
      findings: texts('The errors, with file, line, column and code.'),
      message,
    },
  },
  admin_listening: {
    levels: ['info'],
    summary: 'The admin listener accepts requests.',
    fields: { address: text('Base URL of the admin listener.') },
  },
  connect_listening: {
    levels: ['info'],
    summary: 'The listener for the consents of customers accepts requests.',
    fields: { address: text('Base URL of the listener.') },
  },
  consent_awaited: {
    levels: ['warn'],
    summary:
      'A service has no company yet, because its customer has not given consent. It answers 503 until the consent is stored.',
    action: 'Make a link and send it to the customer: `engine auth link`.',
    fields: { profile: text('File of the profile.'), message },
  },
  consent_stored: {
    levels: ['info'],
    summary: 'A customer has given consent, and its token is stored.',
    fields: { source, company: text('The company as the ERP names it; empty if the profile has no companies.') },
  },
  consent_checked: {
    levels: ['info', 'warn'],
    summary: 'The connection was checked after a consent. `warn`: a source is not ready.',
    action: 'Find out with `/status` and the log why the source is not ready. The token is stored.',
    fields: { source, message },
  },
  consent_refused: {
    levels: ['warn'],
    summary: 'A consent was begun, and no token was stored.',
    action:
      'If the customer did not decline: check client, secret, scopes and the redirect URI of the app at the vendor.',
    fields: { source, reason: text('Why: the answer of the vendor, or what was granted.') },
  },
  telemetry_setting_ignored: {
    levels: ['warn'],
    summary: 'A variable of OpenTelemetry has a value that the service does not support.',
    action: 'Change or remove it: see [monitoring.md](monitoring.md).',
    fields: { variable: text('Name of the variable.'), message },
  },
  telemetry_not_sent: {
    levels: ['warn'],
    summary:
      'Traces or metrics could not be sent to the collector. These traces are lost; the next metrics contain these. Logged at most once a minute.',
    action: 'Check `OTEL_EXPORTER_OTLP_ENDPOINT` and the collector.',
    fields: { message },
  },
  plain_http: {
    levels: ['warn'],
    summary: 'The service accepts unencrypted requests from other machines: API keys could be intercepted.',
    action: 'Put a reverse proxy with HTTPS in front, or set `tlsCert` and `tlsKey`.',
    fields: { address, message },
  },
  draining: {
    levels: ['info'],
    summary:
      'The service was asked to stop: it reports that it is not ready, and goes on answering for `shutdownDelay`, so that load balancers send no more requests to it.',
    fields: { reason: text('The signal, or another reason.'), ms: number('The delay in milliseconds.'), running },
  },
  stopping: {
    levels: ['info'],
    summary: 'The service stops: it refuses new requests and finishes those in progress.',
    fields: { reason: text('The signal, or another reason.'), running },
  },
  stopped_late: {
    levels: ['warn'],
    summary: 'Requests were still in progress at the end of `shutdownTimeout`; their connections were closed.',
    action: 'Increase `shutdownTimeout`.',
    fields: { running },
  },
  stopped: { levels: ['info'], summary: 'The service has stopped.', fields: {} },
} as const satisfies EventTable;

/** Events of files that are read again when they change. */
const reloadEvents = {
  keys_reloaded: { levels: ['info'], summary: 'API keys were read again.', fields: { keys } },
  keys_missing: {
    levels: ['warn'],
    summary: 'Files with API keys are missing or empty. Their keys stay valid for 10 seconds.',
    action: 'Restore the files, unless the keys are to be revoked.',
    fields: { files, message },
  },
  keys_revoked: {
    levels: ['error'],
    summary: 'Files with API keys are still missing or empty; their keys are no longer valid.',
    action: 'Restore the files, unless the keys were to be revoked.',
    fields: { files, keys, message },
  },
  certificate_reloaded: {
    levels: ['info'],
    summary: 'The TLS certificate was read again; new connections use it.',
    fields: {},
  },
  reloaded: {
    levels: ['info'],
    summary:
      'Profile and configuration were read again. New requests use them; requests in progress end with the previous ones.',
    fields: {
      trigger: text('`SIGHUP`, `changed files`, or `changed company` for an entry in the table of the store.'),
      profile: text('File of the profile.'),
      ms: number('Duration in milliseconds.'),
      warnings: number('Number of warnings about the profile: `engine check --connect` shows them.'),
    },
  },
  restart_needed: {
    levels: ['warn'],
    summary: 'Settings have changed that a reload cannot apply; the previous values stay in use.',
    action: 'Restart the service.',
    fields: { settings: texts('Names of the settings.'), message },
  },
  reload_failed: {
    levels: ['error'],
    summary:
      'The changed profile or configuration, a file with API keys, or the TLS certificate has an error; the previous one stays in use.',
    action: 'Correct the file.',
    fields: {
      what: text('`profile`, `services`, `keys`, `operators` or `certificate`.'),
      reason: text('The error.'),
      findings: optional(
        texts('The errors in profile, configuration and files with API keys, with file, line, column and code.'),
      ),
    },
  },
} as const satisfies EventTable;

/** Events of the store. */
const storeEvents = {
  store_unavailable: {
    levels: ['warn'],
    summary:
      'The store cannot be used. Pages are found by counting rows, and writes by HTTP are refused. Logged once per reason.',
    action: 'See [store.md](store.md). `store_available` ends it.',
    fields: { reason: text('The error.') },
  },
  store_available: { levels: ['info'], summary: 'The store can be used again after `store_unavailable`.', fields: {} },
} as const satisfies EventTable;

/** All events of the service by name. */
export const serviceEvents = { ...requestEvents, ...lifecycleEvents, ...reloadEvents, ...storeEvents } as const;

export type ServiceEvent = EventOf<typeof serviceEvents>;

/** An event as it is logged. `service`: the service that it is about, if there are several. */
export type LoggedEvent = (ServiceEvent | EngineEvent) & { readonly service?: string };

/** Reports an event. Never throws. */
export type Emit = (event: LoggedEvent) => void;

/** Reports events of one of several services. `service`: undefined for the only one. */
export function emitOf(emit: Emit, service: string | undefined): Emit {
  return service === undefined ? emit : (event) => emit({ ...event, service });
}
