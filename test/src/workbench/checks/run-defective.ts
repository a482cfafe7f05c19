/** Runs checks on a served profile behind a defect. */
import type { Declared } from '../../../../engine/tools/index.ts';
import type { Check } from '../../../../src/workbench/checks/core/check.ts';
import { openContext } from '../../../../src/workbench/checks/core/context.ts';
import { type CheckResult, runChecks } from '../../../../src/workbench/checks/core/run-checks.ts';
import { createCaller } from '../../../../src/workbench/checks/validation/index.ts';
import type { Served } from '../../../profiles/served.ts';
import { type Defect, serveDefective } from './defective-service.ts';

const demoSku = 'CONNECTION-TEST-SKU';

/** The service as it is. */
export const noDefect: Defect = (call, forward) => forward(call);

/** All results of the checks, which share what a run has found out. `profile`: undefined where the checks know the service by HTTP alone. */
export async function runDefective(
  { service, access }: Pick<Served, 'service' | 'access'>,
  checks: readonly Check[],
  profile: Declared | undefined,
  defect: Defect,
  deviations: Declared['deviations'] = new Map(),
  mostSamples = 12,
): Promise<readonly CheckResult[]> {
  const proxy = await serveDefective(service.baseUrl, defect);
  const settings = {
    ...{ writes: true, customer: undefined, sku: undefined, debtor: undefined, currency: undefined, demoSku },
    ...{ maxPages: 2_000, mostSamples, concurrency: 5, largestPage: () => 500, banks: [], deviations },
  };
  try {
    const { ordering, receivables } = service.keys;
    const openCaller = () => createCaller({ baseUrl: proxy.baseUrl, keys: { ordering, receivables } });
    const context = openContext({ openCaller, settings, profile, fixture: access, now: Date.now });
    const results: CheckResult[] = [];
    await runChecks(context, checks, (result) => results.push(result));
    return results;
  } finally {
    await proxy.close();
  }
}
