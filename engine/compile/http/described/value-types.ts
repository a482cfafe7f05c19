/** Types of answers in a vendor's description as types of expressions, so that a misspelt member of an answer is found like a misspelt column. */

import { toDecimalText } from '../../../base/decimal.ts';
import { ownMember } from '../../../base/members.ts';
import { oncePer } from '../../../base/once-per.ts';
import { type DescribedType, plainValue, type RecordType, type ScalarType } from '../../../description/model.ts';
import { typeText } from '../../../description/type-text.ts';
import { type Member, unknownType, type ValueType } from '../../../transform/value-type.ts';
import type { Names } from '../../names/expression-names.ts';

/** The members of the vendor, and those of an installation, by a pattern. */
class OwnMembers extends Map<string, Member> {
  private readonly own: RegExp;

  constructor(members: Iterable<readonly [string, Member]>, own: RegExp) {
    super(members);
    this.own = own;
  }

  override get(name: string): Member | undefined {
    return super.get(name) ?? (this.own.test(name) ? { type: unknownType } : undefined);
  }

  override has(name: string): boolean {
    return super.has(name) || this.own.test(name);
  }
}

/** Whole numbers may be times in seconds, or days as in 20260131. */
const exact = ['Edm.String', 'Edm.Guid', 'Edm.Decimal', 'Edm.Double', 'Edm.Single', 'xs:decimal', 'xs:double'];

function scalarOf({ scalar, values, name }: ScalarType): ValueType {
  if (scalar === 'any') return unknownType;
  if (scalar === 'text' && values !== undefined)
    return {
      kind: 'text',
      isExact: values.every((value) => toDecimalText(value) === undefined),
      values: [...new Set([...values, ...values.map(plainValue)])],
    };
  return { kind: scalar, ...(exact.includes(name) ? { isExact: true } : {}) };
}

/** The plain values that answers have in place of values with a type tag, such as `{ __class__: Decimal, decimal: "1" }`. */
const taggedKinds: Readonly<Record<string, ScalarType['scalar']>> = {
  Decimal: 'number',
  date: 'date',
  datetime: 'instant',
};

function taggedKind({ members }: RecordType): Exclude<ScalarType['scalar'], 'any'> | undefined {
  const tag = members.get('__class__')?.type;
  const kind = tag?.kind === 'scalar' ? ownMember(taggedKinds, tag.values?.[0] ?? '') : undefined;
  return kind === 'any' ? undefined : kind;
}

function make(type: DescribedType): ValueType {
  switch (type.kind) {
    case 'unknown':
      return unknownType;
    case 'list':
      return { kind: 'list', items: valueTypeOf(type.items) };
    case 'tuple':
      return { kind: 'list', items: unknownType };
    case 'scalar':
      return scalarOf(type);
    case 'record': {
      const kind = taggedKind(type);
      if (kind !== undefined) return { kind };
      // A record may contain itself: the type of a member is made when it is read.
      const readable = [...type.members].filter(([, member]) => !member.isWriteOnly);
      const members = readable.map(([name, member]): [string, Member] => [
        name,
        {
          get type() {
            return valueTypeOf(member.type);
          },
          get described() {
            return { detail: typeText(member.type) ?? '', documentation: member.documentation };
          },
        },
      ]);
      return {
        kind: 'object',
        members: type.own === undefined ? new Map(members) : new OwnMembers(members, type.own),
        open: type.isOpen,
      };
    }
  }
}

/** The type of a value in an answer that the description gives this type. */
export const valueTypeOf: (type: DescribedType) => ValueType = oncePer(make, new WeakMap());

/** The names that expressions may read from values of the type; undefined where the description leaves them open. `what` begins the message: "GET /items returns no member". */
export function namesOfType(type: ValueType, what: string): Names | undefined {
  // `$` is the list; a name means the member of each item.
  if (type.kind === 'list') return { has: () => true, all: [], missing: what, row: type };
  if (type.kind !== 'object') return undefined;
  // A misspelt name is never meant as a member of the protocol.
  const all = [...type.members.keys()].filter((name) => !/[@]|^odata\.|^__/.test(name));
  return { has: (name) => type.open || type.members.has(name), all, missing: what, row: type };
}
