/** The fields that several events have. */
import type { EventField } from './event-table.ts';

/** A text. `meaning`: for the page of events. */
export const text = (meaning: string) => ({ type: 'text', meaning }) as const satisfies EventField;
/** A decimal as text. */
export const decimal = (meaning: string) => ({ type: 'decimal', meaning }) as const satisfies EventField;
/** A number. */
export const number = (meaning: string) => ({ type: 'number', meaning }) as const satisfies EventField;

export const message = text('What happened, for the operator.');
export const source = text('Name of the source in the profile.');
export const endpoint = text('Path of the endpoint.');
export const key = text('Natural key of the document.');
export const row = text('Id of the row, or the endpoint of a document.');
export const field = text('Name of the field in the contract.');
