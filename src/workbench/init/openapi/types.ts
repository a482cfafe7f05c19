/** The properties of the records of an OpenAPI document: plain values, and records inside of records. */
import type { DescribedMember, DescribedType, RecordType, ScalarType } from '../../../../engine/tools/index.ts';
import type { Column, Kind, Member } from '../model/database.ts';

/** The record that a type is, or that its items are. */
export function recordOf(type: DescribedType): RecordType | undefined {
  const one = type.kind === 'list' ? type.items : type;
  return one.kind === 'record' ? one : undefined;
}

/** The name that the document gives to a record. */
export const formOf = ({ name }: RecordType): string | undefined => (name === '' ? undefined : name);

/** A day or an instant may be a text whose description names its form. */
function kindOf({ scalar, name }: ScalarType, { documentation = '' }: DescribedMember): Kind {
  switch (scalar) {
    case 'date':
    case 'number':
    case 'boolean':
      return scalar;
    case 'instant':
      return 'datetime';
    case 'text':
    case 'time':
    case 'any':
      if (name.endsWith('(uuid)')) return 'other';
      if (/\bYYYY-MM-DD\b(?![ T]*hh)/i.test(documentation)) return 'date';
      return /\b(timestamp|ISO[- ]?8601|date and time|modified date)\b/i.test(documentation) ? 'datetime' : 'text';
  }
}

/** The properties with plain values. A record or a list is never a value of a field. */
export const columnsOf = ({ members }: RecordType): readonly Column[] =>
  [...members].flatMap(([name, member]): readonly Column[] => {
    const { type, isRequired } = member;
    if (type.kind !== 'scalar') return [];
    const options = type.scalar === 'text' ? (type.values ?? []) : [];
    return [
      {
        name,
        type: type.name,
        kind: kindOf(type, member),
        required: isRequired,
        values: [],
        ...(options.length === 0 ? {} : { options }),
      },
    ];
  });

/** The properties that are records or lists of records. */
export const membersOf = ({ members }: RecordType): readonly Member[] =>
  [...members].flatMap(([name, { type }]): readonly Member[] => {
    const record = recordOf(type);
    const columns = record === undefined ? [] : columnsOf(record);
    if (record === undefined || columns.length === 0) return [];
    return [{ name, isList: type.kind === 'list', columns, form: formOf(record) }];
  });
