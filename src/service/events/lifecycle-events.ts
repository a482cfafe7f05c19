/** Events of the start and the end of the service. */
import type { EventTable } from '../../../engine/index.ts';
import {
  address,
  client,
  message,
  number,
  optional,
  requestId,
  running,
  source,
  status,
  text,
  texts,
} from './event-fields.ts';

/** Events of the start and the end of the service. */
export const lifecycleEvents = {
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
