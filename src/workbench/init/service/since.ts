/** How a service lists only the records that were changed since a time. */

import { means, wordsOf } from '../../vocabulary/words.ts';
import { candidates } from '../match/field.ts';
import type { Table } from '../model/database.ts';
import { ask, type Sheet } from './field-sheet.ts';

/** A parameter of an operation, in the query or in a header. */
export interface Parameter {
  readonly name: string;
  readonly isHeader: boolean;
  /** What the document says about it. */
  readonly description: string;
  readonly isNumber: boolean;
}

const sinceLine = 'since: { overlap: 2m }';

const question = (what: string): string =>
  `Does ${what} select every invoice that was changed, also one whose only change is a payment or a cancellation? If not, remove since: each sync then gets all invoices.`;

/** Whether the name says "changed since": `updated_since`, `modifiedAfter`, `If-Modified-Since`, `lastUpdatedMin`. */
const isSince = ({ name }: Parameter): boolean => {
  const words = wordsOf(name);
  const start = words.some(({ text }) => ['since', 'after', 'from', 'min', 'gte', 'ge', 'start'].includes(text));
  return start && means(words, 'changed') && !/to$|before$/i.test(name);
};

interface Since {
  readonly params: readonly string[];
  readonly lines: readonly string[];
}

const none: Since = { params: [], lines: [] };

/** From the parameters of a list. What the parameter counts as a change is a question. */
export function sinceOfParameters(one: Sheet, path: string, parameters: readonly Parameter[]): Since {
  const [sinceParameter] = parameters.filter(isSince);
  if (sinceParameter === undefined) {
    const stamp = parameters.find(({ name }) => means(wordsOf(name), 'changed'));
    if (stamp !== undefined)
      ask(
        one,
        'modifiedSince',
        `Does the parameter ${stamp.name} of GET ${path} select what was changed at or after a time? Then ${stamp.name}: "{{ modifiedSince }}" in params, and ${sinceLine}. If not: each sync gets all invoices.`,
      );
    return none;
  }
  const value = sinceParameter.isNumber ? '{{ $unix(modifiedSince) }}' : '{{ modifiedSince }}';
  ask(
    one,
    'modifiedSince',
    question(`${sinceParameter.isHeader ? 'the header' : 'the parameter'} ${sinceParameter.name} of GET ${path}`),
  );
  const line = `${sinceParameter.name}: "${value}"`;
  return sinceParameter.isHeader
    ? { params: [], lines: ['headers:', `  ${line}`, sinceLine] }
    : { params: [line], lines: [sinceLine] };
}

/** From the property with the time of the last change, as a term of `$filter`. */
export function sinceOfProperty(one: Sheet, table: Table): Since {
  const column = candidates(table, 'changed')[0]?.column;
  if (column === undefined) return none;
  ask(one, 'modifiedSince', question(`${table.name}.${column.name}`));
  return { params: [JSON.stringify(`${column.name} ge {{ modifiedSince }}`)], lines: [sinceLine] };
}
