/** The tables of an OData service: its entity sets with their properties. They contain no rows. */
import {
  type Csdl,
  type DescribedType,
  DescriptionFault,
  ODataTypes,
  plainValue,
  type RecordType,
  type ScalarType,
} from '../../../../engine/tools/index.ts';
import { withNamedKeys } from '../introspect/inferred-keys.ts';
import type { Column, ForeignKey, Kind, Member, Table } from '../model/database.ts';

const kinds: Readonly<Record<ScalarType['scalar'], Kind>> = {
  text: 'text',
  boolean: 'boolean',
  number: 'number',
  date: 'date',
  instant: 'datetime',
  time: 'other',
  // OData 2 and 3 write decimals as texts.
  any: 'number',
};

const isNoText = (name: string): boolean => ['Edm.Guid', 'Edm.Binary'].includes(name);

/** The values of an enumeration, without those that stand for no value. */
const optionsOf = ({ values = [] }: ScalarType): readonly string[] =>
  values.map((value) => plainValue(value).trim()).filter((value) => value !== '');

/** The properties with plain values. A record or a list is never a value of a field. */
const columnsOf = ({ members, key }: RecordType): readonly Column[] =>
  [...members].flatMap(([name, { type, isRequired }]): readonly Column[] => {
    if (type.kind !== 'scalar') return [];
    const options = optionsOf(type);
    return [
      {
        name,
        type: type.name,
        kind: isNoText(type.name) ? 'other' : kinds[type.scalar],
        required: isRequired || key.includes(name),
        values: [],
        ...(options.length === 0 ? {} : { options }),
      },
    ];
  });

/** The records that `$expand` adds. */
const membersOf = ({ members }: RecordType): readonly Member[] =>
  [...members].flatMap(([name, { type, isRelated }]): readonly Member[] => {
    const isList = type.kind === 'list';
    const target: DescribedType = isList ? type.items : type;
    if (!isRelated || target.kind !== 'record') return [];
    return [{ name, isList, columns: columnsOf(target), form: target.name }];
  });

/** The keys to other entity sets that navigation properties declare. `sets`: the sets of a type. */
function keysOf(
  record: RecordType,
  csdl: Csdl,
  types: ODataTypes,
  sets: ReadonlyMap<RecordType | undefined, readonly string[]>,
): readonly ForeignKey[] {
  const structure = csdl.structures.get(record.name);
  const relations = structure === undefined ? [] : types.chain(structure).flatMap((one) => one.relations);
  return relations.flatMap(({ type, isCollection, references: [reference, ...more] }): readonly ForeignKey[] => {
    const target = types.record(type);
    const [table, ...others] = sets.get(target) ?? [];
    const isKey = !isCollection && target !== record && reference !== undefined && more.length === 0;
    // The record itself with details in another set has no reference to it.
    if (!isKey || table === undefined || others.length > 0 || record.key.includes(reference.property)) return [];
    return [{ columns: [reference.property], table, references: [reference.referenced], declared: true }];
  });
}

/** The entity sets of the model. Throws `DescriptionFault` if it has none. */
export function tablesOf(csdl: Csdl): readonly Table[] {
  const types = new ODataTypes(csdl, undefined);
  const named = csdl.sets.flatMap(({ name, type, isSingleton }) => {
    const record = isSingleton ? undefined : types.record(type);
    return record === undefined ? [] : [{ name, record }];
  });
  if (named.length === 0) throw new DescriptionFault('it is no $metadata of OData: it has no entity sets');
  const sets = Map.groupBy(named, ({ record }) => record);
  const names = new Map([...sets].map(([record, all]) => [record, all.map(({ name }) => name)]));
  return withNamedKeys(
    named.map(({ name, record }) => ({
      name,
      columns: columnsOf(record),
      primaryKey: record.key,
      uniques: [],
      foreignKeys: keysOf(record, csdl, types, names),
      rows: undefined,
      sample: [],
      described: { members: membersOf(record), form: record.name },
    })),
  );
}
