/** A running Odoo 19 or later, asked by the documents behind its page `/doc` and by its JSON-2 API. */
import { z } from 'zod';

/** Where the server is, and the key of an administrator: others may not read the documents. */
export interface OdooLogin {
  /** Address of Odoo without a slash at the end. */
  readonly url: string;
  readonly database: string;
  readonly key: string;
}

/** A field as `fields_get` describes it. Members that a type does not have are missing. */
const fieldFacts = z.object({
  type: z.string(),
  string: z.string(),
  required: z.boolean(),
  readonly: z.boolean(),
  store: z.boolean(),
  /** Fields that it is computed from. */
  depends: z.array(z.string()),
  size: z.number().nullish(),
  selection: z.array(z.tuple([z.unknown(), z.string()])).optional(),
  relation: z.string().optional(),
  relation_field: z.string().nullish(),
});

const methodFacts = z.object({
  parameters: z.record(
    z.string(),
    z.object({ kind: z.string().optional(), default: z.unknown().optional(), annotation: z.string().optional() }),
  ),
  return: z.object({ annotation: z.string().optional() }).optional(),
  /** `model`: it works without records. */
  api: z.array(z.string()).optional(),
});

const modelFacts = z.object({
  fields: z.record(z.string(), fieldFacts),
  methods: z.record(z.string(), methodFacts),
});

export type FieldFacts = z.infer<typeof fieldFacts>;
export type MethodFacts = z.infer<typeof methodFacts>;
export type ModelFacts = z.infer<typeof modelFacts>;

/** The API of an Odoo. */
export interface OdooServer {
  readonly version: string;
  modelOf(model: string): Promise<ModelFacts>;
  /** Names of those of the fields for which the server has a value where a new record has none. */
  defaultsOf(model: string, fields: readonly string[]): Promise<readonly string[]>;
}

/** Rejects if the server does not answer, or refuses. */
export async function openServer({ url, database, key }: OdooLogin): Promise<OdooServer> {
  async function ask(path: string, body?: unknown): Promise<unknown> {
    const headers = {
      authorization: `Bearer ${key}`,
      'x-odoo-database': database,
      'content-type': 'application/json',
      // The documents describe the database as it is now.
      'cache-control': 'no-cache',
    };
    const sent = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${url}${path}`, sent);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 1000)}`);
    return response.json();
  }
  const { version } = z.object({ version: z.string() }).parse(await ask('/web/version'));
  return {
    version,
    modelOf: async (model) => modelFacts.parse(await ask(`/doc-bearer/${model}.json`)),
    defaultsOf: async (model, fields) => {
      const values = await ask(`/json/2/${model}/default_get`, { fields });
      return Object.keys(z.record(z.string(), z.unknown()).parse(values));
    },
  };
}
