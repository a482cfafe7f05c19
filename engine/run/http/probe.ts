/** Checks whether an ERP answers over HTTP. */
import type { ExchangePlan } from '../../plan/exchange.ts';
import type { HttpSource } from '../../sources/http-source.ts';
import { type CallContext, SourceError } from '../../sources/source.ts';
import { renderRequest } from '../../template/request.ts';
import { judgeOf } from './judge-answer.ts';

/** Resolves if the ERP gave a successful answer, whatever its content. Rejects with `SourceError`. */
export async function probeHttp(
  plan: ExchangePlan,
  source: HttpSource,
  settings: Readonly<Record<string, unknown>>,
  call: CallContext,
): Promise<void> {
  const bindings = { settings, request: {} };
  const request = await renderRequest(plan.request, { input: {}, bindings });
  const { verdict } = await source.send({ ...request, effect: 'read', probe: true }, judgeOf(plan, bindings), call);
  if (verdict.kind === 'fail') throw new SourceError('broken', verdict.detail);
  if (verdict.kind === 'refuse') throw new SourceError('broken', verdict.message);
}
