/** The names that `outcomes` may read from an answer, by the vendor's description of its errors. */
import { type DescribedType, type ErrorBodies, unknownDescribed } from '../../../description/model.ts';
import { type Member, type ObjectType, singleTypes, unionOf } from '../../../transform/value-type.ts';
import type { Names } from '../../names/expression-names.ts';
import { namesOfType, valueTypeOf } from './value-types.ts';

/** The answers of an operation, or of all operations of a source. */
export interface DescribedAnswers {
  /** The begin of the message about an unknown member: "GET /items returns no member". */
  readonly missing: string;
  readonly errors: () => ErrorBodies;
  /** The body of a success. */
  readonly success: DescribedType;
}

/** Errors that gateways and proxies answer in their own form. */
const gatewayStatuses = ['401', '403', '407', '429', '502', '503', '504'];

/** A condition that holds for these statuses alone: `$status = 409 and …`. */
const byStatus = /^\s*\$status\s*(?:=\s*(\d{3})|in\s*\[([\d,\s]+)\])\s*(?:$|and\b(?!.*\bor\b))/s;

/** The bodies of a status. None where the description does not have the status. */
function bodiesOf(success: DescribedType, errors: ErrorBodies, status: string): readonly DescribedType[] {
  if (status.startsWith('2')) return [success];
  const listed = errors.filter(([one]) => one === status || one.toUpperCase() === `${status[0]}XX`);
  const others = gatewayStatuses.includes(status) ? [] : errors.filter(([one]) => one === 'default');
  return (listed.length > 0 ? listed : others).map(([, body]) => body);
}

/** The bodies that an answer may have where the condition holds. `unknown` among them: one that is not described. */
function possibleBodies(success: DescribedType, errors: ErrorBodies, when: string): readonly DescribedType[] {
  const match = byStatus.exec(when);
  if (match === null) return [success, ...errors.map(([, body]) => body)];
  const statuses = (match[1] ?? match[2] ?? '').split(',').map((status) => status.trim());
  return statuses.flatMap((status) => {
    const bodies = bodiesOf(success, errors, status);
    return bodies.length === 0 ? [unknownDescribed] : bodies;
  });
}

/** An object with the members of all bodies. It is open where one of them may have others. */
function anyOf(bodies: readonly DescribedType[]): ObjectType {
  const all = bodies.flatMap((body) => singleTypes(valueTypeOf(body)));
  const objects = all.flatMap((one) => (one.kind === 'object' ? [one] : []));
  const names = new Set(objects.flatMap(({ members }) => [...members.keys()]));
  const members = [...names].map((name): readonly [string, Member] => [
    name,
    {
      get type() {
        return unionOf(objects.flatMap((one) => one.members.get(name)?.type ?? []));
      },
    },
  ]);
  return {
    kind: 'object',
    members: new Map(members),
    open: objects.length < all.length || objects.some(({ open }) => open),
  };
}

/** The names that an outcome with the condition may read; undefined where the answer may have a body that is not described. */
export function outcomeNames({ missing, errors, success }: DescribedAnswers, when: string): Names | undefined {
  const all = errors();
  const bodies = possibleBodies(success, all, when);
  const isDescribed = all.length > 0 && bodies.every(({ kind }) => kind !== 'unknown');
  if (!isDescribed) return undefined;
  return namesOfType(anyOf(bodies), missing);
}
