/** Writes a description as CSDL: the XML of an OData 4 `$metadata`. */

export interface AllowedValue {
  readonly value: string;
  /** The same for values that are spellings of one. */
  readonly symbolicName?: string;
}

export interface Property {
  readonly name: string;
  readonly type: string;
  readonly maxLength?: number;
  /** The service sets it: what a request sends is refused or ignored. */
  readonly isComputed: boolean;
  /** The values of a text that can have no others. */
  readonly values?: readonly AllowedValue[];
}

export interface Navigation {
  readonly name: string;
  readonly type: string;
  readonly isMany: boolean;
}

export interface EntityType {
  readonly name: string;
  /** Names of properties, in the order of the key. */
  readonly keys: readonly string[];
  readonly properties: readonly Property[];
  readonly navigations: readonly Navigation[];
}

/** What cannot be done with the entities of a set. */
export type Restriction = 'insert' | 'update' | 'delete';

export interface EntitySet {
  readonly name: string;
  readonly type: string;
  readonly restrictions: readonly Restriction[];
}

export interface Action {
  readonly name: string;
  readonly boundTo: string;
}

export interface Description {
  readonly namespace: string;
  readonly enums: ReadonlyMap<string, readonly (readonly [number: number, name: string])[]>;
  readonly types: readonly EntityType[];
  readonly sets: readonly EntitySet[];
  readonly actions: readonly Action[];
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const quoted = (text: string): string => `"${text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '')}"`;
const attributes = (values: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}=${quoted(String(value))}`]))
    .join('');

const vocabularies = ['Org.OData.Core.V1', 'Org.OData.Capabilities.V1', 'Org.OData.Validation.V1'];
const reference = (name: string): string =>
  `<edmx:Reference Uri="https://oasis-tcs.github.io/odata-vocabularies/vocabularies/${name}.xml"><edmx:Include Namespace="${name}"/></edmx:Reference>`;

/** An element in one line, or in one with its children in lines below. */
function element(name: string, values: Parameters<typeof attributes>[0], children: readonly string[] = []): string {
  const start = `<${name}${attributes(values)}`;
  if (children.length === 0) return `${start}/>`;
  return [`${start}>`, ...children.map((child) => child.replaceAll(/^/gm, '  ')), `</${name}>`].join('\n');
}

const inLine = (xml: string): string => xml.replaceAll(/\n */g, '');

function property({ name, type, maxLength, isComputed, values }: Property, isKey: boolean): string {
  const annotations = [
    ...(isComputed ? [element('Annotation', { Term: 'Org.OData.Core.V1.Computed', Bool: 'true' })] : []),
    ...(values === undefined ? [] : [allowed(values)]),
  ];
  const facets = { MaxLength: maxLength, Nullable: isKey ? 'false' : undefined };
  const scale = type === 'Edm.Decimal' ? 'variable' : undefined;
  return inLine(element('Property', { Name: name, Type: type, ...facets, Scale: scale }, annotations));
}

const allowed = (values: readonly AllowedValue[]): string =>
  element('Annotation', { Term: 'Org.OData.Validation.V1.AllowedValues' }, [
    element(
      'Collection',
      {},
      values.map(({ value, symbolicName }) =>
        element('Record', {}, [
          element('PropertyValue', { Property: 'Value', String: value }),
          ...(symbolicName === undefined
            ? []
            : [element('Annotation', { Term: 'Org.OData.Core.V1.SymbolicName', String: symbolicName })]),
        ]),
      ),
    ),
  ]);

const restrictions: Readonly<Record<Restriction, readonly [term: string, property: string]>> = {
  insert: ['InsertRestrictions', 'Insertable'],
  update: ['UpdateRestrictions', 'Updatable'],
  delete: ['DeleteRestrictions', 'Deletable'],
};

function restriction(kind: Restriction): string {
  const [term, property] = restrictions[kind];
  const value = element('PropertyValue', { Property: property, Bool: 'false' });
  return inLine(element('Annotation', { Term: `Org.OData.Capabilities.V1.${term}` }, [element('Record', {}, [value])]));
}

function entityType(type: EntityType, namespace: string): string {
  const keys = type.keys.map((name) => element('PropertyRef', { Name: name }));
  const navigations = type.navigations.map(({ name, type: target, isMany }) => {
    const one = `${namespace}.${target}`;
    return element('NavigationProperty', {
      Name: name,
      Type: isMany ? `Collection(${one})` : one,
      ContainsTarget: 'true',
    });
  });
  return element('EntityType', { Name: type.name }, [
    inLine(element('Key', {}, keys)),
    ...type.properties.map((each) => property(each, type.keys.includes(each.name))),
    ...navigations,
  ]);
}

function action({ name, boundTo }: Action, namespace: string): string {
  const bound = element('Parameter', { Name: 'bindingParameter', Type: `${namespace}.${boundTo}` });
  return inLine(element('Action', { Name: name, IsBound: 'true' }, [bound]));
}

/** The document, with a comment at its head. */
export function writeDescription(description: Description, comment: string): string {
  const { namespace, enums, types, sets, actions } = description;
  const schema = element('Schema', { Namespace: namespace, xmlns: 'http://docs.oasis-open.org/odata/ns/edm' }, [
    ...types.map((type) => entityType(type, namespace)),
    ...[...enums].map(([name, values]) =>
      element(
        'EnumType',
        { Name: name },
        values.map(([number, member]) => element('Member', { Name: member, Value: number })),
      ),
    ),
    ...actions.map((each) => action(each, namespace)),
    element(
      'EntityContainer',
      { Name: 'NAV' },
      sets.map((set) =>
        element(
          'EntitySet',
          { Name: set.name, EntityType: `${namespace}.${set.type}` },
          set.restrictions.map(restriction),
        ),
      ),
    ),
  ]);
  const edmx = element('edmx:Edmx', { Version: '4.0', 'xmlns:edmx': 'http://docs.oasis-open.org/odata/ns/edmx' }, [
    ...vocabularies.map(reference),
    element('edmx:DataServices', {}, [schema]),
  ]);
  return `<?xml version="1.0" encoding="utf-8"?>\n<!--\n${comment}\n-->\n${edmx}\n`;
}
