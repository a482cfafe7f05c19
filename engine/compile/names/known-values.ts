/** The types of rows and requests, as far as the contract and the database's descriptions show them, for checking expressions. */
import type { Field, Fields } from '../../base/contract.ts';
import type { OutputColumn } from '../../sources/source.ts';
import { closedObject, type Member, type ObjectType, unknownType, type ValueType } from '../../transform/value-type.ts';

function columnType({ type, literal }: OutputColumn): ValueType {
  if (type === undefined) return unknownType;
  return literal === undefined ? { kind: type } : { kind: type, literal };
}

/** The type of rows with these columns. `values`: what is known of some columns. */
export function rowType(columns: readonly string[], values: readonly OutputColumn[]): ObjectType {
  const valueTypes = new Map(values.map((value) => [value.name, columnType(value)]));
  return closedObject(columns.map((name) => [name, valueTypes.get(name) ?? unknownType]));
}

/** The type with further members, which replace those of the same name. */
export function withMembers(row: ValueType, more: Iterable<readonly [string, ValueType]>): ValueType {
  if (row.kind === 'union') return { ...row, types: row.types.map((one) => withMembers(one, more)) };
  const rowMembers = row.kind === 'object' ? row.members : new Map<string, Member>();
  const added = [...more].map(([name, type]) => [name, { type }] as const);
  return { kind: 'object', members: new Map([...rowMembers, ...added]), open: row.kind !== 'object' || row.open };
}

function fieldType(field: Field, ids: ValueType): ValueType {
  switch (field.type) {
    case 'list':
      return { kind: 'list', items: requestType(field.items, ids) };
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
      return { kind: 'text', isExact: true };
    case 'id':
      return ids;
  }
}

/** The type of a request with these fields. Ids are texts unless `ids` says otherwise. */
export function requestType(fields: Fields, ids: ValueType = { kind: 'text' }): ObjectType {
  return closedObject(Object.entries(fields).map(([name, field]) => [name, fieldType(field, ids)]));
}
