/** Reads `$metadata` in JSON (OASIS OData 4.01, CSDL JSON). */
import { isMap, type Members } from '../base/members.ts';
import type { Csdl, CsdlCall, CsdlParameter, CsdlProperty, CsdlRelation, CsdlSet, CsdlStructure } from './csdl.ts';
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
function entriesOf(document: Members): readonly (readonly [string, unknown, readonly string[]])[] {
  return Object.entries(document).flatMap(([space, schema]) => {
    if (space.startsWith('$') || space.startsWith('@') || !isMap(schema)) return [];
    const spaces = [space, ...(text(schema, '$Alias') === undefined ? [] : [text(schema, '$Alias') ?? ''])];
    return Object.entries(schema).flatMap(([name, value]) =>
      /[$@]/.test(name) ? [] : [[name, value, spaces.map((one) => `${one}.${name}`)] as const],
    );
  });
}

const typeOf = (node: Members): string => text(node, '$Type') ?? 'Edm.String';

function propertyOf(name: string, node: Members): CsdlProperty {
  const maxLength = node.$MaxLength;
  const permissions = text(node, '@Org.OData.Core.V1.Permissions') ?? text(node, '@Core.Permissions');
  return {
    name,
    type: typeOf(node),
    isCollection: node.$Collection === true,
    isNullable: node.$Nullable === true || node.$DefaultValue !== undefined,
    maxLength: typeof maxLength === 'number' ? maxLength : undefined,
    isComputed:
      node['@Org.OData.Core.V1.Computed'] === true || node['@Core.Computed'] === true || permissions === 'Read',
    values: allowedValues(node),
    documentation: text(node, '@Org.OData.Core.V1.Description') ?? text(node, '@Core.Description'),
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
  const written = node['@Org.OData.Validation.V1.AllowedValues'] ?? node['@Validation.AllowedValues'];
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
      const record = node[`@Org.OData.Capabilities.V1.${term}`] ?? node[`@Capabilities.${term}`];
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
export function readCsdlJson(document: Members): Csdl {
  const all = entriesOf(document);
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
