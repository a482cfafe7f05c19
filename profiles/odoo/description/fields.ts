/** Fields of Odoo as JSON schemas of the values that records are created with. */
import type { FieldFacts } from './server.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** The name of the schema of a model: that of its table. Messages name it, and leave out what is before a dot. */
export const schemaName = (model: string): string => model.replaceAll('.', '_');

/** A reference to the schema of a model. */
export const recordOf = (model: string): Schema => ({ $ref: `#/components/schemas/${schemaName(model)}` });

const integer: Schema = { type: 'integer' };
export const ids: Schema = { type: 'array', items: integer };

/** A list with a schema for each place; only the first `needed` must be there. */
const tuple = (places: readonly Schema[], needed = places.length): Schema => ({
  type: 'array',
  prefixItems: places,
  minItems: needed,
  items: false,
});

/** The commands for the records of a list (odoo/orm/commands.py). */
function commands(records: Schema): Schema {
  const code = (value: number): Schema => ({ const: value });
  const known = [
    tuple([code(0), {}, records]),
    tuple([code(1), integer, records]),
    tuple([code(2), integer, {}], 2),
    tuple([code(3), integer, {}], 2),
    tuple([code(4), integer, {}], 2),
    tuple([code(5), {}, {}], 1),
    tuple([code(6), {}, ids]),
  ];
  return { type: 'array', items: { oneOf: known } };
}

/** `described`: the models that have schemas. */
function typeOf({ type, size, selection, relation }: FieldFacts, described: readonly string[]): Schema {
  switch (type) {
    case 'char':
    case 'text':
    case 'html':
    case 'binary':
    case 'reference':
      return { type: 'string', ...(typeof size === 'number' && size > 0 ? { maxLength: size } : {}) };
    case 'integer':
    case 'many2one':
    case 'many2one_reference':
      return integer;
    case 'float':
    case 'monetary':
      return { type: 'number' };
    case 'boolean':
      return { type: 'boolean' };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'datetime':
      return { type: 'string', format: 'date-time' };
    case 'selection':
      return { type: 'string', enum: (selection ?? []).map(([value]) => value) };
    case 'one2many':
    case 'many2many':
      return commands(relation !== undefined && described.includes(relation) ? recordOf(relation) : { type: 'object' });
    default:
      return {};
  }
}

/** Whether a field always has a value: a number of Odoo is 0 where none is given. */
export const hasAlwaysValue = ({ type }: FieldFacts): boolean =>
  ['boolean', 'integer', 'float', 'monetary', 'one2many', 'many2many'].includes(type);

/** Whether a request cannot set the field: it is computed, and not by a person either. */
const isComputed = ({ readonly, store, depends }: FieldFacts): boolean => readonly && (!store || depends.length > 0);

/** The schema of a field. Odoo writes false for "no value". Of a field that no request sets only the name matters. */
export function fieldSchema(facts: FieldFacts, described: readonly string[]): Schema {
  if (isComputed(facts)) return { readOnly: true, description: facts.string };
  const type = typeOf(facts, described);
  const isNeverFalse = hasAlwaysValue(facts) || Object.keys(type).length === 0;
  return {
    ...(isNeverFalse ? type : { anyOf: [type, { const: false }] }),
    description: facts.string,
  };
}
