/** Builds the fields of an endpoint from the properties of an entity set. */
import { fallbackKind } from '../../../engine/internal/index.ts';
import { namesKeyOf } from '../introspect/inferred-keys.ts';
import { type ColumnRole, columnCriteria } from '../match/column-criteria.ts';
import { candidates } from '../match/field.ts';
import type { Entity, Found } from '../match/tables.ts';
import { type Column, columnOf, type Table } from '../model/database.ts';
import { addMatch, type Draft, draftOf } from '../propose/draft.ts';

/** The found entity sets. */
export type FoundSets = ReadonlyMap<Entity, Found>;

/** A property name in an expression. */
export const property = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `\`${name}\``);

/** A request value as a template expression, in the literal form of the property type. */
export const requestValue = (expression: string, column: Column | undefined): string =>
  column?.type === 'Edm.Guid' ? `{{ $guid(${expression}) }}` : `{{ ${expression} }}`;

export interface Sheet {
  readonly draft: Draft;
  readonly fields: Map<string, string>;
}

export function sheet(found: Found, id: string): Sheet {
  const draft = draftOf(fallbackKind.dialect, found, '', id);
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

export function addProperty(
  { draft, fields }: Sheet,
  field: string,
  name: ColumnRole,
  optional = false,
): Column | undefined {
  const column = addMatch(draft, field, candidates(draft.table, columnCriteria[name]))?.column;
  if (column !== undefined) fields.set(field, property(column.name));
  else if (optional) draft.absent.set(field, `no property of ${draft.table.name} looks like it`);
  else draft.questions.set(field, `Where is it? No property of ${draft.table.name} looks like it.`);
  return column;
}

/** Adds the property that references the customer, or a question. */
export function customerOf({ draft, fields }: Sheet, found: FoundSets, field: string): Column | undefined {
  const customer = found.get('customer')?.table;
  const key = customer?.primaryKey[0];
  const column =
    customer &&
    key &&
    draft.table.columns.find((one) => namesKeyOf(one, customer, key) && one.type === columnOf(customer, key)?.type);
  if (!column) {
    draft.questions.set(field, `Which property of ${draft.table.name} is the key of the customer?`);
    return undefined;
  }
  fields.set(field, property(column.name));
  draft.parts.push({
    field,
    sql: column.name,
    from: `${draft.table.name}.${column.name}`,
    reason: `named ${column.name}, type ${column.type}`,
  });
  return column;
}

export const fieldLines = ({ draft, fields }: Sheet): readonly string[] => [
  'fields:',
  ...[...fields].map(([field, expression]) => `  ${field}: ${JSON.stringify(expression)}`),
  ...(draft.absent.size === 0
    ? []
    : [`absent: { ${[...draft.absent].map(([field, why]) => `${field}: ${JSON.stringify(why)}`).join(', ')} }`]),
];

/** Filter terms that exclude inactive and blocked records. */
export const activeTerms = (table: Table): readonly string[] =>
  (['active', 'blocked'] as const).flatMap((name) => {
    const column = candidates(table, columnCriteria[name])[0]?.column;
    return column === undefined ? [] : [`${column.name} eq ${name === 'active'}`];
  });

export const filterLines = (terms: readonly string[], more: readonly string[] = []): readonly string[] =>
  terms.length + more.length === 0
    ? []
    : [
        'params:',
        ...(terms.length === 0 ? [] : ['  $filter:', ...terms.map((term) => `    - ${term}`)]),
        ...more.map((line) => `  ${line}`),
      ];
