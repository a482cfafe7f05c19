/** Builds the fields of an endpoint from the properties of the records that a service lists. */
import { fallbackKind } from '../../../../engine/host/index.ts';
import type { ColumnRole } from '../match/column-criteria.ts';
import { candidates } from '../match/field.ts';
import type { Entity, TableMatch } from '../match/tables.ts';
import type { Column } from '../model/database.ts';
import { addMatch, type Draft, draftOf } from '../propose/draft.ts';
import { placesInside } from './members.ts';

/** The found entity sets. */
export type FoundSets = ReadonlyMap<Entity, TableMatch>;

/** A property name in an expression. */
export const property = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `\`${name}\``);

/** A request value as a template expression, in the literal form of the property type. */
export const requestValue = (expression: string, column: Column | undefined): string =>
  column?.type === 'Edm.Guid' ? `{{ $guid(${expression}) }}` : `{{ ${expression} }}`;

export interface Sheet {
  readonly draft: Draft;
  readonly fields: Map<string, string>;
}

/** Starts the fields of an endpoint. `id`: the field of the key of a record; a question if the key is not one property. */
export function sheet(foundSet: TableMatch, id: string): Sheet {
  const draft = draftOf(fallbackKind.dialect, foundSet, '', id);
  const fields = new Map<string, string>();
  const [key, ...more] = draft.table.primaryKey;
  if (key === undefined || more.length > 0)
    draft.questions.set(id, `Which property identifies a row of ${draft.table.name}?`);
  else {
    fields.set(id, property(key));
    draft.parts.push({ field: id, sql: key, from: `${draft.table.name}.${key}`, reason: 'key' });
  }
  return { draft, fields };
}

/** Adds a sentence to the question of a field. */
export function ask({ draft: { questions } }: Sheet, field: string, text: string): void {
  const before = questions.get(field);
  questions.set(field, before === undefined ? text : `${before} ${text}`);
}

/** Takes a property, or one of a record inside: `Contact.Name`. */
export function take({ draft, fields }: Sheet, field: string, path: string, reason: string): void {
  fields.set(field, path.split('.').map(property).join('.'));
  draft.parts.push({ field, sql: path, from: `${draft.table.name}.${path}`, reason });
}

/** Adds the property of a role. Without one it is a question, or absent where `optional` and nothing inside of the record looks like it. */
export function addProperty(one: Sheet, field: string, name: ColumnRole, optional = false): Column | undefined {
  const { draft, fields } = one;
  const column = addMatch(draft, field, candidates(draft.table, name))?.column;
  if (column !== undefined) {
    fields.set(field, property(column.name));
    return column;
  }
  const inside = placesInside(draft.table, name, optional);
  if (optional && inside.length === 0) draft.absent.set(field, `no property of ${draft.table.name} looks like it`);
  else if (inside.length === 0) ask(one, field, `Where is it? No property of ${draft.table.name} looks like it.`);
  else ask(one, field, `Is it ${inside.join(' or ')}, inside of a record of ${draft.table.name}?`);
  return undefined;
}

/** The keys `fields` and `absent` of an endpoint, as lines of YAML. */
export const fieldLines = ({ draft, fields }: Sheet): readonly string[] => [
  'fields:',
  ...[...fields].map(([field, expression]) => `  ${field}: ${JSON.stringify(expression)}`),
  ...(draft.absent.size === 0
    ? []
    : [`absent: { ${[...draft.absent].map(([field, why]) => `${field}: ${JSON.stringify(why)}`).join(', ')} }`]),
];

/** The key `params` as lines of YAML: `terms` for `$filter`, and further parameters; none without any. */
export const filterLines = (terms: readonly string[], more: readonly string[] = []): readonly string[] =>
  terms.length + more.length === 0
    ? []
    : [
        'params:',
        ...(terms.length === 0 ? [] : ['  $filter:', ...terms.map((term) => `    - ${term}`)]),
        ...more.map((line) => `  ${line}`),
      ];
