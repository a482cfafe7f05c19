/** A whole run against a real ERP: all figures, then the platform's requests in the sandbox, then all figures again. */
import type { CheckResult } from '../../src/workbench/checks/core/run-checks.ts';
import { runSandbox } from '../../src/workbench/checks/sandbox/run.ts';
import { compareOpinions } from './compare.ts';
import type { Compared } from './compared.ts';
import type { RealErp, Trial } from './erp.ts';
import { demoSku, serveErp } from './serve.ts';

interface RealRun {
  /** False: nothing is written, and the figures are compared once. */
  readonly writes: boolean;
  /** Of pushed documents. */
  readonly currency: string;
  readonly report: (part: ReportedPart) => void;
}

export type ReportedPart =
  | { readonly kind: 'figures'; readonly when: string; readonly compared: readonly Compared[] }
  | { readonly kind: 'sandbox'; readonly results: readonly CheckResult[] }
  | { readonly kind: 'trials'; readonly trials: readonly Trial[] };

/** Rejects if the service does not start, or an answer is no success. */
export async function runReal(erp: RealErp, { writes, currency, report }: RealRun): Promise<void> {
  const { caller, deviations, close } = await serveErp(erp);
  const compare = async (when: string): Promise<void> => {
    report({ kind: 'figures', when, compared: await compareOpinions(caller, await erp.opinions()) });
    for (const company of erp.companies ?? []) {
      const served = await serveErp({ ...company, profile: erp.profile });
      try {
        const compared = await compareOpinions(served.caller, await company.opinions());
        report({ kind: 'figures', when: `${when}, ${company.name}`, compared });
      } finally {
        await served.close();
      }
    }
  };
  try {
    await compare('as filled');
    if (!writes) return;
    const { debtor, banks = [] } = erp.payer ?? {};
    const records = { customer: undefined, sku: undefined, debtor, banks };
    const settings = { ...records, writes: true, currency, demoSku, maxPages: 200, deviations };
    const results = await runSandbox({ caller, settings, rotation: undefined, now: Date.now, report: () => undefined });
    report({ kind: 'sandbox', results });
    if (erp.trials !== undefined) report({ kind: 'trials', trials: await erp.trials(caller) });
    const writesCompared = await erp.writes?.();
    if (writesCompared !== undefined) report({ kind: 'figures', when: 'writes', compared: writesCompared });
    await compare('after the writes');
  } finally {
    await close();
  }
}
