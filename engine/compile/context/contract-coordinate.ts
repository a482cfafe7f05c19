/** Coordinates of the contract (`/invoices/list -> invoices[].lines[].amount`), and the one that a path of the profile is about. */

import type { Answer, Contract, Fields } from '../../base/contract.ts';
import { ownMember } from '../../base/members.ts';
import type { Path } from '../../base/place.ts';

/** A part of the contract with its fields. */
interface ContractPart {
  readonly coordinate: string;
  readonly fields: Fields;
}

/** The coordinate of a member. The first member follows an arrow, further members a dot. */
export function memberCoordinate(coordinate: string, name: string): string {
  return coordinate.includes(' -> ') ? `${coordinate}.${name}` : `${coordinate} -> ${name}`;
}

/** The part of an answer that the keys of an endpoint are about: its rows, or the answer itself. */
export function answerPart(path: string, answer: Answer): ContractPart {
  return answer.kind === 'rows'
    ? { coordinate: memberCoordinate(path, `${answer.property}[]`), fields: answer.row }
    : { coordinate: path, fields: answer.fields };
}

/** The items of a list; undefined where the part has no such list. */
function itemsOf({ coordinate, fields }: ContractPart, name: string): ContractPart | undefined {
  const field = ownMember(fields, name);
  return field?.type === 'list'
    ? { coordinate: memberCoordinate(coordinate, `${name}[]`), fields: field.items }
    : undefined;
}

/** The coordinate of a name that may have dots: a field of a list's items (`lines.amount`), or a part of an id (`erpInvoiceId.type`). */
function fieldAt(part: ContractPart, name: string): string {
  const [first = '', ...rest] = name.split('.');
  const items = itemsOf(part, first);
  if (items !== undefined && rest.length > 0) return fieldAt(items, rest.join('.'));
  return Object.hasOwn(part.fields, first) ? memberCoordinate(part.coordinate, first) : part.coordinate;
}

/** Keys of an endpoint that are not about its answer. */
const keysOutsideAnswer = ['unavailable', 'answer', 'prepare', 'write', 'key', 'lock', 'lengths', 'digits', 'amounts'];

function within(part: ContractPart, keys: Path): string {
  const [key, name, ...rest] = keys;
  if (typeof key !== 'string' || typeof name !== 'string')
    return keys.length < 2 ? part.coordinate : within(part, keys.slice(1));
  switch (key) {
    case 'attach':
    case 'each':
      return within(itemsOf(part, name) ?? { ...part, fields: {} }, rest);
    case 'statement':
      return name === 'entries' ? within(itemsOf(part, 'lines') ?? part, rest) : fieldAt(part, name);
    case 'fields':
    case 'codes':
    case 'absent':
    case 'decide':
      return fieldAt(part, name);
    default:
      return within(part, keys.slice(1));
  }
}

/** The coordinate that a path of the profile is about; undefined for paths outside of `endpoints`. */
export function coordinateAt(contract: Contract, path: Path): string | undefined {
  const [top, name, ...keys] = path;
  const endpoint = top === 'endpoints' ? contract.endpoints.find((one) => one.path === name) : undefined;
  if (endpoint === undefined) return undefined;
  const [key] = keys;
  if (typeof key !== 'string' || keysOutsideAnswer.includes(key)) return endpoint.path;
  return within(answerPart(endpoint.path, endpoint.answer), keys);
}
