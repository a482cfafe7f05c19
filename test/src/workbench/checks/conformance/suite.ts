import { afterAll } from 'vitest';
import { type Bench, openBench } from './bench.ts';
import { addresses } from './subjects/addresses.ts';
import { answers } from './subjects/answers.ts';
import { apps } from './subjects/apps.ts';
import { authentication } from './subjects/authentication.ts';
import { draft } from './subjects/draft.ts';
import { fields } from './subjects/fields.ts';
import { json } from './subjects/json.ts';
import { pagedLists } from './subjects/paged-lists.ts';
import { protocol } from './subjects/protocol.ts';
import { pushInvoice } from './subjects/push-invoice.ts';
import { pushPayment } from './subjects/push-payment.ts';
import { receivablesRows } from './subjects/receivables-rows.ts';
import { search } from './subjects/search.ts';
import { statement } from './subjects/statement.ts';
import { usage } from './subjects/usage.ts';
import { wireErrors } from './subjects/wire-errors.ts';
import type { Target } from './target.ts';

export type { Target } from './target.ts';

/** In the order of a request's way through a service; what writes comes after what only reads. */
const SUBJECTS: readonly ((bench: () => Bench) => void)[] = [
  authentication,
  apps,
  protocol,
  wireErrors,
  json,
  fields,
  answers,
  search,
  addresses,
  statement,
  usage,
  pagedLists,
  receivablesRows,
  draft,
  pushInvoice,
  pushPayment,
];

/**
 * Registers the conformance tests of the contract with vitest. `target` is called once, when the first test runs, so
 * that a `beforeAll` may start the service. The suite finds its data through the contract, writes documents under
 * numbers of its own, and may be run against the same service again and again; while it runs, nobody else should write.
 */
export function conformance(target: () => Target): void {
  let opened: Bench | undefined;
  const bench = (): Bench => {
    opened ??= openBench(target());
    return opened;
  };
  for (const subject of SUBJECTS) subject(bench);
  afterAll(() => opened?.client.close());
}
