/** The events of writes. */
import { decimal, endpoint, field, key, message, source, text } from './event-fields.ts';
import type { EventTable } from './event-table.ts';

/** Events of writes. */
export const writeEvents = {
  amount_differs: {
    levels: ['warn'],
    summary: 'A line states an amount that is not the product of its factors. The stated amount is written.',
    action: 'None.',
    fields: {
      message,
      endpoint,
      field,
      amount: decimal('The stated amount.'),
      product: decimal('The product of the factors.'),
      difference: decimal('Amount minus product.'),
    },
  },
  sample_answered: {
    levels: ['info'],
    summary: "The platform's connection test was answered; nothing was written.",
    fields: { message, endpoint },
  },
  draft_refused: {
    levels: ['info'],
    summary:
      "A draft was refused that may have been the platform's connection test; `message` names the setting for it.",
    fields: { message, endpoint },
  },
  document_adopted: {
    levels: ['warn'],
    summary: 'The ERP already had a document with this key that this installation has not written; it is the answer.',
    action: 'Find out who made the document.',
    fields: { message, endpoint, key },
  },
  write_coalesced: {
    levels: ['info'],
    summary: 'The same write is in progress in this process; the request waits for its result.',
    fields: { message, endpoint, key },
  },
  write_repeated: {
    levels: ['info', 'warn'],
    summary: 'A key was sent again and got the answer of its first write. `warn`: its content differs.',
    action: 'Where `changed` is true: ask the operator of the platform.',
    fields: {
      message,
      endpoint,
      key,
      changed: {
        type: 'boolean',
        meaning:
          'Whether the content differs from that of the first write; missing where the first content is not stored.',
        optional: true,
      },
    },
  },
  write_retried: {
    levels: ['warn'],
    summary: 'A transaction failed by a conflict or a lost connection and is run again.',
    action: 'None, if it is rare.',
    fields: { message, endpoint, key },
  },
  released_key_written: {
    levels: ['info'],
    summary: 'A document was written under a key that was released before; the key answers with the new document.',
    fields: { message, endpoint, key },
  },
  write_step_sent: {
    levels: ['debug'],
    summary: 'A step of a write by HTTP was sent.',
    fields: {
      message,
      endpoint,
      step: text('Name of the step in the profile.'),
      outcome: text('`done`, `refused`, `not processed` or `unknown`.'),
    },
  },
  write_lookup_done: {
    levels: ['debug'],
    summary: 'The ERP was searched for the document of a write by HTTP.',
    fields: { message, endpoint, key, found: text('`none`, `one` or `several`.') },
  },
  claim_state_changed: {
    levels: ['debug'],
    summary: 'The claim of a write by HTTP changed its state.',
    fields: { message, endpoint, key, from: text('State before.'), to: text('State after.') },
  },
  claim_not_released: {
    levels: ['warn'],
    summary: 'The end of a write by HTTP could not be stored; its key is blocked until the lease is over.',
    action: 'Check the store.',
    fields: { message, endpoint, key },
  },
  write_overtaken: {
    levels: ['error', 'warn'],
    summary:
      'A step was sent, and another process or an operator had settled the write before its outcome was recorded. `error`: the ERP may have two documents; `message` names both.',
    action: 'For an error: compare the documents in the ERP, and delete the one that the key does not answer.',
    fields: { message, endpoint, key },
  },
  write_in_doubt: {
    levels: ['warn'],
    summary: 'The outcome of a write by HTTP is not known; the document is looked up before anything is sent again.',
    action: 'None. `write_looked_up` or `write_held` reports the result.',
    fields: { message, endpoint, key },
  },
  right_missing: {
    levels: ['error'],
    summary: 'The ERP denied a step of a write by HTTP to the login of this service; nothing was written.',
    action:
      'Grant the right in the ERP. `engine check --connect` tests the rights for which the profile has a `probe`.',
    fields: { message, endpoint, step: text('Name of the step in the profile.'), source },
  },
  write_looked_up: {
    levels: ['info'],
    summary: 'The lookup of a write in doubt gave a result.',
    fields: { message, endpoint, key, state: text('State of the claim after the lookup.') },
  },
  lookup_failed: {
    levels: ['warn'],
    summary: 'The lookup of writes in doubt failed; it is tried again.',
    action: "Check the ERP, or the profile's `find`.",
    fields: { message, endpoint: { ...endpoint, optional: true }, key: { ...key, optional: true } },
  },
  write_undone: {
    levels: ['info'],
    summary: 'The ERP refused a later step of a write by HTTP, and has removed what the earlier steps created.',
    fields: { message, endpoint, key },
  },
  write_held: {
    levels: ['error'],
    summary: 'An operator has to decide about a write; `message` has the reason. Its key is refused until then.',
    action: 'Run `engine writes resolve` soon.',
    fields: { message, endpoint, key },
  },
} as const satisfies EventTable;
