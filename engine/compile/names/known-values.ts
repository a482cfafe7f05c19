/** What is known of rows and requests before there are any, for expressions that look into them. */
import type { Field, Fields } from '../../base/contract.ts';
import type { OutputColumn } from '../../sources/source.ts';
import { closed, type Member, type ObjectShape, type Shape, unknown } from '../../transform/shape.ts';

function columnShape({ type, literal }: OutputColumn): Shape {
  if (type === undefined) return unknown;
  return literal === undefined ? { kind: type } : { kind: type, literal };
}

/** Rows with these columns; `values` is what is known of some of them. */
export function rowShape(columns: readonly string[], values: readonly OutputColumn[]): ObjectShape {
  const known = new Map(values.map((value) => [value.name, columnShape(value)]));
  return closed(columns.map((name) => [name, known.get(name) ?? unknown]));
}

/** The same with further members, or others by the same name. */
export function withMembers(row: Shape, more: Iterable<readonly [string, Shape]>): Shape {
  if (row.kind === 'either') return { ...row, of: row.of.map((one) => withMembers(one, more)) };
  const own = row.kind === 'object' ? row.members : new Map<string, Member>();
  const added = [...more].map(([name, shape]) => [name, { shape }] as const);
  return { kind: 'object', members: new Map([...own, ...added]), open: row.kind !== 'object' || row.open };
}

function fieldShape(field: Field, ids: Shape): Shape {
  switch (field.type) {
    case 'list':
      return { kind: 'list', items: requestShape(field.items, ids) };
    case 'integer':
    case 'decimal':
      return { kind: 'number' };
    case 'boolean':
      return { kind: 'boolean' };
    case 'date':
    case 'instant':
      return { kind: field.type };
    case 'text':
    case 'currency':
    case 'email':
      return { kind: 'text' };
    case 'id':
      return ids;
  }
}

/** A request with these fields. An id is the caller's text, but where `ids` says otherwise. */
export function requestShape(fields: Fields, ids: Shape = { kind: 'text' }): ObjectShape {
  return closed(Object.entries(fields).map(([name, field]) => [name, fieldShape(field, ids)]));
}
