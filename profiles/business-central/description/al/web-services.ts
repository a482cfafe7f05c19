/** Describes pages that are published as web services, under `/ODataV4`. */
import type { Checkout } from './checkout.ts';
import type { AllowedValue, Description, EntityType } from './csdl.ts';
import { encoded, externalName } from './names.ts';
import { type Element, property } from './object.ts';
import { entitySet, hiddenProperty, type Notation, primaryKey, shownProperties } from './page.ts';
import { type AlType, enumValues, type Member, tableField } from './types.ts';

/**
 * The values of an option or enum. An answer has the caption, or with `$schemaversion` 2.0 or later the name as an identifier. Where
 * they differ, both are listed under that identifier.
 */
const spellings = (members: readonly Member[]): readonly AllowedValue[] =>
  members.flatMap(({ name, caption }): readonly AllowedValue[] => {
    const symbolicName = encoded(name);
    if (caption === symbolicName) return [{ value: caption }];
    return [caption, symbolicName].map((value) => ({ value, symbolicName }));
  });

function notationOf(checkout: Checkout): Notation {
  const typeOf = (type: AlType): ReturnType<Notation['typeOf']> => {
    switch (type.kind) {
      case 'text':
        return { type: 'Edm.String', ...(type.length === undefined ? {} : { maxLength: type.length }) };
      case 'plain':
        return { type: type.edm };
      case 'option':
        return { type: 'Edm.String', values: spellings(type.members) };
      case 'enum':
        return { type: 'Edm.String', values: spellings(enumValues(checkout, type.name)) };
      case 'object':
        throw new Error(`a control cannot show ${type.name}`);
    }
  };
  return { nameOf: externalName, typeOf };
}

/** The filters that the formulas of shown fields use: they are properties, too. */
function flowFilters(checkout: Checkout, page: Element, shown: readonly string[]): readonly string[] {
  const table = property(page, 'sourcetable') ?? '';
  const used = shown.flatMap((name) => {
    const formula = tableField(checkout, table, name)?.element?.properties.get('calcformula') ?? [];
    return formula.flatMap((token, index) => {
      const before = formula[index - 2]?.text.toLowerCase();
      return formula[index - 1]?.text === '(' && (before === 'field' || before === 'upperlimit') ? [token.text] : [];
    });
  });
  return [...new Set(used)].filter((name) => {
    const element = tableField(checkout, table, name)?.element;
    return element !== undefined && property(element, 'fieldclass')?.toLowerCase() === 'flowfilter';
  });
}

/** Describes pages under the names of their services. Fields of the primary key are properties even if no control shows them. */
export function describeWebServices(checkout: Checkout, services: Readonly<Record<string, string>>): Description {
  const notation = notationOf(checkout);
  const pages = Object.entries(services).map(([service, name]) => {
    const objects = checkout.object('page', name);
    const [page] = objects;
    if (page === undefined) throw new Error(`no page ${name}`);
    const keys = primaryKey(checkout, page);
    const shown = shownProperties(checkout, objects, notation);
    const fields = shown.flatMap(({ field }) => field ?? []);
    const filters = flowFilters(checkout, page, fields).filter((name) => !fields.includes(name));
    const type: EntityType = {
      name: service,
      keys: keys.map((key) => shown.find(({ field }) => field === key)?.property.name ?? externalName(key)),
      properties: [
        ...keys.filter((key) => !fields.includes(key)).map((key) => hiddenProperty(checkout, page, key, notation)),
        ...shown.map((each) => each.property),
        ...filters.map((name) => ({ name: externalName(name), type: 'Edm.String', isComputed: true })),
      ],
      navigations: [],
    };
    return { type, set: entitySet(page, service, service) };
  });
  return {
    namespace: 'NAV',
    enums: new Map(),
    types: pages.map(({ type }) => type),
    sets: pages.map(({ set }) => set),
    actions: [],
  };
}
