/** How many rows an answer has with a small, a large and no limit. */
import type { Path } from '../../../contract/types.ts';
import type { Check, KnownEndpoint, Theme } from '../core/check.ts';
import type { CheckContext } from '../core/context.ts';
import { demandEqual, lacks, reasonOf } from '../core/outcome.ts';
import type { Invoice } from '../core/paged-lists.ts';
import { validBody } from '../core/request-bodies.ts';
import type { Body } from '../core/requests.ts';
import { isRecord } from '../validation/record.ts';

/** The customer with the most invoices, where /invoices/list can be read. */
async function invoiced({ ledger, profile }: CheckContext, ids: readonly string[]): Promise<readonly string[]> {
  const idsBefore = new Set(ids);
  let invoices: readonly Invoice[] = [];
  if (profile?.endpoints.get('/invoices/list')?.unavailable !== undefined) return [];
  await reasonOf(ledger.invoices().then((all) => (invoices = all)));
  const byDebtor = [...Map.groupBy(invoices, ({ erpDebtorId }) => erpDebtorId)].filter(([id]) => idsBefore.has(id));
  return byDebtor
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, 1)
    .map(([id]) => id);
}

/** Requests that may find more rows than the default. */
async function requestsFor(context: CheckContext, path: Path): Promise<readonly Body[]> {
  const { discovered, sample } = context;
  switch (path) {
    case '/catalog/products/by-sku': {
      const beginnings = (await discovered.products()).map(({ erpSku }) => erpSku.slice(0, 1));
      return sample([...new Set(beginnings)], 40).map((sku) => ({ sku }));
    }
    case '/customer-invoices/list': {
      const ids = await discovered.customerIds();
      return [...new Set([...(await invoiced(context, ids)), ...sample(ids, 60)])].map((customerErpId) => ({
        customerErpId,
      }));
    }
    default:
      return [{}];
  }
}

function boundsOf({ request }: KnownEndpoint): { readonly standard: number; readonly largest: number } | undefined {
  const { limit } = request;
  if (limit?.type !== 'integer' || limit.maximum === undefined || limit.default === undefined) return undefined;
  return { standard: limit.default, largest: limit.maximum };
}

async function rowsOf(context: CheckContext, { path, answer }: KnownEndpoint, body: Body): Promise<readonly unknown[]> {
  const given: unknown = await context.ask(path, body);
  const rows = isRecord(given) && answer.kind === 'rows' ? given[answer.property] : undefined;
  return Array.isArray(rows) ? rows : [];
}

/** Checks the default, the smallest and the largest limit of each list that has one (contract 8). */
export const limits: Theme = (endpoints) =>
  endpoints.flatMap((endpoint): readonly Check[] => {
    const bounds = boundsOf(endpoint);
    if (bounds === undefined) return [];
    const { standard, largest } = bounds;
    const { path } = endpoint;
    const uses: readonly Path[] = path === '/customer-invoices/list' ? ['/invoices/list'] : [];
    const base = { clause: 'contract 8', tag: 'read', path, needs: [path], uses } as const;
    return [
      {
        ...base,
        id: 'limits/default',
        title: `without a limit there are up to ${standard} rows, and with any limit the beginning of the same rows`,
        async run(context) {
          let most = 0;
          for (const body of await requestsFor(context, path)) {
            const all = await rowsOf(context, endpoint, { ...body, limit: largest });
            most = Math.max(most, all.length);
            const byDefault = await rowsOf(context, endpoint, body);
            demandEqual(byDefault, all.slice(0, standard), 'stable-order', 'the rows without a limit');
            for (const limit of [1, 2, standard + 1]) {
              const rows = await rowsOf(context, endpoint, { ...body, limit });
              demandEqual(rows, all.slice(0, limit), 'stable-order', `the rows with limit ${limit}`);
            }
            if (all.length > standard) return;
          }
          lacks(`${standard + 1} rows that one request finds`, path, `${most} at most are found`);
        },
      },
      {
        ...base,
        id: 'limits/bounds',
        title: `a limit of 0, below 0, or over ${largest} is refused`,
        async run(context) {
          for (const limit of [0, -1, largest + 1]) {
            const refused = await context.refusedFields(path, { ...validBody(endpoint), limit }, 'invalid-field');
            demandEqual(refused, ['limit'], 'invalid-field', `the fields refused for limit ${limit}`);
          }
        },
      },
    ];
  });
