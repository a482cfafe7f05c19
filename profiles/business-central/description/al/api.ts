/** Describes sets of API v2.0. */
import type { Checkout } from './checkout.ts';
import type { Action, Description, EntitySet, EntityType, Navigation, Property } from './csdl.ts';
import { camelCase, encoded } from './names.ts';
import { descendants, type Element, property, split } from './object.ts';
import { entitySet, type Notation, shownProperties } from './page.ts';
import { type AlType, enumValues } from './types.ts';

const namespace = 'Microsoft.NAV';

/** The set of companies. It is part of the platform: the AL source does not have it. */
const companyProperties: readonly Property[] = [
  { name: 'id', type: 'Edm.Guid', isComputed: true },
  { name: 'systemVersion', type: 'Edm.String', isComputed: true },
  { name: 'timestamp', type: 'Edm.Int64', isComputed: true },
  { name: 'name', type: 'Edm.String', isComputed: true },
  { name: 'displayName', type: 'Edm.String', isComputed: true },
  { name: 'businessProfileId', type: 'Edm.String', isComputed: true },
  { name: 'systemCreatedAt', type: 'Edm.DateTimeOffset', isComputed: true },
  { name: 'systemCreatedBy', type: 'Edm.Guid', isComputed: true },
  { name: 'systemModifiedAt', type: 'Edm.DateTimeOffset', isComputed: true },
  { name: 'systemModifiedBy', type: 'Edm.Guid', isComputed: true },
];

const entityName = (page: Element): string => property(page, 'entityname') ?? '';
const setName = (page: Element): string => property(page, 'entitysetname') ?? '';

/** Types of values. Options are texts; enums have types of their own, whose names are collected. */
function notationOf(enums: Set<string>): Notation {
  const typeOf = (type: AlType): ReturnType<Notation['typeOf']> => {
    switch (type.kind) {
      case 'text':
        return { type: 'Edm.String', ...(type.length === undefined ? {} : { maxLength: type.length }) };
      case 'plain':
        return { type: type.edm };
      case 'option':
        return { type: 'Edm.String', values: type.members.map(({ name }) => ({ value: encoded(name) })) };
      case 'enum':
        enums.add(type.name);
        return { type: `${namespace}.${camelCase(type.name)}` };
      case 'object':
        throw new Error(`a control cannot show ${type.name}`);
    }
  };
  return { nameOf: (control) => control, typeOf };
}

interface Part {
  readonly navigation: Navigation;
  readonly page: Element;
}

function partsOf(checkout: Checkout, page: Element): readonly Part[] {
  return descendants(page, 'part').flatMap((part): readonly Part[] => {
    const [target] = checkout.object('page', part.args[1]?.[0]?.text ?? '');
    if (target === undefined) return [];
    const isMany = property(part, 'multiplicity') !== 'ZeroOrOne';
    const name = property(part, isMany ? 'entitysetname' : 'entityname') ?? '';
    return [{ navigation: { name, type: entityName(target), isMany }, page: target }];
  });
}

/** The pages of the sets and those of their parts. */
function withParts(checkout: Checkout, pages: readonly Element[]): ReadonlySet<Element> {
  const all = new Set(pages);
  for (const page of all) for (const part of partsOf(checkout, page)) all.add(part.page);
  return all;
}

const isService = (attributes: readonly string[]): boolean =>
  attributes.some((attribute) => attribute.toLowerCase() === 'serviceenabled');

/** The procedures that requests can call. Each has the context of the call as its first parameter. */
function actionsOf(page: Element): readonly Action[] {
  return page.procedures
    .filter(({ attributes }) => isService(attributes))
    .map(({ name, parameters }) => {
      if (split(parameters, ';').length > 1) throw new Error(`the parameters of ${name} are not described`);
      return { name: camelCase(name), boundTo: entityName(page) };
    });
}

function entityType(checkout: Checkout, page: Element, notation: Notation): EntityType {
  const keys = split(page.properties.get('odatakeyfields') ?? [], ',').map(([field]) => field?.text ?? '');
  const shown = shownProperties(checkout, [page], notation);
  const key = keys.flatMap((name) => shown.find(({ field }) => field?.toLowerCase() === name.toLowerCase()) ?? []);
  if (key.length !== keys.length) throw new Error(`${entityName(page)} does not show its key ${keys.join(', ')}`);
  return {
    name: entityName(page),
    keys: key.map((each) => each.property.name),
    properties: shown.map((each) => each.property),
    navigations: partsOf(checkout, page).map(({ navigation }) => navigation),
  };
}

/** Describes the sets of these names, the sets of their parts, and the set of companies, which contain all others. */
export function describeApi(checkout: Checkout, names: readonly string[]): Description {
  const pages = checkout.apiPages().filter((page) => !page.properties.has('apigroup'));
  const named = names.map((name) => {
    const found = pages.filter((page) => setName(page) === name);
    if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} pages have the set ${name}`);
    return found[0];
  });
  const described = [...withParts(checkout, named)];
  const enums = new Set<string>();
  const notation = notationOf(enums);
  const types = described.map((page) => entityType(checkout, page, notation));
  const sets = described.map((page) => entitySet(page, setName(page), entityName(page)));
  const company: EntityType = {
    name: 'company',
    keys: ['id'],
    properties: companyProperties,
    navigations: sets.map(({ name, type }) => ({ name, type, isMany: true })),
  };
  const companies: EntitySet = { name: 'companies', type: 'company', restrictions: ['insert', 'update', 'delete'] };
  return {
    namespace,
    enums: new Map(
      [...enums]
        .toSorted()
        .map((name) => [
          camelCase(name),
          enumValues(checkout, name).map((value) => [value.number, encoded(value.name)] as const),
        ]),
    ),
    types: [company, ...types],
    sets: [companies, ...sets],
    actions: described.flatMap((page) => actionsOf(page)),
  };
}
