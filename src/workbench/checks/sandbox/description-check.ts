/** The check of the vendor's descriptions in a sandbox run: a service of this engine lists on its admin listener what disagrees with them. */
import { z } from 'zod';
import type { Check } from '../core/check.ts';
import { Concluded, notPossible } from '../core/outcome.ts';
import { rules, ruleViolation } from '../validation/rules.ts';

/** The admin listener of a service. */
export interface AdminListener {
  readonly url: string;
  /** The name of the service, where the process has several. */
  readonly service: string | undefined;
}

/** Longest time for the answer, in milliseconds. */
const timeoutMs = 10_000;

const service = z.object({
  name: z.string().optional(),
  sources: z.array(z.object({ name: z.string(), disagreements: z.array(z.string()).optional() })),
});
const status = z.union([z.object({ services: z.array(service) }), service.transform((only) => ({ services: [only] }))]);

/** Ends the check where the listener does not answer with the state of a service. */
async function stateAt(url: string): Promise<z.output<typeof status>> {
  const address = `${url.replace(/\/+$/, '')}/status`;
  try {
    const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    const state = status.safeParse(await answer.json());
    if (state.success) return state.data;
    return notPossible(`${address} does not answer with the state of a service`);
  } catch (error) {
    if (error instanceof Concluded) throw error;
    return notPossible(`${address} gives no answer: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Fails with each disagreement that the service has found since its start. */
export function descriptionCheck({ url, service: name }: AdminListener): Check {
  return {
    id: 'descriptions/erp',
    path: '/health',
    tag: 'read',
    needs: [],
    title: "requests to the ERP, and its answers, are as the vendor's description has them",
    clause: rules.description.clause,
    async run() {
      const { services } = await stateAt(url);
      const sources = services.filter((one) => name === undefined || one.name === name).flatMap((one) => one.sources);
      const lists = sources.flatMap(({ disagreements }) => (disagreements === undefined ? [] : [disagreements]));
      if (lists.length === 0)
        notPossible('the service compares nothing: it needs `describedBy` in its profile, and checkDescriptions: true');
      const findings = lists.flat().map((text) => ruleViolation('description', '', text));
      if (findings.length > 0) throw new Concluded({ kind: 'failed', findings });
    },
  };
}
