/** Every event that the engine and its sources report to the log. An event holds no secret and no value of a statement. */
import { endpoint, field, message, number, row, source, text } from './event-fields.ts';
import type { EventOf, EventTable } from './event-table.ts';
import { writeEvents } from './write-events.ts';

/** Events of statements. */
const statementEvents = {
  statement_ran: {
    levels: ['debug'],
    summary: 'A statement of a request ended. Reported if `logLevel` is `debug`, or if the admin listener is open.',
    fields: {
      message,
      endpoint,
      source,
      operation: text('`read`, or `write` for a statement of a writing transaction.'),
      ms: number('Duration in milliseconds. Of a read: with the wait for a connection.'),
      rows: { ...number('Returned or changed rows; missing if the statement failed.'), optional: true },
      error: { ...text('Kind of the failure: `timeout`, `conflict`, `unreachable` ...'), optional: true },
    },
  },
} as const satisfies EventTable;

/** Events that a source reports; the engine adds the name of the source. */
const sourceEvents = {
  erp_request: {
    levels: ['debug', 'warn'],
    summary: 'A request to an ERP by HTTP ended. `warn`: with a status of 500 or higher, or without an answer.',
    action: 'None, if it is rare.',
    fields: {
      message,
      source,
      method: text('HTTP method.'),
      path: text('Path and names of the query parameters, without their values.'),
      status: { ...number('HTTP status; missing where there is no answer.'), optional: true },
      ms: number('Duration in milliseconds.'),
    },
  },
  erp_retried: {
    levels: ['debug'],
    summary: 'A request to an ERP by HTTP failed and is sent again after a pause.',
    fields: { message, source, pauseMs: number('Milliseconds until the next attempt.') },
  },
  erp_throttled: {
    levels: ['debug', 'warn'],
    summary:
      'An ERP by HTTP takes no more requests for now. All requests to it wait for the pause, 15 minutes at most. A warning for a pause of more than a minute: the source is not ready, and a probe a minute finds out whether it ends earlier.',
    action: 'If it is frequent: lower `limits: rate` in the profile, or ask for a higher limit.',
    fields: { message, source, pauseMs: number('Milliseconds until requests are sent again.') },
  },
  circuit_opened: {
    levels: ['error'],
    summary:
      'An ERP by HTTP failed to answer several times in a row; requests fail at once until a trial request succeeds.',
    action: 'Check the ERP and the network. `circuit_closed` ends it.',
    fields: { message, source },
  },
  circuit_closed: {
    levels: ['info'],
    summary: 'An ERP by HTTP answers again after `circuit_opened`.',
    fields: { message, source },
  },
  description_disagrees: {
    levels: ['warn'],
    summary:
      "With `checkDescriptions`: a request to an ERP by HTTP, or its answer, is not as the vendor's description has it. Each disagreement is reported once, 100 of a source at most; the request is answered as without it.",
    action: 'Correct the profile, or replace the description by that of the version of the ERP.',
    fields: { message, source },
  },
  login_failed: {
    levels: ['error', 'warn'],
    summary:
      'A login or a request for a token failed; `message` says when it is tried again. `error`: the ERP refused it; `warn`: it gave no answer.',
    action: 'Check secrets, rights and consent.',
    fields: { message, source },
  },
  logout_failed: {
    levels: ['warn'],
    summary: 'A session could not be ended; it stays open until the ERP ends it.',
    action: 'None.',
    fields: { message, source },
  },
  consent_needed: {
    levels: ['error'],
    summary:
      'A source has no refresh token, or the ERP refuses it: the consent of the customer is missing, expired or revoked. The source is not ready until a new one is stored. Reported once for each token.',
    action: 'Send the customer a link: `engine auth link`. `consent_given` ends it.',
    fields: { message, source },
  },
  consent_given: {
    levels: ['info'],
    summary: 'A source that needed a consent has a new refresh token.',
    fields: { message, source },
  },
  token_not_stored: {
    levels: ['error'],
    summary: 'A new refresh token could not be stored; it is lost if the service ends before it is stored.',
    action: 'Restore the store at once, and do not restart the service before.',
    fields: { message, source },
  },
  database_file_replaced: {
    levels: ['warn'],
    summary: 'The file of an SQLite database was replaced; the new one is used from now on.',
    action: 'None, if it was replaced on purpose.',
    fields: { message, source },
  },
  database_not_writable: {
    levels: ['warn'],
    summary: 'The file of an SQLite database can only be read; writes fail.',
    action: 'Give the service the right to write the file and its folder, if the profile writes.',
    fields: { message, source },
  },
  stand_in_gap: {
    levels: ['warn'],
    summary:
      'The test database that replaces SQL Server cannot run a statement; the case proves nothing. Only in tests of profiles.',
    action: 'Run the case on a SQL Server.',
    fields: { message, source },
  },
} as const satisfies EventTable;

/** Events of the start of an engine and of its probes. */
const lifecycleEvents = {
  profile_compiled: {
    levels: ['debug'],
    summary:
      'The profile was compiled: once at the start, and again where facts of the ERP or descriptions of its statements became known.',
    fields: {
      message,
      ms: number('Duration in milliseconds.'),
      facts: number('Facts that are known.'),
      descriptions: number('Statements that databases have described.'),
    },
  },
  facts_read: {
    levels: ['info'],
    summary: 'The facts that depend on a source were read.',
    fields: { message, source, facts: { type: 'flags', meaning: 'By name: whether the fact is true.' } },
  },
  source_unreachable: {
    levels: ['warn'],
    summary:
      'A database cannot be reached at the start, or while it is described. The service runs without it and tries again.',
    action: 'Check address, network and login of the database. `source_ready` ends it.',
    fields: { message, source },
  },
  source_not_ready: {
    levels: ['error'],
    summary: 'The probe of a source fails, or the profile does not fit its database; `message` has the reason.',
    action: 'Check reach, login and rights of the ERP. `source_ready` ends it.',
    fields: { message, source },
  },
  source_ready: {
    levels: ['info'],
    summary: 'A source that was not ready answers its probe.',
    fields: { message, source },
  },
} as const satisfies EventTable;

/** Events of reads. */
const readEvents = {
  page_without_bookmark: {
    levels: ['info'],
    summary: 'A page was requested without the one before it; its rows are found by counting.',
    fields: { message, endpoint, page: number('Number of the page.') },
  },
  changes_without_mark: {
    levels: ['info'],
    summary: 'No version mark is as old as the requested time; the whole list is returned.',
    fields: { message, endpoint },
  },
  row_dropped: {
    levels: ['warn'],
    summary: 'A row of the ERP breaks the contract and is left out of the answer.',
    action: 'Correct the record in the ERP.',
    fields: { message, endpoint, row, field },
  },
  value_corrected: {
    levels: ['warn'],
    summary: 'A value of the ERP breaks the contract and was corrected in the answer.',
    action: 'Correct the record in the ERP.',
    fields: { message, endpoint, row, field },
  },
} as const satisfies EventTable;

/** All events by name. */
export const engineEvents = {
  ...lifecycleEvents,
  ...statementEvents,
  ...sourceEvents,
  ...readEvents,
  ...writeEvents,
} as const;

/** Something that happened, for logger and metrics. `requestId` stands on all that belongs to one request. */
export type EngineEvent = EventOf<typeof engineEvents> & { readonly requestId?: string };

type WithoutSource<E> = E extends unknown ? Omit<E, 'source'> : never;

/** An event as a source reports it, without its own name. */
export type SourceEvent = WithoutSource<EventOf<typeof sourceEvents>>;
