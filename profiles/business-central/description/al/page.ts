/** What API pages and published pages have in common: the properties and restrictions of a page. */
import type { Checkout } from './checkout.ts';
import type { EntitySet, Property, Restriction } from './csdl.ts';
import { descendants, type Element, isFalse, property, split } from './object.ts';
import { type AlType, fieldType, shownField, sourceType, tableField } from './types.ts';

/** How a kind of service writes names and types. */
export interface Notation {
  readonly nameOf: (control: string) => string;
  readonly typeOf: (type: AlType) => Pick<Property, 'type' | 'maxLength' | 'values'>;
}

/** A property, and the field of the table that it shows. */
export interface Shown {
  readonly property: Property;
  readonly field: string | undefined;
}

const auditFields = ['SystemCreatedAt', 'SystemCreatedBy', 'SystemModifiedAt', 'SystemModifiedBy'];

/** The controls of a page and of its extensions as properties. A control
 * is read-only if it shows what a procedure returns, or if its field in the table is, unless it says otherwise. */
export function shownProperties(checkout: Checkout, objects: readonly Element[], notation: Notation): readonly Shown[] {
  const [page] = objects;
  if (page === undefined) return [];
  const controls = objects.flatMap((object) => descendants(object, 'layout').flatMap((layout) => fieldsOf(layout)));
  return controls.map((control) => {
    const source = control.args[1] ?? [];
    const shown = shownField(checkout, page, source);
    const inherits = !control.properties.has('editable') && shown?.element !== undefined;
    const isComputed =
      source.some(({ text }) => text === '(') ||
      isFalse(control, 'editable') ||
      (inherits && isFalse(shown.element, 'editable')) ||
      (shown !== undefined && auditFields.includes(shown.name));
    const name = notation.nameOf(control.args[0]?.[0]?.text ?? '');
    const type = notation.typeOf(sourceType(checkout, page, source));
    return { property: { name, ...type, isComputed }, field: shown?.name };
  });
}

/** The controls with data; fact boxes have pages of their own. */
const fieldsOf = (layout: Element): readonly Element[] =>
  layout.elements
    .filter(({ keyword, args }) => !(keyword === 'area' && args[0]?.[0]?.text.toLowerCase() === 'factboxes'))
    .flatMap((area) => descendants(area, 'field'));

/** The fields of the primary key of the page's table. */
export function primaryKey(checkout: Checkout, page: Element): readonly string[] {
  const [table] = checkout.object('table', property(page, 'sourcetable') ?? '');
  const [key] = table === undefined ? [] : descendants(table, 'key');
  return split(key?.args[1] ?? [], ',').map(([field]) => field?.text ?? '');
}

/** A field of the page's table that no control shows. */
export function hiddenProperty(checkout: Checkout, page: Element, name: string, notation: Notation): Property {
  const field = tableField(checkout, property(page, 'sourcetable') ?? '', name);
  if (field === undefined) throw new Error(`unknown field: ${name}`);
  return { name: notation.nameOf(field.name), ...notation.typeOf(fieldType(field)), isComputed: false };
}

const allowed: readonly (readonly [property: string, restriction: Restriction])[] = [
  ['insertallowed', 'insert'],
  ['modifyallowed', 'update'],
  ['deleteallowed', 'delete'],
];

/** The set of a page, with what the page forbids. */
export const entitySet = (page: Element, name: string, type: string): EntitySet => ({
  name,
  type,
  restrictions: allowed.flatMap(([key, restriction]) => (isFalse(page, key) ? [restriction] : [])),
});
