/** Members of answers over HTTP, as the vendor's description has them: those that a field comes from, and those that the profile does not read. */
import type { Fields } from '../../base/contract.ts';
import { isMap } from '../../base/members.ts';
import type { Path, Place } from '../../base/place.ts';
import type { TextScope } from '../../compile/context/text-scope.ts';
import { type Member, singleTypes, type ValueType } from '../../transform/value-type.ts';
import type { FieldOrigin } from './origin.ts';

/** The described answer to a request of the profile. */
export type DescribedAnswer = Extract<TextScope, { readonly kind: 'answer' }>;

/** A member of an answer. */
export interface AnswerMember {
  /** With the members that lead to it: `salesInvoiceLines.quantity`. */
  readonly name: string;
  readonly type: string;
  /** The vendor's words. */
  readonly documentation: string | undefined;
}

/** The members of an answer that the profile does not read. */
export interface UnreadMembers {
  /** As in `GET /customers`. */
  readonly operation: string;
  readonly place: Place;
  readonly members: readonly AnswerMember[];
}

function memberOf(type: ValueType, name: string): Member | undefined {
  for (const one of singleTypes(type)) {
    const member = one.kind === 'object' ? one.members.get(name) : undefined;
    if (member?.described !== undefined) return member;
  }
  return undefined;
}

/** What the path of the operation addresses: `salesInvoices` of `GET /salesInvoices(…)`. */
function addressedName(operation: string): string {
  const names = [...operation.matchAll(/\/([\p{L}_][\p{L}\p{N}_.-]*)/gu)].map(([, name = '']) => name);
  return names.at(-1) ?? operation;
}

/** The member that the names lead to, as far as the description has them; undefined if it has none. */
export function describedOrigin(
  { operation, row }: DescribedAnswer,
  names: readonly string[],
  place: Place,
): FieldOrigin | undefined {
  let [type, found]: [ValueType, Member | undefined] = [row, undefined];
  const path: string[] = [];
  for (const name of names) {
    const member = memberOf(type, name);
    if (member === undefined) break;
    [type, found] = [member.type, member];
    path.push(name);
  }
  if (found?.described === undefined) return undefined;
  const { detail, documentation } = found.described;
  const text = [addressedName(operation), ...path].join('.');
  return { kind: 'described member', text, place, vendor: { type: detail, documentation }, from: [] };
}

/** Keys of reads whose texts are names of members, and not expressions. */
const naming = new Set(['on', 'order', 'search', 'since', 'page', 'codes', 'key']);

const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];

/** The words under the keys that name members. */
function namedIn(spec: unknown): readonly string[] {
  if (Array.isArray(spec)) return spec.flatMap(namedIn);
  if (!isMap(spec)) return [];
  return Object.entries(spec).flatMap(([key, value]) =>
    naming.has(key) ? wordsIn(JSON.stringify(value)) : namedIn(value),
  );
}

const namesOf = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) => (field.type === 'list' ? [name, ...namesOf(field.items)] : [name]));

/** Members inside of members are shown down to this depth: a record may contain itself. */
const deepest = 3;

function unreadIn(type: ValueType, used: ReadonlySet<string>, before: readonly string[]): readonly AnswerMember[] {
  const members = new Map(singleTypes(type).flatMap((one) => (one.kind === 'object' ? [...one.members] : [])));
  return [...members].flatMap(([name, member]): readonly AnswerMember[] => {
    // What the protocol adds is in no description.
    if (member.described === undefined || /[@]|^odata\.|^__/.test(name)) return [];
    const path = [...before, name];
    if (used.has(name)) return path.length < deepest ? unreadIn(member.type, used, path) : [];
    const { detail, documentation } = member.described;
    return [{ name: path.join('.'), type: detail, documentation }];
  });
}

interface UnreadInput {
  /** The endpoint in the profile. */
  readonly spec: unknown;
  /** The fields of its answer in the contract. */
  readonly fields: Fields;
  readonly answers: readonly DescribedAnswer[];
  /** The texts of all expressions of the endpoint. */
  readonly expressions: readonly string[];
  readonly specAt: (path: Path) => unknown;
  readonly placeOf: (path: Path) => Place;
}

/**
 * The members of each described answer, after `$select` and `$expand`, whose names no expression of the endpoint has. A name that is read from another answer of
 * the endpoint counts as read.
 */
export function unreadMembers(input: UnreadInput): readonly UnreadMembers[] {
  const { spec, fields, answers, expressions, specAt, placeOf } = input;
  const words = [...expressions.flatMap(wordsIn), ...namedIn(spec)];
  return answers.flatMap(({ operation, row, path }) => {
    const read = specAt(path);
    // Without `fields` the rows are answered under the names that the ERP gives them.
    const direct = isMap(read) && read.fields === undefined ? namesOf(fields) : [];
    const members = unreadIn(row, new Set([...words, ...direct]), []);
    const verb = operation.slice(0, operation.indexOf(' ')).toLowerCase();
    return members.length === 0 ? [] : [{ operation, place: placeOf([...path, verb]), members }];
  });
}
