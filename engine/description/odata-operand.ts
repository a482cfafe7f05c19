/** Operands of OData's expressions, and which of them can be compared. */
import { valueWords } from '../base/value-words.ts';
import { closest } from '../diagnostics/did-you-mean.ts';
import { type DescribedType, type ODataVersion, plainValue, shortName, unknownDescribed } from './model.ts';
import type { OperandKind } from './odata-functions.ts';
import type { ODataToken } from './odata-tokens.ts';
import type { QueryFault } from './query-fault.ts';
import type { RemainingValues } from './remaining-values.ts';

/** A part of an expression with its type. */
export interface Operand {
  readonly kind: OperandKind;
  readonly type: DescribedType | undefined;
  /** The token that names it: of a path the last one. */
  readonly token: ODataToken;
  readonly isLiteral: boolean;
  /** A property of the record itself, and not of a record in it. */
  readonly isOwnProperty?: boolean;
  /** What the condition leaves of properties that it compares with texts. */
  readonly remaining?: RemainingValues;
}

/** Kinds in messages. */
export const kindWords: Readonly<Record<OperandKind, string>> = {
  ...valueWords,
  guid: 'a GUID',
  record: 'a record',
  list: 'a list',
  null: 'null',
  any: 'a value',
};

/** The kind of a value of the type. */
export function operandKind(type: DescribedType): OperandKind {
  switch (type.kind) {
    case 'scalar':
      return type.name === 'Edm.Guid' ? 'guid' : type.scalar;
    case 'list':
    case 'record':
      return type.kind;
    case 'tuple':
      return 'list';
    case 'unknown':
      return 'any';
  }
}

/** The kind of a literal. `kinds`: those of values that are known only when the request is sent, by their offset. */
export function literalKind(
  { kind, text, offset }: ODataToken,
  kinds: ReadonlyMap<number, OperandKind> = new Map(),
): OperandKind {
  switch (kind) {
    case 'text':
    case 'number':
    case 'date':
    case 'instant':
    case 'time':
    case 'guid':
      return kind;
    case 'value':
      return kinds.get(offset) ?? 'any';
    case 'name':
      if (text === 'null') return 'null';
      return text === 'true' || text === 'false' ? 'boolean' : 'any';
    case 'other':
    case 'sign':
    case 'unknown':
    case 'end':
      return 'any';
  }
}

/** The type of a value that is computed. */
export function typeOfKind(kind: OperandKind): DescribedType {
  switch (kind) {
    case 'text':
    case 'number':
    case 'boolean':
    case 'date':
    case 'instant':
    case 'time':
      return { kind: 'scalar', scalar: kind, name: kindWords[kind] };
    case 'guid':
      return { kind: 'scalar', scalar: 'text', name: 'Edm.Guid' };
    case 'record':
    case 'list':
    case 'null':
    case 'any':
      return unknownDescribed;
  }
}

/** Whether the value may be of any kind. */
export const isOpenKind = (kind: OperandKind): boolean => kind === 'any' || kind === 'null';

/** The text of a literal in quotes. */
export const literalText = ({ text }: ODataToken): string => text.slice(1, -1).replaceAll("''", "'");

/** A fault at a token. */
export const faultAt = (
  kind: QueryFault['kind'],
  { offset, text }: ODataToken,
  message: string,
  hint: string,
  replacement?: string,
): QueryFault => ({
  kind,
  offset,
  length: Math.max(1, text.length),
  message,
  hint,
  ...(replacement === undefined ? {} : { replacement }),
});

/** A fault with the most similar of several names, or with all of them. */
export function unknownNameFault(
  kind: QueryFault['kind'],
  token: ODataToken,
  message: string,
  names: readonly string[],
  list: string,
): QueryFault {
  const near = closest(token.text, names);
  const hint = near === undefined ? `${list} ${names.join(', ')}.` : `Did you mean "${near}"?`;
  return faultAt(kind, token, message, hint, near);
}

/** The fault of a text that is none of the values of an enumeration; undefined for one of them. */
function valueFault(literal: ODataToken, name: string, values: readonly string[]): QueryFault | undefined {
  const written = literalText(literal);
  const names = values.map(plainValue);
  if (names.includes(plainValue(written))) return undefined;
  const near = closest(written, names);
  const hint = near === undefined ? `Its values are ${names.join(', ')}.` : `Did you mean "${near}"?`;
  const message = `"${written}" is no value of ${shortName(name)}.`;
  return faultAt('value', literal, message, hint, near === undefined ? undefined : `'${near}'`);
}

/** What to write where a text is compared with a value that has no quotes. */
const unquoted: Readonly<Partial<Record<OperandKind, string>>> = {
  guid: 'Write a GUID without quotes, and a value of the request as {{ $guid(x) }}.',
  number: 'Write a number without quotes, and a value of the request as {{ $decimal(x) }}.',
  date: 'Write a date without quotes, and a value of the request as {{ $date(x) }}.',
  instant: 'Write a date and time without quotes, and a value of the request as {{ $datetime(x) }}.',
};

/** Services of the older versions take dates in quotes. */
function isOldDate({ kind }: Operand, { kind: literalKind, token }: Operand, version: ODataVersion): boolean {
  const isDate = kind === 'date' || kind === 'instant';
  const isText = literalKind === 'text' && (token.kind === 'value' || /^'\d{4}-?\d\d-?\d\d/.test(token.text));
  return version < 4 && isDate && isText;
}

/** The fault of a comparison; undefined where both can be equal. */
export function comparisonFault(one: Operand, other: Operand, version: ODataVersion): QueryFault | undefined {
  const [literal, compared] = one.isLiteral ? [one, other] : [other, one];
  const { type } = compared;
  if (literal.token.kind === 'text' && literal.isLiteral && type?.kind === 'scalar' && type.values !== undefined)
    return valueFault(literal.token, type.name, type.values);
  if (isOpenKind(one.kind) || isOpenKind(other.kind) || one.kind === other.kind) return undefined;
  if (isOldDate(compared, literal, version)) return undefined;
  const typeText = type?.kind === 'scalar' ? ` (${type.name})` : '';
  const message = `"${compared.token.text}" is ${kindWords[compared.kind]}${typeText}, and is compared with ${kindWords[literal.kind]}.`;
  const cure = literal.kind === 'text' ? unquoted[compared.kind] : undefined;
  return faultAt('type', literal.token, message, cure ?? 'The service answers 400, or finds nothing.');
}
