/** Reads `$metadata` in JSON (OASIS OData 4.01, CSDL JSON). */
import { isMap, type Members } from '../base/members.ts';
import type { Csdl, CsdlCall, CsdlParameter, CsdlProperty, CsdlRelation, CsdlSet, CsdlStructure } from './csdl.ts';
import { type Namespaces, withoutAlias, withoutAliases } from './csdl-aliases.ts';
import { DescriptionFault } from './model.ts';

/** A member of a schema with its qualified names. */
interface Entry {
  readonly names: readonly string[];
  readonly name: string;
  readonly node: Members;
}

const text = (node: Members, key: string): string | undefined => {
  const value = node[key];
  return typeof value === 'string' ? value : undefined;
};

const maps = (node: Members): readonly (readonly [string, Members])[] =>
  Object.entries(node).flatMap(([name, value]) => (isMap(value) && !/[$@]/.test(name) ? [[name, value] as const] : []));

/** The schemas of a document: a namespace is a member whose name has no `$`, and its value is a map. */
const schemasOf = (document: Members): readonly (readonly [space: string, schema: Members])[] =>
  Object.entries(document).flatMap(([space, schema]) =>
    !/^[$@]/.test(space) && isMap(schema) ? [[space, schema] as const] : [],
  );

function namespacesOf(document: Members): Namespaces {
  return new Map(
    schemasOf(document).flatMap(([space, schema]): readonly (readonly [string, string])[] => {
      const alias = text(schema, '$Alias');
      return alias === undefined ? [] : [[alias, space]];
    }),
  );
}

/** The annotations outside of the elements that they are about, by these elements. */
function annotationsOf(document: Members, namespaces: Namespaces): ReadonlyMap<string, Members> {
  const outside = new Map<string, Members>();
  for (const [, schema] of schemasOf(document))
    for (const [name, annotations] of Object.entries(isMap(schema.$Annotations) ? schema.$Annotations : {})) {
      const target = withoutAlias(name, namespaces);
      if (isMap(annotations)) outside.set(target, { ...outside.get(target), ...annotations });
    }
  return outside;
}

/** The elements of all schemas, with their annotations inside of them. */
function entriesOf(
  document: Members,
  outside: ReadonlyMap<string, Members>,
): readonly (readonly [string, unknown, readonly string[]])[] {
  return schemasOf(document).flatMap(([space, schema]) => {
    const alias = text(schema, '$Alias');
    const spaces = [space, ...(alias === undefined ? [] : [alias])];
    return Object.entries(schema).flatMap(([name, value]) => {
      if (/[$@]/.test(name)) return [];
      const names = spaces.map((one) => `${one}.${name}`);
      return [[name, isMap(value) ? withAnnotations(value, `${space}.${name}`, outside) : value, names] as const];
    });
  });
}

function withAnnotations(node: Members, target: string, outside: ReadonlyMap<string, Members>): Members {
  const members = Object.entries(node).map(([name, value]) => [
    name,
    isMap(value) ? { ...value, ...outside.get(`${target}/${name}`) } : value,
  ]);
  return Object.fromEntries(members);
}

/** The value of an annotation. Its vocabulary may have any alias. */
function annotation(node: Members, term: string): unknown {
  const key = Object.keys(node).find((name) => /^@[^@#]*\.(\w+)(?:#\w+)?$/.exec(name)?.[1] === term);
  return key === undefined ? undefined : node[key];
}

const typeOf = (node: Members): string => text(node, '$Type') ?? 'Edm.String';

function propertyOf(name: string, node: Members): CsdlProperty {
  const maxLength = node.$MaxLength;
  const documentation = annotation(node, 'Description');
  return {
    name,
    type: typeOf(node),
    isCollection: node.$Collection === true,
    isNullable: node.$Nullable === true || node.$DefaultValue !== undefined,
    maxLength: typeof maxLength === 'number' ? maxLength : undefined,
    isComputed: annotation(node, 'Computed') === true || annotation(node, 'Permissions') === 'Read',
    values: allowedValues(node),
    documentation: typeof documentation === 'string' ? documentation : undefined,
  };
}

function relationOf(name: string, node: Members): CsdlRelation {
  const constraint = isMap(node.$ReferentialConstraint) ? node.$ReferentialConstraint : {};
  const references = Object.entries(constraint).flatMap(([property, referenced]) =>
    typeof referenced === 'string' && !property.includes('@') ? [{ property, referenced }] : [],
  );
  return { ...propertyOf(name, node), references, partner: text(node, '$Partner') };
}

/** The values that `AllowedValues` of the validation vocabulary lists. */
function allowedValues(node: Members): readonly string[] | undefined {
  const written = annotation(node, 'AllowedValues');
  const values = (Array.isArray(written) ? written : []).filter(isMap).map((one) => String(one.Value ?? ''));
  return values.length === 0 ? undefined : values;
}

function structureOf({ names, node }: Entry): CsdlStructure {
  const isRelation = (member: Members): boolean => member.$Kind === 'NavigationProperty';
  const members = maps(node);
  const key: readonly unknown[] = Array.isArray(node.$Key) ? node.$Key : [];
  return {
    name: names[0] ?? '',
    base: text(node, '$BaseType'),
    isOpen: node.$OpenType === true,
    key: key.filter((one) => typeof one === 'string'),
    properties: members.flatMap(([name, member]) => (isRelation(member) ? [] : [propertyOf(name, member)])),
    relations: members.flatMap(([name, member]) => (isRelation(member) ? [relationOf(name, member)] : [])),
  };
}

const parameterOf = (node: Members): CsdlParameter => ({
  name: text(node, '$Name') ?? '',
  type: typeOf(node),
  isCollection: node.$Collection === true,
  isNullable: node.$Nullable === true,
});

function callsOf(names: readonly string[], overloads: readonly unknown[], container: Members): readonly CsdlCall[] {
  return overloads.filter(isMap).flatMap((node): readonly CsdlCall[] => {
    const parameters = (Array.isArray(node.$Parameter) ? node.$Parameter : []).filter(isMap).map(parameterOf);
    const isAction = node.$Kind === 'Action';
    const result = isMap(node.$ReturnType) ? node.$ReturnType : undefined;
    const call = {
      isAction,
      result: result && { type: typeOf(result), isCollection: result.$Collection === true },
    };
    if (node.$IsBound === true)
      return names.map((name) => ({ ...call, name, boundTo: parameters[0], parameters: parameters.slice(1) }));
    return maps(container)
      .filter(([, one]) => names.includes(text(one, isAction ? '$Action' : '$Function') ?? ''))
      .map(([name]) => ({ ...call, name, boundTo: undefined, parameters }));
  });
}

function setsOf(container: Members): readonly CsdlSet[] {
  return maps(container).flatMap(([name, node]) => {
    const type = text(node, '$Type');
    if (type === undefined || node.$Function !== undefined || node.$Action !== undefined) return [];
    const can = (term: string, property: string): boolean => {
      const record = annotation(node, term);
      return !(isMap(record) && record[property] === false);
    };
    return {
      name,
      type,
      isSingleton: node.$Collection !== true,
      canInsert: can('InsertRestrictions', 'Insertable'),
      canUpdate: can('UpdateRestrictions', 'Updatable'),
      canDelete: can('DeleteRestrictions', 'Deletable'),
    };
  });
}

/** Reads a document. Throws `DescriptionFault`. */
export function readCsdlJson(written: Members): Csdl {
  const namespaces = namespacesOf(written);
  const document = withoutAliases(written, namespaces);
  const all = entriesOf(document, annotationsOf(written, namespaces));
  const entries = all.flatMap(([name, node, names]): readonly Entry[] => (isMap(node) ? [{ name, node, names }] : []));
  const ofKind = (...kinds: readonly string[]): readonly Entry[] =>
    entries.filter(({ node }) => kinds.includes(text(node, '$Kind') ?? ''));
  const named = <T>(kind: string, make: (entry: Entry) => T): ReadonlyMap<string, T> =>
    new Map(ofKind(kind).flatMap((entry) => entry.names.map((name): [string, T] => [name, make(entry)])));
  const container = entries.find(({ names }) => names.includes(text(document, '$EntityContainer') ?? ''))?.node;
  if (container === undefined) throw new DescriptionFault('it is no $metadata of OData: it has no entity container');
  return {
    version: 4,
    structures: new Map([...named('EntityType', structureOf), ...named('ComplexType', structureOf)]),
    enumerations: named('EnumType', ({ node }) => Object.keys(node).filter((name) => !/[$@]/.test(name))),
    definitions: named('TypeDefinition', ({ node }) => text(node, '$UnderlyingType') ?? 'Edm.String'),
    sets: setsOf(container),
    calls: all.flatMap(([, node, names]) => (Array.isArray(node) ? callsOf(names, node, container) : [])),
  };
}
