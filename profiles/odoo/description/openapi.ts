/** The methods of an Odoo that the profile calls by JSON-2, as an OpenAPI document. */
import { fieldSchema, hasAlwaysValue, ids, recordOf, type Schema, schemaName } from './fields.ts';
import type { MethodFacts, ModelFacts, OdooServer } from './server.ts';

/** Models whose records the profile creates, with the methods that it calls. The lines of documents have no method. */
const models: Readonly<Record<string, readonly string[]>> = {
  'sale.order': ['create'],
  'sale.order.line': [],
  'account.move': ['create', 'action_post'],
  'account.move.line': [],
  'account.payment.register': ['create', 'action_create_payments'],
  'res.users': ['context_get'],
};

interface Model extends ModelFacts {
  readonly name: string;
  readonly called: readonly string[];
  /** Fields that a new record must have: the server has no value for them. */
  readonly needed: readonly string[];
}

async function modelOf(server: OdooServer, name: string, called: readonly string[]): Promise<Model> {
  const facts = await server.modelOf(name);
  const required = Object.entries(facts.fields).flatMap(([field, one]) =>
    one.required && one.store && one.depends.length === 0 && !hasAlwaysValue(one) ? [field] : [],
  );
  const given = await server.defaultsOf(name, required);
  return { ...facts, name, called, needed: required.filter((field) => field !== 'id' && !given.includes(field)) };
}

/** The fields by which records of this model belong to others, which name them together with the record that they belong to. */
const owners = (model: string, all: readonly Model[]): readonly string[] =>
  all.flatMap(({ fields }) =>
    Object.values(fields).flatMap(({ type, relation, relation_field: owner }) =>
      type === 'one2many' && relation === model ? (owner ?? []) : [],
    ),
  );

function schemaOf({ name, fields, needed }: Model, all: readonly Model[]): Schema {
  const described = all.map((one) => one.name);
  const properties = Object.entries(fields)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([field, facts]) => [field, fieldSchema(facts, described)]);
  const required = needed.filter((field) => !owners(name, all).includes(field));
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required: required.toSorted() }),
    additionalProperties: false,
  };
}

/** `create` takes one record or several; a list is what the profile sends. */
const parameterSchema = (model: string, parameter: string): Schema =>
  parameter === 'vals_list' ? { type: 'array', items: recordOf(model) } : {};

function operationOf(model: string, method: string, { parameters, api = [], return: result }: MethodFacts): Schema {
  const listed = Object.entries(parameters).filter(([, { kind = '' }]) => !kind.startsWith('VAR_'));
  const onRecords = !api.includes('model');
  const properties = {
    ...Object.fromEntries(listed.map(([name]) => [name, parameterSchema(model, name)])),
    ...(onRecords ? { ids } : {}),
    context: { type: 'object' },
  };
  const required = [
    ...listed.flatMap(([name, parameter]) => ('default' in parameter ? [] : [name])),
    ...(onRecords ? ['ids'] : []),
  ];
  // Odoo answers records by their ids.
  const answer = result?.annotation === 'list[int]' ? ids : {};
  const json = (schema: Schema): Schema => ({ 'application/json': { schema } });
  return {
    operationId: `${model}.${method}`,
    requestBody: {
      content: json({
        type: 'object',
        properties,
        ...(required.length === 0 ? {} : { required }),
        additionalProperties: Object.values(parameters).some(({ kind }) => kind === 'VAR_KEYWORD'),
      }),
    },
    responses: { 200: { description: '', content: json(answer) } },
  };
}

/** Asks a server for the methods and records that the profile uses. */
export async function describeOdoo(server: OdooServer): Promise<Schema> {
  const all = await Promise.all(Object.entries(models).map(([name, called]) => modelOf(server, name, called)));
  const paths = all.flatMap(({ name, called, methods }) =>
    called.map((method) => {
      const facts = methods[method];
      if (facts === undefined) throw new Error(`This Odoo has no method ${method} of ${name}.`);
      return [`/json/2/${name}/${method}`, { post: operationOf(name, method, facts) }];
    }),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Odoo JSON-2',
      version: server.version,
      license: { name: 'LGPL-3.0', url: 'https://www.gnu.org/licenses/lgpl-3.0.html' },
    },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(all.map((model) => [schemaName(model.name), schemaOf(model, all)])) },
  };
}
