/** A small contract, and an engine with a profile that connects to an HTTP double of an ERP. */
import type { Endpoint, Fields } from '../../engine/index.ts';
import { type ErpEngine, openErp } from '../support/erp.ts';
import { contractOf, listEndpoint } from '../support/list-contract.ts';

const text = { type: 'text', required: false, default: '', description: '' } as const;
const limit = { type: 'integer', required: false, minimum: 1, default: 20, description: '' } as const;
const page = { type: 'integer', required: false, minimum: 1, default: 1, description: '' } as const;

export const row: Fields = {
  id: { type: 'id', idKind: 'customer', required: true, description: '' },
  name: { type: 'text', required: false, description: '' },
  amount: { type: 'decimal', required: false, description: '' },
  day: { type: 'date', required: false, description: '' },
  at: { type: 'instant', required: false, description: '' },
  lines: {
    type: 'list',
    required: false,
    description: '',
    items: { text: { type: 'text', required: true, description: '' } },
  },
};

const list = (path: string, paged: boolean, request: Fields): Endpoint => listEndpoint(path, { row, request, paged });

/** Requests that carry a text, an optional id, an optional instant and an optional day. */
const fields: Fields = {
  query: text,
  customer: { type: 'id', idKind: 'customer', required: false, description: '' },
  modifiedSince: { type: 'instant', required: false, description: '' },
  day: { type: 'date', required: false, description: '' },
};

/** `/list` has a limit, `/pages` pages, too; `/all` gives whatever there is. */
export const contract = contractOf([
  list('/list', false, { ...fields, limit }),
  list('/all', false, fields),
  list('/pages', true, { ...fields, limit, page }),
]);

/** What a profile says: its source, and its endpoints, each as a map in JSON, which is YAML. */
export interface Sketch {
  readonly source: object;
  readonly endpoints: Readonly<Record<string, object>>;
  readonly top?: object;
}

function profileText({ source, endpoints, top = {} }: Sketch): string {
  const rest = contract.endpoints
    .filter(({ path }) => !Object.hasOwn(endpoints, path))
    .map(({ path }) => [path, { unavailable: 'no part of this test' }]);
  return JSON.stringify({
    profile: 'sketch',
    contract: '1',
    ...top,
    sources: { erp: source },
    endpoints: { ...endpoints, ...Object.fromEntries(rest) },
  });
}

/** Starts an engine over the sketch. */
export function openSketch(sketch: Sketch, more: Parameters<typeof openErp>[2] = {}): Promise<ErpEngine> {
  return openErp(profileText(sketch), contract, more);
}

interface Answered {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly hasMore?: boolean;
}

/** The answer to a call; throws what the caller would be told where there is none. */
export async function ask(engine: ErpEngine, path: string, body: object = {}): Promise<Answered> {
  const outcome = await engine.call(path, body);
  if (!outcome.ok) throw new Error(`${outcome.problem.kind}: ${outcome.problem.message}`);
  return JSON.parse(outcome.json);
}
