/** The entity sets of a description, as a double has them. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import {
  type Csdl,
  type CsdlProperty,
  type CsdlRelation,
  type DescribedType,
  ODataTypes,
  type ODataVersion,
  odataService,
  parseDescription,
  type RecordType,
  type ServiceDescription,
} from '../../../../engine/tools/index.ts';

export interface EntitySet {
  readonly name: string;
  /** Qualified name of its type. */
  readonly typeName: string;
  readonly record: RecordType;
  readonly properties: readonly CsdlProperty[];
  readonly relations: readonly CsdlRelation[];
  readonly isSingleton: boolean;
}

export interface DescribedService {
  readonly version: ODataVersion;
  /** The text of `$metadata`. */
  readonly metadata: string;
  /** The name of its file, for messages. */
  readonly file: string;
  readonly description: ServiceDescription;
  readonly calls: Csdl['calls'];
  /** The type with a qualified name. */
  readonly typeNamed: (name: string) => DescribedType;
  /** By name. */
  readonly sets: ReadonlyMap<string, EntitySet>;
}

/** Reads `$metadata`. Throws where the file is none. */
export function readService(path: string): DescribedService {
  const metadata = readFileSync(path, 'utf8');
  const file = basename(path);
  const document = parseDescription(metadata);
  if (document.kind !== 'odata') throw new Error(`${path} is no $metadata of OData.`);
  const { csdl } = document;
  const types = new ODataTypes(csdl, undefined);
  const sets = csdl.sets.map(({ name, type, isSingleton }): [string, EntitySet] => {
    const [record, structure] = [types.record(type), csdl.structures.get(type)];
    if (record === undefined || structure === undefined) throw new Error(`${path} does not have the type ${type}.`);
    const chain = types.chain(structure);
    const properties = chain.flatMap((one) => one.properties);
    const relations = chain.flatMap((one) => one.relations);
    return [name, { name, typeName: record.name, record, properties, relations, isSingleton }];
  });
  const description = odataService(file, csdl);
  const { version, calls } = csdl;
  const typeNamed = (name: string): DescribedType => types.named(name);
  return { version, metadata, file, description, calls, typeNamed, sets: new Map(sets) };
}
