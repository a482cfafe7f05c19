/** The list of all contract checks. */
import type { Contract } from '../../../engine/index.ts';
import type { Declared } from '../../../engine/tools/index.ts';
import { type Check, deviationOf, type KnownEndpoint, type Theme } from './core/check.ts';
import { type Deviations, deviationFaults } from './core/deviations.ts';
import { agreements, writtenAgreements } from './themes/agreement/agreement.ts';
import { authentication } from './themes/authentication.ts';
import { columns } from './themes/columns/columns.ts';
import { connectionTest } from './themes/connection-test.ts';
import { envelope } from './themes/envelope.ts';
import { limits } from './themes/limits.ts';
import { lookups } from './themes/lookups.ts';
import { modifiedSince } from './themes/modified-since.ts';
import { newChanges } from './themes/new-changes.ts';
import { paging } from './themes/paging.ts';
import { productsBySku } from './themes/products-by-sku.ts';
import { postings } from './themes/read-back/postings.ts';
import { readBack } from './themes/read-back/read-back.ts';
import { searches } from './themes/search.ts';
import { statement } from './themes/statement.ts';
import { timeReads, timeWrites } from './themes/time/time.ts';
import { unavailable } from './themes/unavailable.ts';
import { unrelatedRows } from './themes/unrelated-rows.ts';
import { writes } from './themes/writes.ts';
import { endpointAt, paths } from './validation/endpoint.ts';

/** In the order in which they run: checks that read come before those that write. A rotation of keys is not among them: see `keyRotation`. */
const themes: readonly Theme[] = [
  connectionTest,
  authentication,
  envelope,
  unavailable,
  limits,
  searches,
  productsBySku,
  lookups,
  paging,
  statement,
  agreements,
  timeReads,
  columns,
  unrelatedRows,
  postings,
  modifiedSince,
  newChanges,
  writes,
  writtenAgreements,
  timeWrites,
  readBack,
];

/** The endpoints that a contract serves, with their paths as literal types. */
export function knownEndpoints({ endpoints }: Pick<Contract, 'endpoints'>): readonly KnownEndpoint[] {
  const served = new Set(endpoints.map(({ path }) => path));
  return paths.flatMap((path) => {
    const endpoint = endpointAt(path);
    return endpoint === undefined || !served.has(path) ? [] : [{ ...endpoint, path }];
  });
}

/** All checks that apply to these endpoints. `profile` is undefined where the service is not known from inside. */
export function checksFor(endpoints: readonly KnownEndpoint[], profile: Declared | undefined): readonly Check[] {
  const served = new Set(endpoints.map(({ path }) => path));
  return themes
    .flatMap((theme) => theme(endpoints, profile))
    .filter(({ path, needs }) => [path, ...needs].every((needed) => served.has(needed)));
}

/** What is wrong with the deviations of a profile, each as a sentence without its full stop, and the rules that exist. */
export function faultyDeviations(
  contract: Pick<Contract, 'endpoints'>,
  deviations: Deviations,
): { readonly faults: readonly string[]; readonly rules: readonly string[] } {
  const checks = checksFor(knownEndpoints(contract), undefined);
  const rules = new Set(checks.filter(({ mayDeviate }) => mayDeviate === true).map(deviationOf));
  return { faults: deviationFaults(deviations, checks), rules: [...rules] };
}
