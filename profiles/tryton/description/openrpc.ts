/** The methods of a Tryton that the profile calls, as an OpenRPC document (https://spec.open-rpc.org, 1.3.2). */
import { fieldSchema, type RecordUse, recordOf, type Schema, schemaName, taggedValues, tuple } from './fields.ts';
import type { FieldFacts, TrytonServer } from './server.ts';

/** Models of which the profile creates records or asks for the values of a form. */
const models = [
  'sale.sale',
  'sale.line',
  'account.invoice',
  'account.invoice.line',
  'account.move',
  'res.user.warning',
];

/** Wizards, with the model of each form. */
const wizards = {
  'account.invoice.pay': { start: 'account.invoice.pay.start', ask: 'account.invoice.pay.ask' },
};

interface Param {
  readonly name: string;
  readonly schema: Schema;
}

/** Every method has the context as its last parameter (trytond/rpc.py). */
const context: Param = { name: 'context', schema: { type: 'object' } };
const ids: Schema = { type: 'array', items: { type: 'integer' } };

const method = (name: string, summary: string, params: readonly Param[], result: Schema): Schema => ({
  name,
  summary,
  paramStructure: 'by-position',
  params: [...params, context].map((param) => ({ ...param, required: true })),
  result: { name: 'result', schema: result },
});

interface Model {
  readonly name: string;
  readonly fields: Readonly<Record<string, FieldFacts>>;
  /** Fields that a new record must have: the server has no value for them. */
  readonly needed: readonly string[];
  readonly buttons: readonly string[];
}

async function modelOf(server: TrytonServer, name: string): Promise<Model> {
  const fields = await server.fieldsOf(name);
  const required = Object.keys(fields).filter((one) => fields[one]?.required === true && fields[one].sortable);
  const given = await server.defaultsOf(name, required);
  const needed = required.filter((one) => one !== 'id' && !given.includes(one));
  return { name, fields, needed, buttons: await server.buttonsOf(name) };
}

/** The fields by which records of this model belong to others, which name them together with the record that they belong to. */
const owners = (model: string, all: readonly Model[]): readonly string[] =>
  all.flatMap(({ fields }) =>
    Object.values(fields).flatMap(({ type, relation, relation_field: owner }) =>
      type === 'one2many' && relation === model ? (owner ?? []) : [],
    ),
  );

function schemaOf({ name, fields, needed }: Model, use: RecordUse, all: readonly Model[]): Schema {
  const described = all.map((one) => one.name);
  const names = Object.keys(fields).sort();
  const properties = names.flatMap((field): readonly (readonly [string, Schema])[] => {
    const facts = fields[field];
    if (facts === undefined) return [];
    const own = [field, fieldSchema(facts, use, described)] as const;
    const isLink = ['many2one', 'one2one', 'reference'].includes(facts.type);
    // The name of the record is next to its id.
    return use === 'changed' && isLink ? [own, [`${field}.`, { type: 'object' }]] : [own];
  });
  const required = use === 'new' ? needed.filter((field) => !owners(name, all).includes(field)) : [];
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required: required.toSorted() }),
    additionalProperties: false,
  };
}

function methodsOf({ name, fields, buttons }: Model): readonly Schema[] {
  const names: Schema = { type: 'array', items: { enum: Object.keys(fields).sort() } };
  const form: Param = { name: 'values', schema: recordOf(name, 'form') };
  const of = `model.${name}`;
  return [
    method(
      `${of}.create`,
      'Creates records.',
      [{ name: 'records', schema: { type: 'array', items: recordOf(name, 'new') } }],
      ids,
    ),
    method(`${of}.on_change`, 'What changes with the values of fields.', [form, { name: 'names', schema: names }], {
      type: 'array',
      items: recordOf(name, 'changed'),
    }),
    method(
      `${of}.on_change_with`,
      'The values of computed fields.',
      [form, { name: 'names', schema: names }],
      recordOf(name, 'changed'),
    ),
    ...buttons.map((button) => method(`${of}.${button}`, 'A button.', [{ name: 'ids', schema: ids }], {})),
  ];
}

function wizardMethods(name: string, forms: Readonly<Record<string, string>>): readonly Schema[] {
  const properties = Object.entries(forms).map(([state, model]) => [state, recordOf(model, 'form')]);
  const data: Schema = { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
  const session: Param = { name: 'session', schema: { type: 'integer' } };
  const of = `wizard.${name}`;
  return [
    method(
      `${of}.create`,
      'Opens the wizard.',
      [],
      tuple([{ type: 'integer' }, { type: 'string' }, { type: 'string' }]),
    ),
    method(
      `${of}.execute`,
      'Goes to a state of the wizard.',
      [session, { name: 'data', schema: data }, { name: 'state', schema: { type: 'string' } }],
      { type: 'object' },
    ),
    method(`${of}.delete`, 'Closes the wizard.', [session], {}),
  ];
}

/** Asks a server for the methods and records that the profile uses. */
export async function describeTryton(server: TrytonServer): Promise<Schema> {
  const stored = await Promise.all(models.map((name) => modelOf(server, name)));
  const forms = await Promise.all(
    Object.values(wizards)
      .flatMap((states) => Object.values(states))
      .map(async (name): Promise<Model> => ({ name, fields: await server.fieldsOf(name), needed: [], buttons: [] })),
  );
  const uses: readonly RecordUse[] = ['new', 'form', 'changed'];
  const schemas = [
    ...stored.flatMap((model) => uses.map((use) => [schemaName(model.name, use), schemaOf(model, use, stored)])),
    ...forms.map((model) => [schemaName(model.name, 'form'), schemaOf(model, 'form', stored)]),
  ];
  return {
    openrpc: '1.3.2',
    info: {
      title: 'Tryton',
      version: server.version,
      license: { name: 'GPL-3.0-or-later', url: 'https://www.gnu.org/licenses/gpl-3.0.html' },
    },
    methods: [
      ...stored.flatMap(methodsOf),
      ...Object.entries(wizards).flatMap(([name, states]) => wizardMethods(name, states)),
      method(
        'model.res.user.get_preferences',
        'The preferences of the user.',
        [{ name: 'context_only', schema: { type: 'boolean' } }],
        { type: 'object' },
      ),
    ],
    components: { schemas: { ...taggedValues, ...Object.fromEntries(schemas) } },
  };
}
