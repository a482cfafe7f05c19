/** Fields that several events have. */
import type { EventField } from '../../../engine/index.ts';

/** A field with text. */
export const text = (meaning: string) => ({ type: 'text', meaning }) as const satisfies EventField;
/** A field with a number. */
export const number = (meaning: string) => ({ type: 'number', meaning }) as const satisfies EventField;
/** A field with a list of texts. */
export const texts = (meaning: string) => ({ type: 'texts', meaning }) as const satisfies EventField;
/** The field, which an event may lack. */
export const optional = <const F extends EventField>(field: F) => ({ ...field, optional: true }) as const;

export const message = text('What happened, for the operator.');
export const requestId = text(
  'Id of the request. The caller gets it in the header `X-Request-Id`, and in the message of a 5xx answer.',
);
export const endpoint = text('Path of the endpoint.');
export const source = text('Name of the source in the profile.');
export const status = number('HTTP status of the answer.');
export const client = optional(text('Address of the client; with `trustProxy`, the one that the proxy reports.'));
export const running = number('Requests in progress.');
export const address = text('Base URL of the service.');
export const keys = texts('Names of the valid API keys.');
export const files = texts('The files.');
