/** How many rows an answer holds when nothing, little or much is asked for. */
import type { Path } from '../../../contract/types.ts';
import { isRecord } from '../../validation/record.ts';
import type { Check, Known, Subject } from '../check.ts';
import type { Bench, Body } from '../check-context.ts';
import { spread } from '../discovered-data.ts';
import { soundBody } from '../requests.ts';
import { demand, notShown, same } from '../verdict.ts';

/** Requests that may find more than the default: by path, else the bare one. */
async function requestsOf({ found }: Bench, path: Path): Promise<readonly Body[]> {
  switch (path) {
    case '/catalog/products/by-sku': {
      const starts = (await found.products()).map(({ erpSku }) => erpSku.slice(0, 1));
      return [...new Set(starts)].slice(0, 40).map((sku) => ({ sku }));
    }
    case '/customer-invoices/list':
      return spread(await found.customers(), 60).map(({ erpId }) => ({ customerErpId: erpId }));
    default:
      return [{}];
  }
}

function limitOf({ request }: Known): { readonly standard: number; readonly largest: number } | undefined {
  const { limit } = request;
  if (limit?.type !== 'integer' || limit.maximum === undefined || limit.default === undefined) return undefined;
  return { standard: limit.default, largest: limit.maximum };
}

async function rowsOf(bench: Bench, { path, answer }: Known, body: Body): Promise<readonly unknown[]> {
  const given: unknown = await bench.ask(path, body);
  const rows = isRecord(given) && answer.kind === 'rows' ? given[answer.property] : undefined;
  return Array.isArray(rows) ? rows : [];
}

export const limits: Subject = (endpoints) =>
  endpoints.flatMap((endpoint): readonly Check[] => {
    const bounds = limitOf(endpoint);
    if (bounds === undefined) return [];
    const { standard, largest } = bounds;
    const { path } = endpoint;
    const base = { subject: 'limits', clause: 'contract 8', paths: [path] };
    return [
      {
        ...base,
        name: `${path} gives up to ${standard} rows by default, and the beginning of the same rows for any other limit`,
        async run(bench) {
          let most = 0;
          for (const body of await requestsOf(bench, path)) {
            const all = await rowsOf(bench, endpoint, { ...body, limit: largest });
            most = Math.max(most, all.length);
            same(await rowsOf(bench, endpoint, body), all.slice(0, standard), 'the rows without a limit');
            for (const limit of [1, 2, standard + 1])
              same(
                await rowsOf(bench, endpoint, { ...body, limit }),
                all.slice(0, limit),
                `the rows with limit ${limit}`,
              );
            if (all.length > standard) return;
          }
          demand(most <= standard, 'more rows than the default were found');
          notShown(
            `the fixture has no ${standard + 1} rows for one request, so that the default cuts nothing off (${most} at most)`,
          );
        },
      },
      {
        ...base,
        name: `${path} refuses a limit of 0, below 0, or over ${largest}`,
        async run(bench) {
          for (const limit of [0, -1, largest + 1])
            same(
              await bench.refuse(path, { ...soundBody(endpoint), limit }),
              ['limit'],
              `the fields that are refused for limit ${limit}`,
            );
        },
      },
    ];
  });
