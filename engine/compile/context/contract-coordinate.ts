/** Which part of the contract a place of a profile is about: `/invoices/list -> invoices[].lines[].amount`. */
import type { Answer, Contract, Fields } from '../../base/contract.ts';
import type { Path } from '../../base/place.ts';

/** A part of the contract: what it is called, and the fields that it has. */
interface ContractPart {
  readonly coordinate: string;
  readonly fields: Fields;
}

/** The coordinate of a member: the first one stands behind an arrow, further ones behind a dot. */
export function memberCoordinate(coordinate: string, name: string): string {
  return coordinate.includes(' -> ') ? `${coordinate}.${name}` : `${coordinate} -> ${name}`;
}

/** What of an answer the keys of an endpoint are about: its rows, or the answer itself. */
export function answerPart(path: string, answer: Answer): ContractPart {
  return answer.kind === 'rows'
    ? { coordinate: memberCoordinate(path, `${answer.property}[]`), fields: answer.row }
    : { coordinate: path, fields: answer.fields };
}

/** The items of a list of the contract; undefined where there is no such list. */
function itemsOf({ coordinate, fields }: ContractPart, name: string): ContractPart | undefined {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field?.type === 'list'
    ? { coordinate: memberCoordinate(coordinate, `${name}[]`), fields: field.items }
    : undefined;
}

/** The field, or the list whose items, of which a name with dots tells (`lines.amount`, `erpInvoiceId.type`). */
function fieldAt(spot: ContractPart, name: string): string {
  const [first = '', ...rest] = name.split('.');
  const items = itemsOf(spot, first);
  if (items !== undefined && rest.length > 0) return fieldAt(items, rest.join('.'));
  return Object.hasOwn(spot.fields, first) ? memberCoordinate(spot.coordinate, first) : spot.coordinate;
}

/** Keys of an endpoint that say nothing of its answer. */
const keysOutsideAnswer = ['unavailable', 'answer', 'prepare', 'write', 'key', 'lengths', 'digits', 'amounts'];

function within(spot: ContractPart, keys: Path): string {
  const [key, name, ...rest] = keys;
  if (typeof key !== 'string' || typeof name !== 'string')
    return keys.length < 2 ? spot.coordinate : within(spot, keys.slice(1));
  switch (key) {
    case 'attach':
    case 'each':
      return within(itemsOf(spot, name) ?? { ...spot, fields: {} }, rest);
    case 'statement':
      return name === 'entries' ? within(itemsOf(spot, 'lines') ?? spot, rest) : fieldAt(spot, name);
    case 'fields':
    case 'codes':
    case 'absent':
    case 'decide':
      return fieldAt(spot, name);
    default:
      return within(spot, keys.slice(1));
  }
}

/** The part of the contract that the place under `endpoints` is about; undefined for every other place. */
export function coordinateAt(contract: Contract, path: Path): string | undefined {
  const [top, name, ...keys] = path;
  const endpoint = top === 'endpoints' ? contract.endpoints.find((one) => one.path === name) : undefined;
  if (endpoint === undefined) return undefined;
  const [key] = keys;
  if (typeof key !== 'string' || keysOutsideAnswer.includes(key)) return endpoint.path;
  return within(answerPart(endpoint.path, endpoint.answer), keys);
}
