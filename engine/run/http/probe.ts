/** Checks whether an ERP answers over HTTP. */
import type { ExchangePlan } from '../../plan/exchange.ts';
import type { HttpSource, Judged } from '../../sources/http-source.ts';
import { type CallContext, SourceError } from '../../sources/source.ts';
import { renderRequest } from '../../template/request.ts';
import { judgeOf } from './judge-answer.ts';

/**
 * Sends a probe with the settings that are not secret, and returns the answer. A request that is no read is sent once.
 * Rejects with `SourceError`.
 */
export async function answerToProbe(
  plan: ExchangePlan,
  source: HttpSource,
  settings: Readonly<Record<string, unknown>>,
  call: CallContext,
): Promise<Judged & { readonly isRead: boolean }> {
  const bindings = { settings, request: {} };
  const request = await renderRequest(plan.request, { input: {}, bindings });
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const effect = isRead ? 'read' : 'write';
  return { ...(await source.send({ ...request, effect }, judgeOf(plan, bindings), call)), isRead };
}

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
  if (verdict.kind === 'denied') throw new SourceError('denied', verdict.detail);
  if (verdict.kind === 'fail') throw new SourceError('broken', verdict.detail);
  if (verdict.kind === 'refuse') throw new SourceError('broken', verdict.message);
}
