/** What a failed call was about, for the log: the document of a write, and the customer. */
import type { Endpoint } from '../base/contract.ts';
import { toDecimalText } from '../base/decimal.ts';
import { type MaskedPart, maskedId, maskedKey } from '../base/masked-id.ts';
import type { RequestValue, RequestValues } from '../shape/request.ts';

export interface CallSubject {
  /** The key of the document by the contract, as `engine writes` shows it where the profile names no other key. */
  readonly key?: string;
  /** The customer or debtor that the request names. */
  readonly customer?: string;
}

/** Longest text of the log, in characters. */
const longest = 200;

const cut = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest)}...`);

const keyValue = (value: RequestValue | undefined): unknown =>
  typeof value === 'number' ? toDecimalText(value) : (value ?? null);

/**
 * Undefined if the request names neither. `values`: those that break no rule. A field that breaks one is missing from the subject. `masked`: what the log must not show.
 */
export function callSubject(
  { request, answer }: Endpoint,
  values: RequestValues,
  masked: ReadonlySet<MaskedPart>,
): CallSubject | undefined {
  const names = answer.kind === 'write' ? answer.key : [];
  const [only] = names.map((name) => values[name]);
  const isKeyed = names.some((name) => values[name] !== undefined);
  const key =
    names.length === 1 && typeof only === 'string' ? only : JSON.stringify(names.map((name) => keyValue(values[name])));
  const customer = Object.entries(request).flatMap(([name, field]) => {
    const value = values[name];
    const isCustomer = field.type === 'id' && (field.idKind === 'customer' || field.idKind === 'debtor');
    return isCustomer && typeof value === 'string' ? [value] : [];
  })[0];
  if (!isKeyed && customer === undefined) return undefined;
  return {
    ...(isKeyed ? { key: cut(masked.has('key') ? maskedKey(key) : key) } : {}),
    ...(customer === undefined ? {} : { customer: cut(masked.has('customer') ? maskedId(customer) : customer) }),
  };
}
