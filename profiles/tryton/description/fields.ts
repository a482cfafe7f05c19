/** Fields of Tryton as JSON schemas: as a record is created with them, as a form sends them, and as `on_change` answers them. */
import type { FieldFacts } from './server.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** The uses of a record, each with a schema of its own. `new`: the values of a record to create; `form`: those of a record that is edited; `changed`: those that change with them. */
export type RecordUse = 'new' | 'form' | 'changed';

/** The name of the schema of a model: that of its table for new records. Messages name it, and leave out what is before a dot. */
export const schemaName = (model: string, use: RecordUse): string =>
  `${model.replaceAll('.', '_')}${use === 'new' ? '' : `_${use}`}`;

/** A reference to the schema of a model. */
export const recordOf = (model: string, use: RecordUse): Schema => ({
  $ref: `#/components/schemas/${schemaName(model, use)}`,
});

const integer: Schema = { type: 'integer' };
const text: Schema = { type: 'string' };
const ids: Schema = { type: 'array', items: integer };

/** A list with a schema for each place (JSON Schema 7, 6.4.1). */
export const tuple = (items: readonly Schema[]): Schema => ({
  type: 'array',
  items,
  minItems: items.length,
  additionalItems: false,
});

const tagged = (tag: string, members: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties: { __class__: { const: tag }, ...members },
  required: ['__class__', ...Object.keys(members)],
  additionalProperties: false,
});

const whole = (names: readonly string[]): Readonly<Record<string, Schema>> =>
  Object.fromEntries(names.map((name) => [name, integer]));

const days = ['year', 'month', 'day'];
const times = ['hour', 'minute', 'second', 'microsecond'];

/** Values that JSON does not have (trytond/protocols/jsonrpc.py). */
export const taggedValues: Readonly<Record<string, Schema>> = {
  Decimal: tagged('Decimal', { decimal: text }),
  date: tagged('date', whole(days)),
  datetime: tagged('datetime', whole([...days, ...times])),
  time: tagged('time', whole(times)),
  timedelta: tagged('timedelta', { seconds: { type: 'number' } }),
  bytes: tagged('bytes', { base64: text }),
};

const value = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Commands for the records of a list (trytond/model/fields/one2many.py, many2many.py). */
function commands(records: Schema): Schema {
  const command = (name: string, ...items: readonly Schema[]): Schema => tuple([{ const: name }, ...items]);
  const known = [
    command('create', { type: 'array', items: records }),
    command('delete', ids),
    command('remove', ids),
    command('add', ids),
  ];
  return { type: 'array', items: { oneOf: known } };
}

/** How `on_change` answers a list (trytond/model/modelview.py, `_changed_values`). */
const changes = (records: Schema): Schema => ({
  type: 'object',
  properties: {
    add: { type: 'array', items: tuple([integer, records]) },
    update: { type: 'array', items: records },
    remove: ids,
    delete: ids,
  },
  additionalProperties: false,
});

const anyRecord: Schema = { type: 'object' };

/** `described`: the models that have schemas. */
function typeOf({ type, size, selection, relation }: FieldFacts, use: RecordUse, described: readonly string[]): Schema {
  const records = relation !== undefined && described.includes(relation) ? recordOf(relation, use) : anyRecord;
  switch (type) {
    case 'char':
    case 'text':
    case 'fulltext':
      return typeof size === 'number' ? { ...text, maxLength: size } : text;
    case 'integer':
    case 'biginteger':
      return integer;
    case 'float':
      return { type: 'number' };
    case 'boolean':
      return { type: 'boolean' };
    case 'numeric':
      return value('Decimal');
    case 'date':
    case 'time':
    case 'timedelta':
      return value(type);
    case 'datetime':
    case 'timestamp':
      return value('datetime');
    case 'binary':
      return value('bytes');
    case 'selection':
      return { ...text, ...(Array.isArray(selection) ? { enum: selection.map(([one]) => one) } : {}) };
    case 'many2one':
    case 'one2one':
      return use === 'form' ? { oneOf: [integer, anyRecord] } : integer;
    case 'reference':
      return text;
    case 'one2many':
    case 'many2many':
      if (use === 'new') return commands(records);
      return use === 'changed' ? changes(records) : { type: 'array', items: { oneOf: [integer, anyRecord] } };
    default:
      return {};
  }
}

/** The schema with null, which stands for "no value". */
function orNull(schema: Schema): Schema {
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] };
  return '$ref' in schema ? { anyOf: [schema, { type: 'null' }] } : schema;
}

/** The schema of a field. Of a field that no request sets only the name matters. */
export function fieldSchema(facts: FieldFacts, use: RecordUse, described: readonly string[]): Schema {
  const { string: label = '', help = '', required, readonly, sortable } = facts;
  const description = help === '' ? label : `${label}: ${help}`;
  // A field without a place in the table that cannot be written either is computed.
  if (use === 'new' && readonly && !sortable) return { readOnly: true, description };
  const schema = typeOf(facts, use, described);
  return { ...(required && use === 'new' ? schema : orNull(schema)), description };
}
