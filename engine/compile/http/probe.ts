/** The requests that show whether an ERP answers. */
import { isHttp } from '../../profile/schema/index.ts';
import type { CompileContext } from '../context.ts';
import { outerScope } from '../scope.ts';
import { compileExchange } from './exchange.ts';
import type { ExchangePlan } from './plan.ts';
import { verbsOf } from './request.ts';

/** By source: its probe, where it has one. */
export function compileProbes(context: CompileContext): ReadonlyMap<string, ExchangePlan> {
  const probes = new Map<string, ExchangePlan>();
  for (const [name, source] of Object.entries(context.profile.sources)) {
    if (!isHttp(source) || source.probe === undefined) continue;
    const path = ['sources', name, 'probe'];
    if (verbsOf(source.probe).length === 0) {
      const message = 'This probe has no request.';
      context.report('MAP112', {
        path,
        key: true,
        message,
        hint: 'Write `get:` with a path that is answered quickly.',
      });
      continue;
    }
    const scope = outerScope(context.settings, source.clock ?? 'UTC');
    const target = { fields: undefined, extra: [], scope, variables: [], coordinate: name };
    // Nobody looks for rows in its answer.
    const sourceSpec = { ...source, request: { ...source.request, rows: undefined } };
    const input = { path, spec: source.probe, source: name, sourceSpec, target, variables: [], overlap: 0 };
    const exchange = compileExchange(context, input);
    if (exchange !== undefined) probes.set(name, exchange.plan);
  }
  return probes;
}
