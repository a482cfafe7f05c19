/** The types of an OData model: records of entities and complex types, enumerations, and the plain types of `Edm`. */
import { ownMember } from '../base/members.ts';
import type { Csdl, CsdlProperty, CsdlStructure } from './csdl.ts';
import {
  type DescribedMember,
  type DescribedType,
  lazyMember,
  type ODataVersion,
  type RecordType,
  type ScalarKind,
  unknownDescribed,
} from './model.ts';

const numbers = ['Byte', 'SByte', 'Int16', 'Int32', 'Int64', 'Decimal', 'Double', 'Single'];

const scalars: Readonly<Record<string, ScalarKind>> = {
  String: 'text',
  Guid: 'text',
  Binary: 'text',
  Boolean: 'boolean',
  Date: 'date',
  DateTime: 'instant',
  DateTimeOffset: 'instant',
  Time: 'time',
  TimeOfDay: 'time',
  ...Object.fromEntries(numbers.map((name) => [name, 'number' as const])),
};

/** OData 2 writes these as texts in JSON (OData JSON format, version 2, 4), and services of version 3 in one form or the other. */
const textsBefore4 = ['Int64', 'Decimal', 'Double', 'Single'];

function plainType(name: string, version: ODataVersion, maxLength: number | undefined): DescribedType {
  const short = name.replace(/^Edm\./, '');
  const scalar = ownMember(scalars, short);
  if (scalar === undefined) return unknownDescribed;
  const mayBeText = version < 4 && textsBefore4.includes(short);
  return {
    kind: 'scalar',
    scalar,
    name,
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(mayBeText ? { mayBeText } : {}),
  };
}

/** Members that the protocol adds to a record. */
const protocolMembers: Readonly<Record<ODataVersion, readonly string[]>> = {
  2: ['__metadata'],
  3: ['odata.metadata', 'odata.etag', 'odata.id', 'odata.type', 'odata.editLink', '__metadata'],
  4: ['@odata.context', '@odata.etag', '@odata.id', '@odata.type', '@odata.editLink'],
};

/** A member that the protocol has, and no vendor describes. */
export const protocolMember = (type: DescribedType): DescribedMember => ({
  type,
  isRequired: false,
  isReadOnly: true,
  isWriteOnly: false,
  isRelated: false,
  documentation: undefined,
});

export const anyText: DescribedType = { kind: 'scalar', scalar: 'text', name: 'Edm.String' };

/** The members that the protocol adds to each record of an answer. */
export const recordExtras = (version: ODataVersion): readonly (readonly [string, DescribedMember])[] =>
  protocolMembers[version].map((name) => [name, protocolMember(name === '__metadata' ? unknownDescribed : anyText)]);

export class ODataTypes {
  private readonly records = new Map<string, RecordType>();
  private readonly bases: ReadonlySet<string>;

  private readonly csdl: Csdl;

  private readonly own: RegExp | undefined;

  constructor(csdl: Csdl, own: RegExp | undefined) {
    this.csdl = csdl;
    this.own = own;
    this.bases = new Set([...csdl.structures.values()].flatMap(({ base }) => base ?? []));
  }

  /** Qualified names of the records that were made. */
  get made(): ReadonlySet<string> {
    return new Set(this.records.keys());
  }

  /** The type with this qualified name. What the model does not have is unknown. `before`: definitions that lead to it. */
  named(name: string, maxLength?: number, before: readonly string[] = []): DescribedType {
    if (name.startsWith('Edm.')) return plainType(name, this.csdl.version, maxLength);
    const values = this.csdl.enumerations.get(name);
    if (values !== undefined) return { kind: 'scalar', scalar: 'text', name, values };
    const definition = this.csdl.definitions.get(name);
    if (definition !== undefined)
      return before.includes(name) ? unknownDescribed : this.named(definition, maxLength, [...before, name]);
    return this.record(name) ?? unknownDescribed;
  }

  /** The record with this qualified name; undefined if the model has none. */
  record(name: string): RecordType | undefined {
    const made = this.records.get(name);
    const structure = this.csdl.structures.get(name);
    if (made !== undefined || structure === undefined) return made;
    const chain = this.chain(structure);
    const key = chain.flatMap((one) => one.key);
    const members = chain.flatMap((one) => [
      ...one.properties.map((property) => [property.name, this.member(property, key, false)] as const),
      ...one.relations.map((property) => [property.name, this.member(property, key, true)] as const),
    ]);
    const record: RecordType = {
      kind: 'record',
      name: structure.name,
      members: new Map(members),
      isOpen: chain.some(({ isOpen }) => isOpen) || this.bases.has(name),
      own: this.own,
      key,
    };
    this.records.set(name, record);
    return record;
  }

  /** The structure after the structures that it is based on. `derived`: those that are based on it. */
  chain(structure: CsdlStructure, derived: readonly CsdlStructure[] = []): readonly CsdlStructure[] {
    const base = structure.base === undefined ? undefined : this.csdl.structures.get(structure.base);
    const chain = [structure, ...derived];
    return base === undefined || chain.includes(base) ? chain : this.chain(base, chain);
  }

  private member(property: CsdlProperty, key: readonly string[], isRelated: boolean): DescribedMember {
    const { name, type, isCollection, isNullable, maxLength, isComputed, values, documentation } = property;
    const isRequired = !isNullable && !isCollection && !isRelated && !isComputed && !key.includes(name);
    const facts = { isRequired, isReadOnly: isComputed, isWriteOnly: false, isRelated, documentation };
    return lazyMember(facts, () => {
      const named = this.named(type, maxLength);
      const one = values === undefined || named.kind !== 'scalar' ? named : { ...named, values };
      return isCollection ? { kind: 'list', items: one } : one;
    });
  }
}
