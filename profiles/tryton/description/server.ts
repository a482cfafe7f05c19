/** A running Tryton, asked by its JSON-RPC. */
import { z } from 'zod';

/** Where the server is, and as whom it is asked. */
export interface TrytonLogin {
  /** Address of trytond without a slash at the end. */
  readonly url: string;
  readonly database: string;
  readonly login: string;
  readonly password: string;
}

/** A field as `fields_get` describes it. Members that a type does not have are missing. */
const fieldFacts = z.object({
  type: z.string(),
  string: z.string().optional(),
  help: z.string().optional(),
  required: z.boolean(),
  readonly: z.boolean(),
  /** False for a field that is computed and not stored, unless a method orders by it. */
  sortable: z.boolean(),
  /** A text is an expression of PYSON: the size differs from record to record. */
  size: z.unknown().optional(),
  /** A text is the name of a method: the values differ from record to record. */
  selection: z.union([z.string(), z.array(z.tuple([z.union([z.string(), z.null()]), z.string()]))]).optional(),
  relation: z.string().optional(),
  relation_field: z.string().nullish(),
});

export type FieldFacts = z.infer<typeof fieldFacts>;

const answer = z.object({ result: z.unknown().optional(), error: z.unknown().optional() });

/** The API of a Tryton with the rights of one user. */
export interface TrytonServer {
  readonly version: string;
  fieldsOf(model: string): Promise<Readonly<Record<string, FieldFacts>>>;
  /** Names of those of the fields for which the server has a value where a new record has none. */
  defaultsOf(model: string, fields: readonly string[]): Promise<readonly string[]>;
  /** Names of the buttons of a model. */
  buttonsOf(model: string): Promise<readonly string[]>;
}

/** Logs in. Rejects if the server does not answer, or refuses. */
export async function openServer({ url, database, login, password }: TrytonLogin): Promise<TrytonServer> {
  async function call(
    path: string,
    authorization: string,
    method: string,
    params: readonly unknown[],
  ): Promise<unknown> {
    const headers = { 'content-type': 'application/json', ...(authorization === '' ? {} : { authorization }) };
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ id: 1, method, params }),
    });
    if (!response.ok) throw new Error(`${method}: ${response.status} ${await response.text()}`);
    const { result, error } = answer.parse(await response.json());
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  }
  const version = z.string().parse(await call('/', '', 'common.server.version', []));
  const session = z
    .tuple([z.number(), z.string()])
    .rest(z.unknown())
    .parse(await call(`/${database}/`, '', 'common.db.login', [login, { password }, 'en']));
  const token = Buffer.from(`${login}:${session[0]}:${session[1]}`).toString('base64');
  const ask = (method: string, params: readonly unknown[]): Promise<unknown> =>
    call(`/${database}/`, `Session ${token}`, method, params);
  const preferences = z
    .object({ company: z.number().nullish() })
    .parse(await ask('model.res.user.get_preferences', [true, {}]));
  const context = { company: preferences.company, language: 'en' };
  return {
    version,
    fieldsOf: async (model) =>
      z.record(z.string(), fieldFacts).parse(await ask(`model.${model}.fields_get`, [[], context])),
    defaultsOf: async (model, fields) => {
      const values = await ask(`model.${model}.default_get`, [fields, context]);
      const given = z.record(z.string(), z.unknown()).parse(values);
      return fields.filter((name) => given[name] !== undefined && given[name] !== null);
    },
    buttonsOf: async (model) => {
      const domain = [['model.model', '=', model]];
      const buttons = await ask('model.ir.model.button.search_read', [
        domain,
        0,
        null,
        [['name', 'ASC']],
        ['name'],
        context,
      ]);
      return z
        .array(z.object({ name: z.string() }))
        .parse(buttons)
        .map(({ name }) => name);
    },
  };
}
