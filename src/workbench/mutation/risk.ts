/** The order in which mutants are tried: the mistakes that cost most come first, from all endpoints in turns. */
import type { MutationKind } from './edit.ts';
import type { Mutant } from './mutants.ts';

/** How often a mistake of this kind gives another record or another amount, from 1. */
const kindWeights: Readonly<Record<MutationKind, number>> = {
  ...{ condition: 5, 'outer join': 4, 'inner join': 4, calculation: 4, aggregate: 4, 'optional condition': 4 },
  ...{ comparison: 3, logic: 3, member: 3, null: 3, existence: 3, code: 3, duplicates: 2 },
  ...{ entry: 2, text: 2, number: 2, direction: 1 },
};

/** What a wrong answer costs: a document or an amount is real money, a search hit is seen by a person. */
const endpointWeights: ReadonlyMap<string, number> = new Map([
  ['/payments/push', 4],
  ['/invoices/push', 4],
  ['/sale-draft', 4],
  ['/pricing/resolve', 4],
  ['/credit/customer', 3],
  ['/invoices/list', 3],
  ['/payments/list', 3],
  ['/customer-statement/get', 3],
  ['/customer-invoices/list', 3],
  ['/sales-orders/usage', 3],
]);

type Rated = Pick<Mutant, 'kind' | 'endpoints'>;

const endpointWeight = (endpoint: string): number => endpointWeights.get(endpoint) ?? 2;

/** The endpoint that suffers most from a mutant. */
const worstOf = ({ endpoints }: Rated): string =>
  endpoints.reduce((worst, one) => (endpointWeight(one) > endpointWeight(worst) ? one : worst));

const riskOf = (mutant: Rated): number => kindWeights[mutant.kind] * endpointWeight(worstOf(mutant));

/**
 * Mutants in turns over the endpoints, the riskiest of each endpoint first, and the endpoint with the riskiest mutant first in each turn. The
 * first n of them are a sample by risk, for each n.
 */
export function byRisk<T extends Rated>(mutants: readonly T[]): readonly T[] {
  const queues = [...Map.groupBy(mutants, worstOf).values()].map((queue) =>
    queue.toSorted((a, b) => riskOf(b) - riskOf(a)),
  );
  const rounds = queues.flatMap((queue) => queue.map((mutant, round) => ({ mutant, round })));
  return rounds
    .toSorted((a, b) => a.round - b.round || riskOf(b.mutant) - riskOf(a.mutant))
    .map(({ mutant }) => mutant);
}
