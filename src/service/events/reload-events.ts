/** Events of files that are read again, and of the store. */
import type { EventTable } from '../../../engine/index.ts';
import { files, keys, message, number, optional, text, texts } from './event-fields.ts';

/** Events of files that are read again when they change. */
export const reloadEvents = {
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
  certificate_expires: {
    levels: ['warn', 'error'],
    summary:
      'The TLS certificate expires within 14 days (`warn`), or has expired (`error`). Logged at the start, at each change of the file, and once a day.',
    action: 'Replace `tlsCert` and `tlsKey`: they are read again.',
    fields: { until: text('Its end, ISO 8601, UTC.'), message },
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
export const storeEvents = {
  store_unavailable: {
    levels: ['warn'],
    summary:
      'The store cannot be used. Pages are found by counting rows, and writes by HTTP are refused. Logged once per reason.',
    action: 'See [store.md](store.md). `store_available` ends it.',
    fields: { reason: text('The error.') },
  },
  store_available: { levels: ['info'], summary: 'The store can be used again after `store_unavailable`.', fields: {} },
} as const satisfies EventTable;
