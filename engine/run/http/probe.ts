/** Checks whether an ERP answers over HTTP. */
import { visibleSettings } from '../../base/setting-values.ts';
import type { ExchangePlan } from '../../plan/exchange.ts';
import type { HttpSource, Judged } from '../../sources/http-source.ts';
import { type CallContext, SourceError } from '../../sources/source.ts';
import { renderRequest } from '../../template/request.ts';
import { judgeOf } from './judge-answer.ts';

/**
 * Sends a probe and returns the answer. A request that is no read is sent once.
 * `settings`: by name, secrets as `Secret`. Rejects with `SourceError`.
 */
export async function answerToProbe(
  plan: ExchangePlan,
  source: HttpSource,
  settings: ReadonlyMap<string, unknown>,
  call: CallContext,
): Promise<Judged & { readonly isRead: boolean }> {
  const bindings = { settings: visibleSettings(settings), request: {} };
  const request = await renderRequest(plan.request, { input: {}, bindings, settings });
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const effect = isRead ? 'read' : 'write';
  return { ...(await source.send({ ...request, effect }, judgeOf(plan, bindings), call)), isRead };
}

/** Resolves if the ERP gave a successful answer, whatever its content. `settings`: as for `answerToProbe`. Rejects with `SourceError`. */
export async function probeHttp(
  plan: ExchangePlan,
  source: HttpSource,
  settings: ReadonlyMap<string, unknown>,
  call: CallContext,
): Promise<void> {
  const bindings = { settings: visibleSettings(settings), request: {} };
  const request = await renderRequest(plan.request, { input: {}, bindings, settings });
  const { verdict } = await source.send({ ...request, effect: 'read', probe: true }, judgeOf(plan, bindings), call);
  if (verdict.kind === 'denied') throw new SourceError('denied', verdict.detail);
  if (verdict.kind === 'fail') throw new SourceError('broken', verdict.detail);
  if (verdict.kind === 'refuse') throw new SourceError('broken', verdict.message);
}
